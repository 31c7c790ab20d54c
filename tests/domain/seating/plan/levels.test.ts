import { describe, expect, test } from 'vitest'
import { setApart } from '#lib/domain/seating/layout/set-apart.ts'
import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import type { RowsPlan } from '#lib/domain/seating/layout/rows-plan.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import { hallAtLevel } from '#lib/domain/seating/plan/hall-levels.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { rankGroups } from '#lib/domain/seating/best/best-seats.ts'
import { levelToOpenOn, groupByLevel } from '#lib/domain/seating/rules/seat-levels.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { landingSeat, stepSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { seatToOpenOn } from '#lib/domain/seating/rules/free-in-sight.ts'
import { hallOf, seatplanAnswer } from '#lib/server/catalogue/seatplans.ts'
import { planFrom, tablesPlan } from '#tests/support/seats/tables-house.ts'

const RULES = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, seatingPolicyId: 1 } as const

/** Stalls and a balcony of four rows of six seats, both drawn from the same corner, below a stage. */
const HOUSE: RowsPlan = {
  width: 400,
  height: 300,
  stage: { outline: [[100, 10], [300, 10], [300, 50], [100, 50]], label: 'הבמה' }, // prettier-ignore
  sections: [
    { id: 1, name: 'אולם', category: 'א', level: 'קומת קרקע' },
    { id: 2, name: 'יציע', category: 'ב', level: 'קומה ראשונה' },
    { id: 3, name: 'עמידה', category: 'ג', level: 'קומה ראשונה', capacity: 20, outline: [[10, 100], [50, 100], [50, 200], [10, 200]] }, // prettier-ignore
  ],
  tiers: [1, 2].map((section) => ({
    blocks: [section],
    origin: { x: 200, y: 100 },
    rows: ['1', '2', '3', '4'].map((name) => ({ name, seats: 6 })),
  })),
}
const laid = () => layOutRows(HOUSE).plan
const hall = () => hallOf(planFrom(laid()))
const freeStates = () => {
  const states = emptyStates(hall())
  states.allocation.fill(1)
  states.status.fill(1)
  return states
}

describe('levels that are drawn over each other', () => {
  test('are set apart, away from the stage, and each keeps its drawing', () => {
    const plan = laid()
    const [ground, first] = plan.levels ?? []
    expect(ground).toEqual({ name: 'קומת קרקע', x: 0, y: 0 })
    expect(first).toMatchObject({ name: 'קומה ראשונה', x: 0 })
    expect(first?.y).toBeGreaterThan(100)
    expect(findOverlaps(plan.seats, plan.seatSize - 0.05)).toEqual([])
    const placesOf = (section: number, y = 0) =>
      plan.seats.filter(({ sectionId }) => sectionId === section).map((seat) => [seat.seatplanX, seat.seatplanY - y])
    expect(placesOf(2, first?.y)).toEqual(placesOf(1))
    expect(plan.sections[2]?.outline[0]).toEqual([10, 100 + (first?.y ?? 0)])
    expect(plan.height).toBeGreaterThan(Math.max(...plan.seats.map(({ seatplanY }) => seatplanY)))
  })

  const seats = [[100, 100], [130, 100]] as const // prettier-ignore
  const level = { seats, corners: [] }
  test.each([
    ['above them', undefined, [0, 1]],
    ['below them', [115, 400], [0, -1]],
    ['at their right', [400, 100], [-1, 0]],
    ['at their left', [-400, 100], [1, 0]],
  ] as const)('go away from a stage %s', (_where, focus, [x, y]) => {
    const [first, second] = setApart([level, level], focus, 20)
    expect(first).toEqual([0, 0])
    expect([Math.sign(second?.[0] ?? 0), Math.sign(second?.[1] ?? 0)]).toEqual([x, y])
  })

  test('stay where the file draws them beside each other; a third goes beyond both', () => {
    const beside = { seats: [[100, 300], [130, 300]] as const, corners: [] } // prettier-ignore
    const [first, second, third] = setApart([level, beside, level], undefined, 20)
    expect([first, second]).toEqual([[0, 0], [0, 0]]) // prettier-ignore
    expect(third?.[1]).toBeGreaterThanOrEqual(220)
  })
})

