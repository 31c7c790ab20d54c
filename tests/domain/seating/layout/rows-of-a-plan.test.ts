import { describe, expect, test } from 'vitest'
import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import type { RowsPlan, RowsSection, RowsTier } from '#lib/domain/seating/layout/rows-plan.ts'

const section = (id: number, more: Partial<RowsSection> = {}): RowsSection => ({ id, name: `section ${String(id)}`, category: `price ${String(id)}`, ...more }) // prettier-ignore
const layOut = (tier: Partial<RowsTier>, more: Partial<RowsPlan> = {}) =>
  layOutRows({ width: 1000, height: 800, sections: [section(1), section(2)], tiers: [{ blocks: [1], rows: [{ name: '1', seats: 2 }], ...tier }], ...more }) // prettier-ignore
const placesOf = (tier: Partial<RowsTier>, more: Partial<RowsPlan> = {}) =>
  layOut(tier, more).plan.seats.map(({ seatplanX, seatplanY }) => [seatplanX, seatplanY])

describe('rows that say nothing of their measures', () => {
  test('have seats 33 apart and rows 37 apart, around the corner of the drawing; a seat is 22 wide', () => {
    const rows = [{ name: '1', seats: 2 }, { name: '2', seats: 1 }] // prettier-ignore
    expect(placesOf({ rows, origin: { x: 100, y: 100 } })).toEqual([[83.5, 100], [116.5, 100], [100, 137]]) // prettier-ignore
    expect(placesOf({ rows: [{ name: '1', seats: 1 }] })).toEqual([[0, 0]])
    expect(layOut({}).plan.seatSize).toBe(22)
  })

  test('take the measures of the plan, and those of their tier before them', () => {
    const rows = [{ name: '1', seats: 2 }, { name: '2', seats: 1 }] // prettier-ignore
    const plan = { seatPitch: 20, rowPitch: 30, seatSize: 15 }
    expect(placesOf({ rows }, plan)).toEqual([[-10, 0], [10, 0], [0, 30]]) // prettier-ignore
    expect(placesOf({ rows, seatPitch: 40, rowPitch: 50 }, plan)).toEqual([[-20, 0], [20, 0], [0, 50]]) // prettier-ignore
    expect(layOut({ rows }, plan).plan.seatSize).toBe(15)
  })

  test('bend around the corner of the drawing, if there is no focus', () => {
    expect(placesOf({ radius: 100, rows: [{ name: '1', seats: 1 }, { name: '2', seats: 1 }] })).toEqual([[0, 100], [0, 137]]) // prettier-ignore
  })
})

describe('a row', () => {
  test('may begin later than a row behind the one before, the first one too', () => {
    const rows = [{ name: '1', seats: 1, before: 5 }, { name: '2', seats: 1, before: 10 }, { name: '3', seats: 1 }] // prettier-ignore
    expect(placesOf({ rows })).toEqual([[0, 5], [0, 52], [0, 89]]) // prettier-ignore
  })

  test('may be shifted, and a bent tier turned', () => {
    expect(placesOf({ rows: [{ name: '1', seats: 1, offset: -7 }] })).toEqual([[-7, 0]])
    const [seat] = layOut({ radius: 100, angle: 90, rows: [{ name: '1', seats: 1 }] }).plan.seats
    expect(seat).toMatchObject({ seatplanX: 100, seatplanY: 0, rotate: -90 })
  })

  test('has aisles of one width, or of a width for each, of which those that are missing have none', () => {
    const three = { blocks: [1, 2, 1], rows: [{ name: '1', seats: [1, 1, 1] }] }
    const xs = (aisles?: RowsTier['aisles']) => placesOf({ ...three, ...(aisles !== undefined && { aisles }) }).map(([x]) => x).sort((a = 0, b = 0) => a - b) // prettier-ignore
    expect(xs()).toEqual([-33, 0, 33])
    expect(xs(20)).toEqual([-53, 0, 53])
    expect(xs([20, 40])).toEqual([-63, -10, 63])
    expect(xs([20])).toEqual([-43, 10, 43])
  })

  test('may leave a block out', () => {
    const { plan, problems } = layOut({ blocks: [1, 2], rows: [{ name: '1', seats: [0, 2] }] })
    expect([problems, plan.seats.map(({ sectionId, seatName }) => [sectionId, seatName])]).toEqual([[], [[2, '2'], [2, '1']]]) // prettier-ignore
  })

  test('that cannot be read is a problem of its own, and the others are laid out', () => {
    const { plan, problems } = layOut({ rows: [{ name: '1', seats: 1 }, { name: '2', seats: 'x-' }, { name: '3', seats: 1 }] }) // prettier-ignore
    expect(problems).toEqual([{ path: ['tiers', 0, 'rows', 1, 'seats'], sentence: 'needs a count or seats such as "1-10,12-16", "1-19/2" or "A-K" for each of 1 blocks' }]) // prettier-ignore
    expect(plan.seats.map(({ rowName, y, seatplanY }) => [rowName, y, seatplanY])).toEqual([['1', 1, 0], ['3', 3, 74]]) // prettier-ignore
  })
})

