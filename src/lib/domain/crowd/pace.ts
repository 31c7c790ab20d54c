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
  /** Those of a step, of late, whose turn it was and who came in. */
  readonly entered: number
}

/** How newcomers are let in: all of them while it is open, else so many a step. */
export interface Pace {
  readonly isOpen: boolean
  /** Newcomers that a step lets in. */
  readonly perStep: number
  /** What it comes back to when the shop is not slow. */
  readonly usual: number
  /** Steps in a row that were slow while it is open, quiet while it is shut. */
  readonly inRow: number
}

/** Interval at which the load is measured and newcomers are let in, in ms. */
export const STEP = 250

/** A request that takes longer is slow; one that takes less is quick, and more may come. In ms. */
const SLOW = 700
const QUICK = 300
/** So many slow steps in a row shut the door, so many quiet ones open it. */
const SHUTS_AFTER = 2
const OPENS_AFTER = 8
/** Of those that came when it became too many, half are let in at first, fewer the slower it is, but a quarter at least: a moment of standstill says little. */
const AT_FIRST = 0.5
const LEAST_AT_FIRST = 0.25
/** What a step changes. It grows slowly: who comes in now chooses seats and pays in the minutes after. */
const MORE_IF_IDLE = 1.1
const MORE = 1.04
const LESS = 0.985
/** The share of those let in that has to come for more to be let in. */
const COMES = 0.5
/** At least one visitor is let in every two seconds, so that the line always moves. */
export const LEAST_PER_STEP = 0.125

export const OPEN: Pace = { isOpen: true, perStep: 0, usual: 0, inRow: 0 }

/** A door that always lets in at most so many a second. */
export function fixedPace(perSecond: number): Pace {
  const perStep = (perSecond * STEP) / 1_000
  return { isOpen: false, perStep, usual: perStep, inRow: 0 }
}

/**
 * The pace of the next step. It shuts after half a second of slowness, then follows what the shop can do: a little more while it is quick. While it is slow hardly
 * anybody comes in, and each such step lowers what it comes back to.
 */
export function nextPace(pace: Pace, seen: Busyness): Pace {
  const isSlow = seen.wait > SLOW && seen.isFull
  if (pace.isOpen) {
    if (!isSlow) return OPEN
    if (pace.inRow + 1 < SHUTS_AFTER) return { ...pace, inRow: pace.inRow + 1 }
    return shut(isSlow, seen.came * Math.max(LEAST_AT_FIRST, (AT_FIRST * SLOW) / seen.wait), 0)
  }
  const isQuick = seen.wait < QUICK || !seen.isFull
  const inRow = seen.waiting === 0 && isQuick ? pace.inRow + 1 : 0
  return inRow >= OPENS_AFTER ? OPEN : shut(isSlow, pace.usual * changeOf(pace, seen), inRow)
}

function shut(isSlow: boolean, wanted: number, inRow: number): Pace {
  const usual = Math.max(LEAST_PER_STEP, wanted)
  return { isOpen: false, perStep: isSlow ? LEAST_PER_STEP : usual, usual, inRow }
}

/** The factor for the next pace. It grows only while enough of the visitors let in have come; they ask again only every few seconds. */
function changeOf({ perStep }: Pace, { wait, isFull, entered }: Busyness): number {
  if (isFull && wait > SLOW) return LESS
  if (entered < perStep * COMES) return 1
  if (!isFull) return MORE_IF_IDLE
  return wait < QUICK ? MORE : 1
}