describe('a hall on one level', () => {
  test('has the same seats by the same index, and the others stand nowhere', () => {
    const all = hall()
    const [ground, first] = [hallAtLevel(all, 0), hallAtLevel(all, 1)]
    expect([ground.count, ground.names, ground.sections.length]).toEqual([all.count, all.names, 3])
    expect([...ground.x.keys()].filter((seat) => Number.isNaN(ground.x[seat]))).toEqual([...all.x.keys()].slice(24))
    expect([...first.x.keys()].filter((seat) => Number.isNaN(first.x[seat]))).toEqual([...all.x.keys()].slice(0, 24))
    expect(ground.rows.filter(({ first: from, end }) => end > from)).toHaveLength(4)
    expect(ground.sections.map(({ outline }) => outline.length > 0)).toEqual([true, false, false])
    expect(first.sections.map(({ outline }) => outline.length > 0)).toEqual([false, true, true])
  })

  test('has the stage where the level has it, and is as large as what it shows', () => {
    const all = hall()
    const move = all.levels?.[1]?.y ?? 0
    const first = hallAtLevel(all, 1)
    expect(hallAtLevel(all, 0).stage).toEqual(all.stage)
    expect(first.stage?.outline[0]).toEqual([100, 10 + move])
    expect(first.box[1]).toBe(10 + move)
    expect(hallAtLevel(all, 0).box[3]).toBeLessThan(all.box[3])
  })

  test('keeps the arrow keys, the tab stop and the first look to itself', () => {
    const [all, states] = [hall(), freeStates()]
    states.status[30] = 2
    const ground = hallAtLevel(all, 0)
    for (let seat = 0; seat < 24; seat++)
      for (const [dx, dy] of [[0, 1], [0, -1], [1, 0], [-1, 0]] as const) expect(stepSeat(ground, seat, { dx, dy })).toBeLessThan(24) // prettier-ignore
    expect(landingSeat(ground, states)).toBeLessThan(24)
    expect(landingSeat(hallAtLevel(all, 1), states)).toBe(30)
    const sight = { at: (seat: number) => ({ x: ground.x[seat] ?? 0, y: ground.y[seat] ?? 0 }), width: 400, height: 300 }
    expect(seatToOpenOn(ground, states, sight)).toBe(-1)
  })

  test('its tables are those of the level', () => {
    const table = { section: 2, name: '7', kind: 'table', at: [200, 200], seats: 4 } as const
    const all = hallOf(planFrom(layOutRows({ ...HOUSE, tiers: HOUSE.tiers?.slice(0, 1) ?? [], tables: [table] }).plan))
    expect([0, 1].map((level) => hallAtLevel(all, level).tables?.all.length)).toEqual([0, 1])
    expect(hallAtLevel(all, 1).tables?.at(24)?.kind).toBe('table')
  })
})

test('the packed plan and the wire say the levels; of a plan that has none they say nothing', () => {
  const plan = planFrom(laid())
  expect(unpackPlan(packPlan(plan))).toMatchObject({ levels: plan.levels, sections: [{ level: 0 }, { level: 1 }, { level: 1 }] })
  expect(seatplanAnswer(plan)).toMatchObject({ levels: plan.levels, sections: { 1: { level: 0 }, 2: { level: 1 } } })
  const plain = planFrom(tablesPlan())
  expect(JSON.stringify([packPlan(plain), seatplanAnswer(plain)])).not.toContain('level')
  expect(JSON.stringify(layOutRows({ ...HOUSE, sections: HOUSE.sections.map(({ level: _, ...section }) => section) }).plan)).not.toContain(
    'level',
  )
})

test('a picture behind the seats is on each level where the level has the stage; packed or not it is the same', () => {
  const picture = { src: '/behind', x: 10, y: 20, width: 380, height: 190 }
  const plan = { ...planFrom(laid()), picture }
  const move = plan.levels?.[1] ?? { x: 0, y: 0 }
  expect([hallOf(plan).picture, unpackPlan(packPlan(plan)).picture, seatplanAnswer(plan).picture]).toEqual([picture, picture, picture])
  expect(hallAtLevel(hallOf(plan), 0).picture).toEqual(picture)
  expect(hallAtLevel(hallOf(plan), 1).picture).toEqual({ ...picture, x: 10 + move.x, y: 20 + move.y })
})

test('best seats are those of the level nearer to the stage, and a party is not spread over levels where one has room', () => {
  const [all, states] = [hall(), freeStates()]
  const wish = { quantity: 2, rules: RULES, together: 'first' } as const
  expect(rankGroups(all, states, wish)[0]?.seats.every((seat) => seat < 24)).toBe(true)
  for (let seat = 0; seat < 48; seat++) if (seat % 2 === 1) states.status[seat] = 3
  expect(new Set(rankGroups(all, states, wish)[0]?.seats.map((seat) => seat < 24)).size).toBe(1)
})

test('a map opens on the level of the visitor’s own seats, else on the first with free ones; sections come by level', () => {
  const [all, states] = [hall(), freeStates()]
  expect(levelToOpenOn(all, states)).toBe(0)
  states.status.fill(3, 0, 24)
  expect(levelToOpenOn(all, states)).toBe(1)
  states.status.fill(3)
  expect(levelToOpenOn(all, states)).toBe(0)
  states.status[40] = 2
  expect(levelToOpenOn(all, states)).toBe(1)
  const summaries = all.sections.map((_section, at) => ({ at, free: 1, priceFrom: 1, priceTo: 1, isSoldOut: false, takenRatio: 0 }))
  expect(groupByLevel(all, summaries).map(({ name, own }) => [name, own.map(({ at }) => at)])).toEqual([
    ['קומת קרקע', [0]],
    ['קומה ראשונה', [1, 2]],
  ])
  expect(groupByLevel({ sections: all.sections }, summaries)).toHaveLength(1)
})