test('a row of which one block cannot be read has no seats, and is a problem', () => {
  const { plan, problems } = layOut({ blocks: [1, 2], rows: [{ name: '1', seats: [2, 'x-'] }] })
  expect([plan.seats, problems.map(({ path }) => path)]).toEqual([[], [['tiers', 0, 'rows', 0, 'seats']]])
})

describe('the seats of a block', () => {
  const rows = [{ name: 'B', seats: [2, 1, 1] }]

  test('have an address in their section that leaves one number free at an aisle', () => {
    const { seats } = layOut({ blocks: [1, 2, 1], numbering: { from: 'left' }, rows }).plan
    expect(seats.map(({ sectionId, groupId, x, y, seatName, guid }) => [sectionId, groupId, x, y, seatName, guid])).toEqual([
      [1, 1, 1, 1, '1', '1-B-1'],
      [1, 1, 2, 1, '2', '1-B-2'],
      [1, 2, 4, 1, '4', '1-B-4'],
      [2, 0, 1, 1, '3', '2-B-3'],
    ])
  })

  test('are in the price category of their section', () => {
    expect(layOut({ blocks: [1, 2], rows: [{ name: '1', seats: [1, 1] }] }).plan.seats.map(({ category }) => category)).toEqual(['price 1', 'price 2']) // prettier-ignore
    expect(layOut({ blocks: [9] }).plan.seats[0]?.category).toBe('')
  })

  test('keep the names that they are written with, whatever stands before them', () => {
    const written = { blocks: [1, 2], numbering: { from: 'left' }, rows: [{ name: '1', seats: [2, '101-102'] }] } as const
    expect(layOut(written).plan.seats.map(({ seatName }) => seatName)).toEqual(['1', '2', '101', '102'])
    const from = { ...written, numbering: { from: 'right' } } as const
    expect(layOut(from).plan.seats.map(({ seatName }) => seatName)).toEqual(['4', '3', '102', '101'])
  })
})

