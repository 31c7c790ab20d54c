import { expect, test } from 'vitest'
import { ordinalsOf, type SeriesTicket } from '#lib/server/documents/order-series.ts'
import { textOf } from '#lib/text/text.ts'

const ticket = (seatName: string, series: SeriesTicket['series'] = null): SeriesTicket => ({
  ...{ sectionName: 'אולם', rowName: '7', seatName },
  series,
})
const season = (line: number) => ({ line, name: 'עונה' })

test('a ticket of a series is told by its evening, with its seat if there are several; others are counted by themselves', () => {
  const [first, second, beside, alone, other] = [
    ...[ticket('1', season(1)), ticket('1', season(1)), ticket('2', season(2))],
    ...[ticket('9'), ticket('8')],
  ] as const
  const one = [
    { presentationId: 1, tickets: [first] },
    { presentationId: 2, tickets: [second, alone] },
    { presentationId: 3, tickets: [other] },
  ]
  expect([...ordinalsOf(one, textOf('he'))]).toEqual([
    [first, 'ערב 1 מתוך 2'],
    [second, 'ערב 2 מתוך 2'],
    [alone, 'כרטיס 1 מתוך 2'],
    [other, 'כרטיס 2 מתוך 2'],
  ])
  const two = ordinalsOf(
    [
      { presentationId: 1, tickets: [first, beside] },
      { presentationId: 2, tickets: [second, ticket('2', season(2))] },
    ],
    textOf('he'),
  )
  expect(two.get(beside)).toBe('ערב 1 מתוך 2 · אולם · שורה 7 · מושב 2')
})
