import { describe, expect, test } from 'vitest'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { readPoints } from '#lib/server/import/plans/forms/read-points.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'

const PLACE = { file: 'plan.json', path: [] }

function read(more: object, options: object = {}): { plan: LaidOutPlan | undefined; notes: ImportNotes } {
  const notes = new ImportNotes()
  const plan = readPoints({ format: 'points', ...more }, options, { place: PLACE, notes })
  if (plan) checkPlan(plan, PLACE, notes)
  return { plan, notes }
}

const seat = (x: number, y: number, row: string, name: string, more: object = {}): object => ({ x, y, row, seat: name, ...more })
const square = (x: number, y: number, width: number, height: number): number[][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

describe('a plan of points', () => {
  test('keeps every seat in its place, and names apart from place', () => {
    const { plan, notes } = read({
      width: 400,
      height: 300,
      seats: [seat(100, 100, 'A', '101'), seat(130, 100, 'A', '103'), seat(160, 104, 'A', '12b'), seat(100, 140, 'B', 'ב')],
    })
    expect(notes.problems).toEqual([])
    expect(plan?.seats.map((one) => [one.rowName, one.seatName, one.seatplanX, one.seatplanY, one.guid])).toEqual([
      ['A', '101', 100, 100, '1-A-101'],
      ['A', '103', 130, 100, '1-A-103'],
      ['A', '12b', 160, 104, '1-A-12b'],
      ['B', 'ב', 100, 140, '1-B-ב'],
    ])
    expect([plan?.width, plan?.height, plan?.sections.length]).toEqual([400, 300, 1])
  })

  test('has categories, features, own guids and sections with their ids and outlines', () => {
    const { plan, notes } = read({
      categories: [{ name: 'רגיל', color: '#123456' }],
      sections: [
        { name: 'יציע', id: 7, outline: square(80, 80, 100, 60) },
        { name: 'עמידה', id: 9, capacity: 50, category: 'עמידה', outline: square(300, 80, 100, 60), labelAt: [310, 90] },
      ],
      seats: [
        seat(100, 100, '1', '1', { section: 'יציע', features: [10] }),
        seat(140, 100, '1', '2', { section: 'יציע', guid: 'g2', category: 'זול' }),
      ],
    })
    expect(notes.problems).toEqual([])
    expect(plan?.seats.map((one) => [one.sectionId, one.category, one.features, one.guid])).toEqual([
      [7, 'רגיל', [10], 'יציע-1-1'],
      [7, 'זול', [], 'g2'],
    ])
    expect(plan?.sections.map(({ id, name, isReserved, capacity, category }) => [id, name, isReserved, capacity, category])).toEqual([
      [7, 'יציע', true, 2, null],
      [9, 'עמידה', false, 50, 'עמידה'],
    ])
    expect(plan?.sections[0]?.outline).toEqual(square(80, 80, 100, 60))
    expect([plan?.sections[1]?.labelX, plan?.sections[1]?.labelY]).toEqual([310, 90])
  })

  test('of general admission alone is a plan', () => {
    const { plan, notes } = read({ sections: [{ name: 'רחבה', capacity: 800, outline: square(0, 0, 100, 100) }] })
    expect(notes.problems).toEqual([])
    expect(plan?.sections.map((section) => [section.capacity, section.category])).toEqual([[800, 'רחבה']])
  })

  test('has the stage that it names', () => {
    const { plan } = read({
      stage: { outline: square(50, 0, 200, 40), label: 'במה' },
      seats: [seat(100, 100, '1', '1'), seat(140, 100, '1', '2')],
    })
    expect(plan?.stage).toEqual({ outline: square(50, 0, 200, 40), labelX: 150, labelY: 20, label: 'במה' })
  })

  test('in metres is enlarged, with a note that names the option; `scale` is taken as it is', () => {
    const seats = [seat(1, 1, '1', '1'), seat(1.5, 1, '1', '2'), seat(2, 1, '1', '3')]
    const { plan, notes } = read({ seats })
    expect(plan?.seats.map((one) => one.seatplanX)).toEqual([66, 99, 132])
    expect(notes.repairs.map(writeRemark)).toEqual([
      'plan.json: $: seats lie 0.5 units apart, so the drawing is made 66 times as large; "scale" sets it',
    ])
    expect(read({ seats }, { scale: 20 }).plan?.seats.map((one) => one.seatplanX)).toEqual([20, 30, 40])
  })

  test('that begins left of 0 is moved, and one that is too small grows, each with a note', () => {
    const { plan, notes } = read({ width: 50, height: 50, seats: [seat(-40, 10, '1', '1'), seat(0, 10, '1', '2')] })
    expect(notes.problems).toEqual([])
    expect(plan?.seats.map((one) => one.seatplanX)).toEqual([60, 100])
    expect(notes.repairs.map((repair) => repair.sentence)).toEqual([
      'something lies left of or above 0, so the drawing is moved by 100 to the right and 0 down',
      'the drawing of 50 × 50 grows to hold what it draws',
    ])
  })

  test('with a seat twice is refused with the place of both', () => {
    const twice = [seat(100, 100, '1', '1'), seat(140, 100, '1', '1'), seat(180, 100, '1', '3', { guid: '1-1-1' })]
    expect(read({ seats: twice }).notes.problems.map(writeRemark).slice(0, 2)).toEqual([
      'plan.json: $.seats[1]: seat 1 of row 1 of "1" is there already ($.seats[0]); every seat needs a name of its own in its row',
      'plan.json: $.seats[2]: the guid "1-1-1" is there already ($.seats[0]); every seat needs a name of its own in its row',
    ])
  })

  test('that says something else is refused with path, value and what is allowed', () => {
    const { notes } = read({ seats: [{ x: 'left', y: 1, row: 1, seat: 1, features: [99] }], colour: 'red', shapes: [{ shape: 'star' }] })
    expect(notes.problems.map(writeRemark)).toEqual([
      expect.stringMatching(/^plan\.json: \$\.shapes\[0\]\.shape: "star" is no "shape"; known: "polygon", "rectangle", "ellipse", "text"$/),
      expect.stringMatching(/^plan\.json: \$\.seats\[0\]\.x: "left" .*must be a number/),
      expect.stringMatching(/^plan\.json: \$\.seats\[0\]\.features\[0\]: 99 is not allowed here; allowed: 1, 2, 3/),
      expect.stringMatching(/^plan\.json: \$: "colour" is not known here; known here: .*"seats"/),
    ])
    expect(read({}).notes.problems.map(writeRemark)).toEqual(['plan.json: $: has neither seats nor a section with a capacity'])
  })
})
