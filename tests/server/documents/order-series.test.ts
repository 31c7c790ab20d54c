import { expect, test } from 'vitest'
import type { DocumentShowing } from '#lib/server/documents/documents.ts'
import { meetingPlacesOf } from '#lib/server/documents/meeting-places.ts'
import { ordinalsOf, type SeriesTicket } from '#lib/server/documents/order-series.ts'
import { titleOfShowings } from '#lib/server/messages/html/message-words.ts'
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

const evening = (presentationId: number, own: Partial<DocumentShowing> = {}) =>
  ({
    ...{ presentationId, featureName: 'ליר', locationName: 'החוף', address: 'הצדף 12', city: 'תל אביב', accessibility: 'רמפה' },
    ...{ startsAt: Date.UTC(2026, 11, presentationId, 18), doorsAt: Date.UTC(2026, 11, presentationId, 17), isUntimed: false, tickets: [] },
    ...own,
  }) as unknown as DocumentShowing

test('an order of two series is called by both names and by all evenings; with a ticket beside them by its first presentation', () => {
  const two = [
    evening(1, { tickets: [ticket('1', season(1))] as never }),
    evening(2, { tickets: [ticket('3', { line: 2, name: 'חורף' })] as never }),
  ]
  const t = textOf('he')
  expect(titleOfShowings(two, t)).toEqual({ feature: 'עונה, חורף', date: 'שני ערבים', when: 'שני ערבים' })
  expect(titleOfShowings([...two, evening(3, { tickets: [ticket('9')] as never })], t)).toMatchObject({ feature: 'ליר' })
})

test('where to go is told once for all evenings at an address, with the dates only if the doors open at different times', () => {
  const place = { address: 'החוף, הצדף 12, תל אביב', accessibility: ['רמפה'] }
  expect(meetingPlacesOf([evening(1), evening(2)])).toEqual([{ ...place, doors: [{ time: '19:00', dates: [] }] }])
  const later = evening(2, { doorsAt: Date.UTC(2026, 11, 2, 17, 30) })
  const elsewhere = evening(3, { locationName: 'אורות', accessibility: '', doorsAt: null })
  expect(meetingPlacesOf([evening(1), later, elsewhere])).toEqual([
    {
      ...place,
      doors: [
        { time: '19:00', dates: ['1.12'] },
        { time: '19:30', dates: ['2.12'] },
      ],
    },
    { address: 'אורות, הצדף 12, תל אביב', accessibility: [], doors: [] },
  ])
})
