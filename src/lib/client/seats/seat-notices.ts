import { atom } from 'nanostores'
import type { CallResult } from '#lib/client/http/call.ts'
import type { Selection } from '#lib/domain/seating/rules/seat-selection.ts'
import { waitFor } from './hold-wait.ts'
import { tick } from './seats-state.ts'

/** Something to say to the visitor. `message` is the server's own sentence, where it gave one. */
export interface SeatNotice {
  readonly kind: 'selected' | 'released' | 'limit' | 'blocked' | 'taken' | 'notHeld' | 'companion' | 'lost' | 'refused' | 'wait' | 'offline'
  readonly seats: Selection
  readonly message: string
}

/** What became of the last press: a late good answer to an earlier one does not take the place of what that met with. */
export const $seatNotice = atom<SeatNotice | null>(null)
/** The moment of the last good answer, by `tick`, shown or not. */
export const $granted = atom(0)

/** When the trouble that is shown came up. */
let troubleAt = 0

/** Tells what keeps a wish from being granted. */
export function notify(kind: SeatNotice['kind'], seats: Selection = [], message = ''): void {
  troubleAt = tick()
  $seatNotice.set({ kind, seats, message })
}

/** Tells that a wish was granted. @param begunAt when its request began, by `tick` */
export function notifyDone(kind: 'selected' | 'released', seats: Selection, begunAt: number): void {
  if (begunAt > troubleAt) $seatNotice.set({ kind, seats, message: '' })
  $granted.set(tick())
}

/** Says why the server would not; a seat that somebody else has is said at once, aloud. */
export function tellRefusal(answer: CallResult<unknown>, seats: Selection): void {
  if (answer.ok) return
  const { code, message, facts, retryAfter } = answer.refusal
  if (code === 'NO_CONNECTION') return notify('offline', seats)
  if (code === 'SEAT_LIMIT') return notify('limit', seats)
  if (code === 'HOLD_WAIT') {
    waitFor(Number(facts?.seconds ?? retryAfter ?? 1))
    return notify('wait', seats)
  }
  notify(code === 'SEAT_NOT_AVAILABLE' ? 'lost' : 'refused', seats, message)
}
