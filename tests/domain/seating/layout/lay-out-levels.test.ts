import { describe, expect, test } from 'vitest'
import { drawnOver, layOutLevels, levelNames, setUndrawnApart } from '#lib/domain/seating/layout/lay-out-levels.ts'
import type { LaidOutPlan, LaidOutSeat, LaidOutSection, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

const seatAt = (sectionId: number, [seatplanX, seatplanY]: Point): LaidOutSeat => ({
  ...{ guid: `${String(sectionId)} ${String(seatplanX)}`, sectionId, groupId: 1, x: 1, y: 1, seatplanX, seatplanY },
  ...{ rotate: 0, rowName: '1', seatName: '1', category: 'A', features: [] },
})
const sectionAt = (id: number, [x, y]: Point, more: Partial<LaidOutSection> = {}): LaidOutSection => ({
  ...{ id, name: String(id), isReserved: true, capacity: 2, category: null, labelX: x, labelY: y },
  ...{ outline: [[x, y], [x + 80, y]], ...more }, // prettier-ignore
})
const area = (x: number, level?: number) => ({
  ...{ outline: [[x, 50], [x + 10, 50]] as const, text: '', textX: x, textY: 60, textSize: 10 }, // prettier-ignore
  ...{ textColour: '#000000', fill: null, line: null, rotate: 0, isUnderSeats: false, ...(level !== undefined && { level }) },
})
/** Sections 1 and 2 with two seats each, drawn over each other, and one without seats. */
const PLAN: LaidOutPlan = {
  ...{ width: 400, height: 200, seatSize: 20, stage: null },
  sections: [sectionAt(1, [100, 90]), sectionAt(2, [100, 95]), sectionAt(3, [300, 90])],
  seats: [[1, 100, 100], [1, 130, 100], [2, 100, 105], [2, 130, 105]].map(([id = 0, x = 0, y = 0]) => seatAt(id, [x, y])), // prettier-ignore
  tables: [1, 2].map((sectionId) => ({ kind: 'table', sectionId, y: 1, sellWhole: false, outline: [[100, 110], [120, 110]] })), // prettier-ignore
  areas: [area(10), area(20, 0), area(30, 1)],
}
const placesOf = (plan: LaidOutPlan) => plan.seats.map(({ seatplanX, seatplanY }) => [seatplanX, seatplanY])

test.each([
  [
    ['ground', 'first', 'ground'],
    ['ground', 'first'],
  ],
  [
    ['first', undefined, 'ground'],
    ['first', 'ground'],
  ],
  [['ground', undefined, 'ground'], undefined],
  [[undefined, undefined], undefined],
  [[], undefined],
])('the levels of sections %j are %j', (names, levels) => {
  expect(levelNames(names)).toEqual(levels)
})

describe('a plan with levels', () => {
  const laid = layOutLevels(PLAN, ['ground', 'first', 'ground'], undefined)
  const down = laid.levels?.[1]?.y ?? 0

  test('has each section on its own, drawn apart from the others', () => {
    expect(laid.sections.map(({ level }) => level)).toEqual([0, 1, 0])
    expect(laid.levels).toEqual([{ name: 'ground', x: 0, y: 0 }, { name: 'first', x: 0, y: 65 }]) // prettier-ignore
    expect(placesOf(laid)).toEqual([[100, 100], [130, 100], [100, 170], [130, 170]]) // prettier-ignore
  })

  test('has all of a level moved with its seats, and nothing that is on every level', () => {
    expect(laid.sections.map(({ outline, labelX, labelY }) => [outline[0], labelX, labelY])).toEqual([
      [[100, 90], 100, 90],
      [[100, 95 + down], 100, 95 + down],
      [[300, 90], 300, 90],
    ])
    expect(laid.tables?.map(({ outline }) => outline[0])).toEqual([[100, 110], [100, 110 + down]]) // prettier-ignore
    expect(laid.areas?.map(({ outline, textX, textY }) => [outline[0], textX, textY])).toEqual([
      [[10, 50], 10, 60],
      [[20, 50], 20, 60],
      [[30, 50 + down], 30, 60 + down],
    ])
  })

  test('is as large as its levels need beside each other, with a margin, and never smaller than it was', () => {
    expect([laid.width, laid.height]).toEqual([440, 230])
    const large = layOutLevels({ ...PLAN, width: 900, height: 800 }, ['ground', 'first', 'ground'], undefined)
    expect([large.width, large.height]).toEqual([900, 800])
  })

  test('goes away from its stage: the point that seats look to, else the middle of what is drawn', () => {
    const stage = { outline: [[-500, 80], [-480, 80], [-480, 120], [-500, 120]] as const, labelX: 0, labelY: 0, label: '' } // prettier-ignore
    const moves = (plan: LaidOutPlan, focus?: Point) => layOutLevels(plan, ['ground', 'first', 'ground'], focus).levels?.[1]
    expect(moves({ ...PLAN, stage })).toMatchObject({ x: 340, y: 0 })
    expect(moves({ ...PLAN, stage }, [115, -900])).toMatchObject({ x: 0, y: 65 })
  })

  test('is drawn over each other again as its file has it', () => {
    const { levels: _levels, sections, ...rest } = drawnOver(laid)
    expect({ ...rest, sections: sections.map(({ level: _level, ...section }) => section) }).toEqual({ ...PLAN, width: 440, height: 230 })
  })

  test('grows to the side too, and is drawn over each other again from there', () => {
    const aside = layOutLevels(PLAN, ['ground', 'first', 'ground'], [-900, 100])
    expect(aside.levels?.[1]).toMatchObject({ x: 340, y: 0 })
    expect(placesOf(aside).slice(2)).toEqual([[440, 105], [470, 105]]) // prettier-ignore
    expect([aside.width, aside.height]).toEqual([580, 200])
    expect(placesOf(drawnOver(aside))).toEqual(placesOf(PLAN))
  })

  test('stays as it is, if its levels do not lie over each other', () => {
    const beside = {
      ...PLAN,
      seats: PLAN.seats.map((seat) => (seat.sectionId === 2 ? { ...seat, seatplanX: seat.seatplanX + 200 } : seat)),
    }
    const apart = layOutLevels(beside, ['ground', 'first', undefined], undefined)
    expect([placesOf(apart), apart.width, apart.height]).toEqual([placesOf(beside), 400, 200])
    expect(apart.sections.map(({ level }) => level)).toEqual([0, 1, -1])
  })

  test('has seats that are in the list only out of the way of none', () => {
    const sections = PLAN.sections.map((section) => (section.id === 2 ? { ...section, isDrawn: false, outline: [] } : section))
    expect(layOutLevels({ ...PLAN, sections }, ['ground', 'first', 'ground'], undefined).levels?.[1]).toMatchObject({ x: 0, y: 0 })
  })

  test('is one with two levels at least', () => {
    expect(layOutLevels(PLAN, ['ground', undefined, 'ground'], undefined)).toBe(PLAN)
  })

  test('has neither tables nor areas, if it had none', () => {
    const { tables: _tables, areas: _areas, ...bare } = PLAN
    expect(Object.keys(layOutLevels(bare, ['ground', 'first', 'ground'], undefined))).not.toContain('tables')
    expect(Object.keys(drawnOver(bare))).not.toContain('areas')
  })
})

describe('sections whose seats are in the list only', () => {
  const hide = (...ids: readonly number[]): LaidOutPlan => ({
    ...PLAN,
    sections: PLAN.sections.map((section) => (ids.includes(section.id) ? { ...section, isDrawn: false, outline: [] } : section)),
  })

  test('come below all that is drawn, and the drawing grows', () => {
    const apart = setUndrawnApart(hide(2))
    expect(placesOf(apart)).toEqual([[100, 100], [130, 100], [60, 180], [90, 180]]) // prettier-ignore
    expect([apart.width, apart.height]).toEqual([440, 240])
  })

  test('come below the stage too, and below each other', () => {
    const stage = { outline: [[0, 300], [10, 300]] as const, labelX: 0, labelY: 0, label: '' } // prettier-ignore
    expect(placesOf(setUndrawnApart({ ...hide(2), stage })).slice(2)).toEqual([[60, 380], [90, 380]]) // prettier-ignore
    expect(placesOf(setUndrawnApart(hide(1, 2)))).toEqual([[60, 80], [90, 80], [60, 160], [90, 160]]) // prettier-ignore
  })

  test('are none in most plans, which stay as they are', () => {
    expect(setUndrawnApart(PLAN)).toBe(PLAN)
  })
})
