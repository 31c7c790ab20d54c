import { setImmediate as loopRound } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layOutHall } from '#lib/domain/seating/plan/seat-hall.ts'
import { groundOf, surveyGround } from '#lib/domain/seating/best/best-ground.ts'
import { inSlices } from '#lib/server/platform/jobs/slices.ts'

/** The time that only work takes, however busy the machine is; ms. */
let clock = 0

beforeEach(async () => {
  clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  // The slice of the test before is over.
  await loopRound()
  await loopRound()
})
afterEach(() => vi.restoreAllMocks())

/** Work in steps of the given length; ms. */
function* busy(steps: number, ms: number): Generator<void, number> {
  for (let at = 0; at < steps; at++) {
    clock += ms
    yield
  }
  return steps
}

describe('work in slices', () => {
  it('yields to the event loop every few ms and returns the result', async () => {
    let rounds = 0
    const now = { isOver: false }
    const work = inSlices(busy(30, 2)).finally(() => (now.isOver = true))
    for (; !now.isOver; rounds++) await loopRound()
    expect(await work).toBe(30)
    expect(rounds).toBeGreaterThanOrEqual(7)
  })

  it('does short work at once', async () => {
    let isOver = false
    void inSlices(busy(1, 0)).then(() => (isOver = true))
    await Promise.resolve().then(() => undefined)
    expect(isOver).toBe(true)
  })

  it('lets works that run at once take turns, so that many of them block a round no longer than one', async () => {
    let round = 0
    const now = { isOver: false }
    const slicesOf = new Map<number, number>()
    function* work(): Generator<void, void> {
      for (const _step of busy(3, 10)) {
        slicesOf.set(round, (slicesOf.get(round) ?? 0) + 1)
        yield
      }
    }
    const works = Promise.all(Array.from({ length: 8 }, () => inSlices(work()))).finally(() => (now.isOver = true))
    for (; !now.isOver; round++) await loopRound()
    await works
    // The first two may be counted in one round: which of two immediates of a round comes first is not said.
    expect(slicesOf.size).toBeGreaterThanOrEqual(8 * 3 - 1)
    expect(Math.max(...slicesOf.values())).toBeLessThanOrEqual(2)
  })

  it('throws what the work throws', async () => {
    const broken = (function* (): Generator<void, never> {
      yield
      throw new Error('broken')
    })()
    await expect(inSlices(broken)).rejects.toThrow('broken')
  })

  it('surveys a large hall in many steps, with the same result that ranking uses', async () => {
    const seats = Array.from(
      { length: 500 },
      (_seat, at) => [at % 100, Math.floor(at / 100), at % 100, Math.floor(at / 100), 0, '1', []] as const,
    )
    const rows = Array.from({ length: 5 }, (_row, at) => ({ RowName: String(at), first: at * 100, count: 100 }))
    const section = {
      SectionName: 'A',
      IsReserved: true,
      capacity: 500,
      outline: [],
      labelX: 0,
      labelY: 0,
      groups: [{ id: 1, rows }],
      seats,
    }
    const sections = Array.from({ length: 40 }, (_section, at) => [String(at + 1), section] as const)
    const hall = layOutHall({ id: 1, venueId: 1, stage: null }, sections)
    const survey = surveyGround(hall)
    let steps = 0
    let step = survey.next()
    for (; step.done !== true; step = survey.next()) steps++
    expect(steps, 'a thousand seats, then a section each').toBeGreaterThanOrEqual(20 + 40)
    expect(groundOf(hall)).toBe(step.value)
    expect(await inSlices(surveyGround(hall))).toBe(step.value)
  })
})
