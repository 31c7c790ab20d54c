import { expect, test } from 'vitest'
import { rankGroups } from '#lib/domain/seating/best/best-seats.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import { hallAtLevel } from '#lib/domain/seating/plan/hall-levels.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { isShownInParts, levelToOpenOn, undrawnSections } from '#lib/domain/seating/rules/seat-levels.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { hallOf, seatplanAnswer } from '#lib/server/catalogue/seatplans.ts'
import { exportPlan } from '#lib/server/import/plans/forms/export-plan.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { readWritten } from '#tests/support/plans/read-written.ts'
import { planFrom } from '#tests/support/seats/tables-house.ts'

const ROWS = {
  width: 400,
  height: 300,
  stage: { outline: [[100, 10], [300, 10], [300, 50], [100, 50]], label: 'במה' }, // prettier-ignore
  sections: [
    { id: 1, name: 'אולם', category: 'א' },
    { id: 2, name: 'תאים', category: 'ב', isDrawn: false },
    { id: 3, name: 'גלריה', category: 'ב', isDrawn: false },
  ],
  tiers: [
    { blocks: [1], origin: { x: 200, y: 100 }, rows: ['1', '2'].map((name) => ({ name, seats: 6 })) },
    { blocks: [2], rows: [{ name: 'א', seats: 4 }] },
    { blocks: [3], rows: [{ name: '1', seats: 4 }] },
  ],
}
const POINTS = {
  format: 'points',
  stage: ROWS.stage,
  seats: [
    ...[1, 2, 3, 4].map((seat) => ({ x: 100 + seat * 33, y: 100, section: 'אולם', row: '1', seat: String(seat) })),
    ...['1', '2'].flatMap((row) => [1, 2, 3, 4].map((seat) => ({ section: 'תאים', row, seat: String(seat) }))),
  ],
}

test.each([
  ['rows', ROWS, ['תאים', 'גלריה']],
  ['points', POINTS, ['תאים']],
] as const)('a plan of %s has sections without a picture, whose rows are rows all the same', async (form, written, names) => {
  const { plan, notes } = await readWritten(form, written)
  expect(notes.problems).toEqual([])
  const hall = hallOf(planFrom(plan))
  expect(undrawnSections(hall).map(({ name }) => name)).toEqual(names)
  expect(undrawnSections(hall).every(({ outline }) => outline.length === 0)).toBe(true)
  expect(findOverlaps(plan.seats, plan.seatSize - 0.05)).toEqual([])
  expect(Math.max(...plan.seats.map(({ seatplanY }) => seatplanY))).toBeLessThanOrEqual(plan.height)
  const first = undrawnSections(hall)[0]?.first ?? 0
  expect([besideSeat(hall, first, 1), besideSeat(hall, first + 3, 1)]).toEqual([first + 1, -1])
  const shown = hallAtLevel(hall, 0)
  expect([...shown.x.keys()].filter((seat) => !Number.isNaN(shown.x[seat])).length).toBe(first)
  expect(shown.box[3]).toBeLessThan(250)
  expect([isShownInParts(hall), isShownInParts({ sections: hall.sections.slice(0, 1) })]).toEqual([true, false])
  const states = emptyStates(hall)
  states.allocation.fill(1)
  states.status.fill(1)
  const best = rankGroups(hall, states, { quantity: 2, rules: { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, seatingPolicyId: 1 }, together: 'only' }) // prettier-ignore
  expect(best[0]?.seats.every((seat) => seat < first)).toBe(true)
  expect(best.some(({ seats }) => seats.every((seat) => seat >= first))).toBe(true)
  expect(levelToOpenOn(hall, states)).toBe(0)
})

test('the packed plan, the wire and an export say so', async () => {
  const { plan } = await readWritten('points', POINTS)
  expect(unpackPlan(packPlan(planFrom(plan))).sections.map(({ isDrawn }) => isDrawn)).toEqual([undefined, false])
  expect(Object.values(seatplanAnswer(planFrom(plan)).sections).map(({ isDrawn }) => isDrawn)).toEqual([undefined, false])
  expect(JSON.stringify([packPlan(planFrom(plan)).sections[0], plan.sections[0]])).not.toContain('isDrawn')
  const again = await readWritten('points', exportPlan(plan, 'x', 'points').text)
  expect([again.plan.sections, again.plan.seats]).toEqual([plan.sections, plan.seats])
  expect(exportPlan(plan, 'x', 'svg').lost).toContain('that "תאים" is in the list only')
})

test('a plan of nothing else is read too; a section of which some seats have places is a problem', async () => {
  const alone = await readWritten('points', { format: 'points', seats: POINTS.seats.slice(4) })
  expect(alone.notes.problems).toEqual([])
  expect(alone.plan.sections.map(({ isDrawn }) => isDrawn)).toEqual([false])
  const mixed = { ...POINTS, seats: [...POINTS.seats, { x: 100, y: 300, section: 'תאים', row: '3', seat: '1' }] }
  const { notes } = await readWritten('points', mixed)
  expect(notes.problems.map(writeRemark).join()).toContain('seats[4]: has no x and y, and other seats of "תאים" have')
})
