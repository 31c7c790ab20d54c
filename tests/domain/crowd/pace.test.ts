import { describe, expect, it } from 'vitest'
import { fixedPace, LEAST_PER_STEP, nextPace, OPEN, type Busyness, type Pace } from '#lib/domain/crowd/pace.ts'

const CALM: Busyness = { wait: 5, isFull: false, waiting: 0, came: 3 }
const SLOW: Busyness = { wait: 3_000, isFull: true, waiting: 40, came: 60 }
const BETWEEN: Busyness = { ...SLOW, wait: 600 }

function after(pace: Pace, seen: Busyness, steps: number): Pace {
  return Array.from({ length: steps }).reduce<Pace>((now) => nextPace(now, seen), pace)
}

describe('the pace at which newcomers come into a shop', () => {
  it('is open until it has been slow for a second on end, and then lets in half of those who came', () => {
    expect(after(OPEN, SLOW, 3).isOpen).toBe(true)
    expect(after(after(after(OPEN, SLOW, 3), CALM, 1), SLOW, 3).isOpen).toBe(true)
    expect(after(OPEN, SLOW, 4)).toEqual({ isOpen: false, perStep: 30, inRow: 0 })
  })

  it('stays open while something else is slow than the shop itself', () => {
    expect(after(OPEN, { ...SLOW, isFull: false }, 100)).toEqual(OPEN)
  })

  it('is less while the shop is slow, the same when it is neither, more while it is quick, and never nothing', () => {
    const shut = after(OPEN, SLOW, 4)
    expect(nextPace(shut, SLOW).perStep).toBeCloseTo(21)
    expect(nextPace(shut, BETWEEN).perStep).toBe(30)
    expect(nextPace(shut, { ...SLOW, wait: 100 }).perStep).toBeCloseTo(33)
    expect(nextPace(shut, { ...SLOW, isFull: false }).perStep).toBeCloseTo(33)
    expect(after(shut, SLOW, 100).perStep).toBe(LEAST_PER_STEP)
  })

  it('opens when nobody has waited for five seconds on end and it is quick', () => {
    const shut = after(OPEN, SLOW, 4)
    expect(after(shut, CALM, 19).isOpen).toBe(false)
    expect(after(after(after(shut, CALM, 19), { ...CALM, waiting: 1 }, 1), CALM, 19).isOpen).toBe(false)
    expect(after(shut, CALM, 20)).toEqual(OPEN)
    expect(after(shut, { ...SLOW, waiting: 0 }, 50).isOpen).toBe(false)
  })

  it('can be fixed, in visitors a second', () => {
    expect(fixedPace(20)).toEqual({ isOpen: false, perStep: 5, inRow: 0 })
  })
})
