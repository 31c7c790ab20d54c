import { unitOf, whyNot } from '#lib/domain/seat-rules.ts'
import { addSeats, dropSeats, withoutReferences, type SelectedSeat } from '#lib/domain/seat-selection.ts'
import { nearestFreeSeat } from '#lib/domain/seat-steps.ts'
import { SEAT_STATUS } from '#lib/domain/seatplan.ts'
import type { CallResult } from './call.ts'
import { releasePlace } from './seats-places.ts'
import { $selectedSeats, $takenSeat, notify, opened, seatOf, showStates, tellRefusal, tick, type OpenSeats } from './seats-state.ts'
import { askLock, askUnlock } from './seats-status.ts'

interface SelectOptions {
  /** True where the seat stays selected although its lock was refused, for example because it is locked already (spec §4). */
  readonly keepOnRefusal?: boolean
}

/**
 * Selects a seat of the hall (a sofa whole) and then locks it; a refused lock takes the selection back and says why.
 * @returns whether it is locked
 */
export async function selectSeat(at: number, { keepOnRefusal = false }: SelectOptions = {}): Promise<boolean> {
  const open = opened.seats
  if (!open) return false
  const { seatingPolicyId, maxSeats } = open.presentation
  const reason = whyNot({ ...open, seatingPolicyId, maxSeats, selected: $selectedSeats.get().length }, at)
  if (reason) {
    notify(reason, [seatOf(open, at)])
    return false
  }
  const unit = unitOf(open.hall, at)
  const seats = unit.map((part) => seatOf(open, part))
  mark(open, unit, SEAT_STATUS.selected, Infinity)
  $selectedSeats.set(addSeats($selectedSeats.get(), seats))
  const answers = await Promise.all(seats.map(askLock))
  const refused = answers.findIndex((answer) => !answer.ok)
  if (refused < 0 || keepOnRefusal) {
    mark(open, unit, SEAT_STATUS.selected, tick())
    if (refused < 0) notify('selected', seats)
    return refused < 0
  }
  undoSelection(open, unit, seats, answers)
  return false
}

function undoSelection(
  open: OpenSeats,
  unit: readonly number[],
  seats: readonly SelectedSeat[],
  answers: readonly CallResult<unknown>[],
): void {
  $selectedSeats.set(
    dropSeats(
      $selectedSeats.get(),
      seats.map(({ key }) => key),
    ),
  )
  mark(open, unit, SEAT_STATUS.available, tick())
  unit.forEach((at, part) => {
    const [seat, answer] = [seats[part], answers[part]]
    if (!seat || !answer) return
    if (answer.ok) void askUnlock(seat)
    else if (answer.refusal.code === 'NO_CONNECTION') open.orphans.add(at)
    else if (answer.refusal.code === 'SEAT_NOT_AVAILABLE') {
      mark(open, [at], SEAT_STATUS.held, tick())
      $takenSeat.set({ seat, offer: nearestFreeSeat(open.hall, open.states, at, open.presentation.seatingPolicyId) })
    }
  })
  const failed = answers.find((answer) => !answer.ok)
  if (failed) tellRefusal(failed, seats)
}

/** Releases a selected seat (a sofa whole) or place; where the server will not, it is selected again. */
export async function releaseSeat(key: string): Promise<boolean> {
  const open = opened.seats
  const seat = $selectedSeats.get().find((one) => one.key === key)
  if (!open || !seat) return false
  if (seat.x === null) return releasePlace(open, seat)
  const at = open.hall.addressX.findIndex(
    (_x, other) => open.states.status[other] === SEAT_STATUS.selected && seatOf(open, other).key === key,
  )
  const unit = unitOf(open.hall, at)
  if (at < 0 || unit.some((part) => open.touched.get(part) === Infinity)) return false
  const keys = new Set(unit.map((part) => seatOf(open, part).key))
  const seats = $selectedSeats.get().filter((one) => keys.has(one.key))
  $selectedSeats.set(dropSeats($selectedSeats.get(), [...keys]))
  mark(open, unit, SEAT_STATUS.available, Infinity)
  const answers = await Promise.all(seats.map(askUnlock))
  const refused = answers.find((answer) => !answer.ok)
  mark(open, unit, refused ? SEAT_STATUS.selected : SEAT_STATUS.available, tick())
  if (refused) $selectedSeats.set(addSeats($selectedSeats.get(), seats.map(withoutReferences)))
  if (refused) tellRefusal(refused, seats)
  else notify('released', seats)
  return !refused
}

/** Selects a free seat, releases one's own. */
export async function toggleSeat(at: number): Promise<boolean> {
  const open = opened.seats
  if (!open) return false
  return open.states.status[at] === SEAT_STATUS.selected ? releaseSeat(seatOf(open, at).key) : selectSeat(at)
}

/** After a commit: what was selected is nobody's to choose any more (spec §4). */
export function sealSeats(): void {
  const open = opened.seats
  $selectedSeats.set([])
  if (!open) return
  const own = [...open.states.status.keys()].filter((at) => open.states.status[at] === SEAT_STATUS.selected)
  mark(open, own, 0, tick())
}

function mark(open: OpenSeats, seats: readonly number[], status: number, touchedAt: number): void {
  for (const at of seats) {
    open.states.status[at] = status
    open.touched.set(at, touchedAt)
  }
  if (opened.seats === open) showStates(open, seats)
}
