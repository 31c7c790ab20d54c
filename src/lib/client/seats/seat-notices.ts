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

/** Whatever became of a press, in the order of the answers. */
export const $seatNotice = atom<SeatNotice | null>(null)
/** The notice that is shown and spoken: a late good answer does not take the place of what a later press met with. */
export const $shownNotice = atom<SeatNotice | null>(null)

/** When the trouble that is shown came up. */
let troubleAt = 0

/** Tells what keeps a wish from being granted. */
export function notify(kind: SeatNotice['kind'], seats: Selection = [], message = ''): void {
  show({ kind, seats, message }, (troubleAt = tick()))
}

/** Tells that a wish was granted. @param pressedAt its moment, by `tick` */
export function notifyDone(kind: 'selected' | 'released', seats: Selection, pressedAt = tick()): void {
  show({ kind, seats, message: '' }, pressedAt)
}

function show(notice: SeatNotice, at: number): void {
  if (at >= troubleAt) $shownNotice.set(notice)
  $seatNotice.set(notice)
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
