import { atom } from 'nanostores'
import type { TimerAnswer } from '#lib/contract/show/presentations.ts'
import { call } from '#lib/client/http/call.ts'
import { inMode } from '#lib/client/seats/hold-mode.ts'

/** The visitor's hold of one presentation, as it is counted down (spec §3, §4). */
export interface Hold {
  readonly presentationId: number
  /** Whole seconds, never below 0. */
  readonly secondsLeft: number
  /** How long it is from its beginning to its end, as the server has it. */
  readonly wholeSeconds: number
  /** Where the browser goes at 0. */
  readonly url: string
  /** Whether the one extension can still be had. */
  readonly canExtend: boolean
}

/** null while nothing is held, and after a reset. */
export const $hold = atom<Hold | null>(null)

const TICK_MS = 1000
/** A hold is spoken of at these seconds only, so that a screen reader is not flooded. */
const SPOKEN_AT = [300, 120, 60] as const

/** Where the browser goes at 0, in place of the presentation. */
export const timerLead: { path?: string | undefined } = {}

let endsAt = 0
let ticking: ReturnType<typeof setInterval> | undefined
/** Grows with every start and reset: an answer that arrives after it belongs to an older hold. */
let run = 0

/** Asks the server how long the hold lasts and counts down from its answer. */
export async function loadTimer(presentationId: number): Promise<void> {
  const asked = (run += 1)
  const answer = await call('getTimer', { params: { presentationId } })
  if (answer.ok && asked === run) startTimer(presentationId, answer.value.timer[String(presentationId)])
}

/** After a pause (a hidden page, a sleeping computer): asks again, unless the hold has run out meanwhile. */
export function correctTimer(): void {
  tick()
  const hold = $hold.get()
  if (hold && hold.secondsLeft > 0) void loadTimer(hold.presentationId)
}

/** Counts down from an answer; one without any time left is of a visitor who has to wait, and starts nothing. */
export function startTimer(presentationId: number, timer: TimerAnswer | undefined): void {
  if (!timer?.timeInSeconds) return
  clearInterval(ticking)
  const { timeInSeconds, wholeInSeconds, url, canExtend } = timer
  endsAt = Date.now() + timeInSeconds * 1000
  $hold.set({
    presentationId,
    secondsLeft: Math.ceil(timeInSeconds),
    wholeSeconds: wholeInSeconds,
    url: timerLead.path ?? inMode(url),
    canExtend,
  })
  ticking = setInterval(tick, TICK_MS)
}

/** Stops the countdown: nothing is held any more, or a payment has begun and the seats wait for it. */
export function resetTimer(): void {
  run += 1
  clearInterval(ticking)
  $hold.set(null)
}

function tick(): void {
  const hold = $hold.get()
  if (!hold) return
  const secondsLeft = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  if (secondsLeft === 0) clearInterval(ticking)
  if (secondsLeft !== hold.secondsLeft) $hold.set({ ...hold, secondsLeft })
}

export type Urgency = 'calm' | 'soon' | 'last' | 'over'

/** Calm above 2:00, amber from 2:00, a dialog from 1:00. */
export function urgencyOf(secondsLeft: number): Urgency {
  if (secondsLeft <= 0) return 'over'
  if (secondsLeft <= 60) return 'last'
  return secondsLeft <= 120 ? 'soon' : 'calm'
}

/** The mark that was passed between two readings of the clock, in seconds; undefined where there is nothing to say. */
export function markPassed(before: number, now: number): number | undefined {
  return SPOKEN_AT.find((mark) => before > mark && now <= mark && now > mark - 5)
}
