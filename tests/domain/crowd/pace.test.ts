import { describe, expect, it } from 'vitest'
import { fixedPace, LEAST_PER_STEP, nextPace, OPEN, type Busyness, type Pace } from '#lib/domain/crowd/pace.ts'

const CALM: Busyness = { wait: 5, isFull: false, waiting: 0, came: 3, entered: 3 }
const SLOW: Busyness = { wait: 1_400, isFull: true, waiting: 40, came: 60, entered: 60 }
const BETWEEN: Busyness = { ...SLOW, wait: 500 }

function after(pace: Pace, seen: Busyness, steps: number): Pace {
  return Array.from({ length: steps }).reduce<Pace>((now) => nextPace(now, seen), pace)
}

describe('the pace at which newcomers come into a shop', () => {
  it('is open until it has been slow twice on end, and then lets in half of those who came at most, fewer the slower it is, down to a quarter', () => {
    expect(after(OPEN, SLOW, 1).isOpen).toBe(true)
    expect(after(after(after(OPEN, SLOW, 1), CALM, 1), SLOW, 1).isOpen).toBe(true)
    expect(after(OPEN, { ...SLOW, wait: 875 }, 2)).toEqual({ isOpen: false, perStep: LEAST_PER_STEP, usual: 24, inRow: 0 })
    expect(after(OPEN, SLOW, 2)).toEqual({ isOpen: false, perStep: LEAST_PER_STEP, usual: 15, inRow: 0 })
    expect(after(OPEN, { ...SLOW, wait: 4_200 }, 2)).toEqual({ isOpen: false, perStep: LEAST_PER_STEP, usual: 15, inRow: 0 })
  })

  it('stays open while something else is slow than the shop itself', () => {
    expect(after(OPEN, { ...SLOW, isFull: false }, 100)).toEqual(OPEN)
  })

  it('is open and steady at the very limits of slow and quick', () => {
    expect(after(OPEN, { ...SLOW, wait: 700 }, 5)).toEqual(OPEN)
    const shut = after(OPEN, SLOW, 2)
    expect(nextPace(shut, { ...SLOW, wait: 700 })).toMatchObject({ perStep: 15, usual: 15 })
    expect(nextPace(shut, { ...SLOW, wait: 300 })).toMatchObject({ perStep: 15, usual: 15 })
    expect(nextPace(fixedPace(16), { ...CALM, entered: 2 }).usual).toBeCloseTo(4.4)
    expect(nextPace(fixedPace(16), { ...CALM, entered: 1 }).usual).toBe(4)
  })

  it('is next to nothing while the shop is slow, the usual one when it is neither, more while it is quick', () => {
    const shut = after(OPEN, SLOW, 2)
    expect(nextPace(shut, SLOW).usual).toBeCloseTo(14.775)
    expect(nextPace(shut, SLOW).perStep).toBe(LEAST_PER_STEP)
    expect(nextPace(shut, BETWEEN).perStep).toBe(15)
    expect(nextPace(shut, { ...SLOW, wait: 100 }).perStep).toBeCloseTo(15.6)
    expect(nextPace(shut, { ...SLOW, isFull: false }).perStep).toBeCloseTo(16.5)
    expect(after(shut, SLOW, 400)).toMatchObject({ perStep: LEAST_PER_STEP, usual: LEAST_PER_STEP })
  })

  it('is no more while those who are let in have not come yet', () => {
    const shut = after(after(OPEN, SLOW, 2), BETWEEN, 1)
    expect(nextPace(shut, { ...CALM, entered: 5 }).usual).toBe(15)
    expect(nextPace(shut, { ...CALM, entered: 12 }).usual).toBeCloseTo(16.5)
  })

  it('opens when nobody has waited for two seconds on end and it is quick', () => {
    const shut = after(OPEN, SLOW, 2)
    expect(after(shut, CALM, 7).isOpen).toBe(false)
    expect(after(after(after(shut, CALM, 7), { ...CALM, waiting: 1 }, 1), CALM, 7).isOpen).toBe(false)
    expect(after(shut, CALM, 8)).toEqual(OPEN)
    expect(after(shut, { ...SLOW, waiting: 0 }, 50).isOpen).toBe(false)
    expect(after(shut, { ...BETWEEN, waiting: 0 }, 8).isOpen).toBe(false)
    expect(after(shut, { ...BETWEEN, wait: 300, waiting: 0 }, 8).isOpen).toBe(false)
    expect(after(shut, { ...BETWEEN, wait: 299, waiting: 0 }, 8)).toEqual(OPEN)
    expect(after(shut, { ...SLOW, isFull: false, waiting: 0 }, 8)).toEqual(OPEN)
  })

  it('can be fixed, in visitors a second', () => {
    expect(fixedPace(20)).toEqual({ isOpen: false, perStep: 5, usual: 5, inRow: 0 })
  })
})