describe('the sections of a plan', () => {
  test('have the seats that they hold, and a label in the middle of them', () => {
    const [first, second] = layOut({ origin: { x: 100, y: 100 } }).plan.sections
    expect(first).toMatchObject({ id: 1, name: 'section 1', isReserved: true, capacity: 2, category: null, labelX: 100, labelY: 100 })
    expect(second).toMatchObject({ isReserved: true, capacity: 0, outline: [], labelX: 0, labelY: 0 })
  })

  test('have the outline and the label that they say', () => {
    const outline = [[0, 0], [100, 0], [100, 90]] as const // prettier-ignore
    const sections = [section(1, { outline, labelAt: [7.123, 8] }), section(2, { outline, capacity: 50 })]
    const [first, second] = layOut({}, { sections }).plan.sections
    expect(first).toMatchObject({ outline, labelX: 7.12, labelY: 8 })
    expect(second).toMatchObject({ outline, isReserved: false, capacity: 50, category: 'price 2', labelX: 66.67, labelY: 30 })
  })

  test('have no outline, if their seats are in the list only, or stand at tables', () => {
    const outline = [[0, 0], [100, 0], [100, 90]] as const // prettier-ignore
    const hidden = layOut({}, { sections: [section(1, { outline, isDrawn: false })] }).plan.sections[0]
    expect(hidden).toMatchObject({ outline: [], isDrawn: false })
    expect(layOut({}).plan.sections[0]).not.toHaveProperty('isDrawn')
    const tables = [{ section: 1, name: 'T', kind: 'table', at: [300, 300], seats: 4 }] as const
    const { plan } = layOut({ blocks: [2] }, { tables })
    expect(plan.sections.map(({ outline: { length } }) => length > 0)).toEqual([false, true])
    expect(plan.tables).toHaveLength(1)
    const both = layOut({}, { tables: [1, 2].map((id) => ({ ...tables[0], section: id, at: [300, 300 * id] as const })) }).plan
    expect(both.sections.map(({ outline: { length } }) => length)).toEqual([0, 0])
    expect(layOut({}).plan).not.toHaveProperty('tables')
  })

  test('have their label in the middle of their seats, even if the outline says otherwise', () => {
    const sections = [section(1, { outline: [[0, 0], [900, 0], [900, 90]] })] // prettier-ignore
    expect(layOut({ origin: { x: 100, y: 50 } }, { sections }).plan.sections[0]).toMatchObject({ labelX: 100, labelY: 50 })
  })

  test('give their price category to the seats of their tables', () => {
    const tables = [1, 2].map((id) => ({ section: id, name: 'T', kind: 'table' as const, at: [300, 300 * id] as const, seats: 1 }))
    expect(layOut({ rows: [] }, { tables }).plan.seats.map(({ category }) => category)).toEqual(['price 1', 'price 2'])
  })

  test('that are on levels are drawn apart, away from the focus', () => {
    const sections = ['ground', 'first'].map((level, at) => section(at + 1, { level }))
    const tiers = [1, 2].map((id): RowsTier => ({ blocks: [id], origin: { x: 100, y: 100 }, rows: [{ name: '1', seats: 2 }] }))
    const moveOf = (focus?: { x: number; y: number }) => layOut({}, { sections, tiers, ...(focus && { focus }) }).plan.levels?.[1]
    const [below, aside] = [moveOf(), moveOf({ x: -900, y: 100 })]
    expect([below?.x, (below?.y ?? 0) > 22, (aside?.x ?? 0) > 22, aside?.y]).toEqual([0, true, true, 0])
  })

  test('have an outline a seat beyond their seats', () => {
    const outline = layOut({ origin: { x: 100, y: 100 }, rows: [{ name: '1', seats: 1 }] }).plan.sections[0]?.outline ?? []
    expect([Math.min(...outline.map(([x]) => x)), Math.max(...outline.map(([, y]) => y))]).toEqual([78, 122])
  })
})

test('a plan has its stage with a label in its middle, or where it says', () => {
  const stage = { outline: [[0, 0], [90, 0], [90, 30], [0, 30]], label: 'stage' } as const // prettier-ignore
  expect(layOut({}, { stage }).plan.stage).toEqual({ ...stage, labelX: 45, labelY: 15 })
  expect(layOut({}, { stage: { ...stage, labelAt: [1.234, 5] } }).plan.stage).toMatchObject({ labelX: 1.23, labelY: 5 })
  expect(layOut({}).plan.stage).toBeNull()
})

test('a plan may have tables alone, and its problems are told by tier and by table', () => {
  const tables = [{ section: 1, name: 'T', kind: 'table', at: [300, 300], seats: 0 }] as const
  const { problems } = layOut({ rows: [{ name: '1', seats: [1, 1] }], marks: [{ rows: '9' }] }, { tables })
  expect(problems.map(({ path }) => path)).toEqual([['tiers', 0, 'rows', 0, 'seats'], ['tiers', 0, 'marks', 0], ['tables', 0, 'seats']]) // prettier-ignore
  const alone = layOutRows({ width: 10, height: 20, sections: [section(1)], tables: [{ ...tables[0], seats: 3 }] })
  expect([alone.problems, alone.plan.seats.length, alone.plan.width, alone.plan.height]).toEqual([[], 3, 10, 20])
})
