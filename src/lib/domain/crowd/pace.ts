/** How busy a shop is, seen over one step. */
export interface Busyness {
  /** How long a request that comes now takes, in ms, by those at work and those done. */
  readonly wait: number
  /** Whether something is used up: the processor, or the connections to the database. A slow payment provider alone is no crowd. */
  readonly isFull: boolean
  /** Visitors who waited for their turn at its end. */
  readonly waiting: number
  /** Newcomers of a step, of late. */
  readonly came: number
}

/** How newcomers are let in: all of them while it is open, else so many a step. */
export interface Pace {
  readonly isOpen: boolean
  readonly perStep: number
  /** Steps in a row that were slow while it is open, quiet while it is shut. */
  readonly inRow: number
}

/** How often it is looked at how busy the shop is, in ms. */
export const STEP = 250

/** A request that takes longer is slow; one that takes less is quick, and more may come. In ms. */
const SLOW = 1_000
const QUICK = 300
/** So many slow steps in a row shut the door, so many quiet ones open it. */
const SHUTS_AFTER = 4
const OPENS_AFTER = 20
/** Of those that came when it became too many, half are let in at first. */
const AT_FIRST = 0.5
const MORE = 1.1
const LESS = 0.7
/** One in two seconds comes in whatever happens: who waits sees that it goes on. */
export const LEAST_PER_STEP = 0.125

export const OPEN: Pace = { isOpen: true, perStep: 0, inRow: 0 }

/** A door that always lets in at most so many a second. */
export function fixedPace(perSecond: number): Pace {
  return { isOpen: false, perStep: (perSecond * STEP) / 1_000, inRow: 0 }
}

/** The pace of the next step. It shuts after a second of slowness, then follows what the shop can do: a little more while it is quick, much less when slow. */
export function nextPace(pace: Pace, seen: Busyness): Pace {
  const isSlow = seen.wait > SLOW && seen.isFull
  if (pace.isOpen) {
    if (!isSlow) return OPEN
    if (pace.inRow + 1 < SHUTS_AFTER) return { ...pace, inRow: pace.inRow + 1 }
    return { isOpen: false, perStep: Math.max(LEAST_PER_STEP, seen.came * AT_FIRST), inRow: 0 }
  }
  const isQuick = seen.wait < QUICK || !seen.isFull
  const inRow = seen.waiting === 0 && isQuick ? pace.inRow + 1 : 0
  if (inRow >= OPENS_AFTER) return OPEN
  const factor = isSlow ? LESS : isQuick ? MORE : 1
  return { isOpen: false, perStep: Math.max(LEAST_PER_STEP, pace.perStep * factor), inRow }
}
