import { isOverLimit, unitOf, whyNot } from '#lib/domain/seating/rules/seat-rules.ts'
import { addSeats, withoutReferences, type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { nearestFreeSeats } from '#lib/domain/seating/rules/seat-steps.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import type { CallResult } from '#lib/client/http/call.ts'
import { $isHold } from './hold-mode.ts'
import { releasePlace } from './seats-places.ts'
import { isAllowedBeside, isCompanionAlone } from './seats-problem.ts'
import { notify, notifyDone, tellRefusal, type SeatNotice } from './seat-notices.ts'
import {
  $selectedSeats,
  $takenSeat,
  beginRequest,
  chosenSeats,
  deselect,
  indexOf,
  isUnderWay,
  opened,
  seatOf,
  showStates,
  tick,
  type OpenSeats,
} from './seats-state.ts'
import { askLock, askUnlock, endRequest, giveBack, suppose } from './seats-status.ts'

interface SelectOptions {
  /** True where the seat stays selected although its lock was refused, for example because it is locked already (spec §4). */
  readonly keepOnRefusal?: boolean
}

/**
 * Selects a seat of the hall (a sofa whole) and then locks it; a refused lock takes the selection back and says why.
 * @returns whether it is locked
 */
export function selectSeat(at: number, options: SelectOptions = {}): Promise<boolean> {
  return selectTogether([at], options)
}

/** The same for several seats, which are had all together or not at all. */
export async function selectTogether(wanted: readonly number[], { keepOnRefusal = false }: SelectOptions = {}): Promise<boolean> {
  const open = opened.seats
  if (!open) return false
  const whole = [...new Set(wanted.flatMap((at) => unitOf(open.hall, at)))]
  const reason = whyNone(open, wanted, whole)
  if (reason) {
    notify(
      reason,
      wanted.map((at) => seatOf(open, at)),
    )
    return false
  }
  const unit = whole.filter((part) => open.states.status[part] !== SEAT_STATUS.selected)
  const seats = unit.map((part) => seatOf(open, part))
  mark(open, unit, SEAT_STATUS.selected)
  $selectedSeats.set(addSeats($selectedSeats.get(), seats))
  const begunAt = beginRequest(open, unit)
  const answers = await Promise.all(seats.map(askLock))
  endRequest(open, unit)
  const isHad = answers.every(({ ok }) => ok)
  if (isHad) notifyDone('selected', seats, begunAt)
  else if (!keepOnRefusal) undoSelection(open, unit, seats, answers)
  return isHad
}

/** Why seats cannot be selected, or null. */
function whyNone(open: OpenSeats, wanted: readonly number[], whole: readonly number[]): SeatNotice['kind'] | null {
  const { seatingPolicyId, seatRules, maxSeats } = open.presentation
  const selected = $selectedSeats.get().length
  for (const at of wanted) {
    const reason = whyNot({ ...open, ...seatRules, seatingPolicyId, maxSeats, selected }, at)
    if (reason === 'taken' && $isHold.get() && isNeverHeld(open.hall, at)) return 'notHeld'
    if (reason) return reason
  }
  if (isOverLimit({ selected, maxSeats }, whole.length)) return 'limit'
  const lacks = seatRules.companionNeedsWheelchair && wanted.length === 1 && isCompanionAlone(open, wanted[0] ?? -1)
  return lacks ? 'companion' : null
}

function undoSelection(
  open: OpenSeats,
  unit: readonly number[],
  seats: readonly SelectedSeat[],
  answers: readonly CallResult<unknown>[],
): void {
  deselect(seats)
  mark(open, unit, SEAT_STATUS.available)
  unit.forEach((at, part) => {
    const [seat, answer] = [seats[part], answers[part]]
    if (!seat || !answer) return
    if (answer.ok) void giveBack(open, at)
    else if (answer.refusal.code === 'NO_CONNECTION') open.orphans.add(at)
    else if (answer.refusal.code === 'SEAT_NOT_AVAILABLE') {
      mark(open, [at], SEAT_STATUS.held)
      suppose(open, at, SEAT_STATUS.available)
      offerInstead(open, seat, at)
    }
  })
  const failed = answers.find((answer) => !answer.ok)
  if (failed) tellRefusal(failed, seats)
}

const MOST_OFFERED = 3

function offerInstead(open: OpenSeats, seat: SelectedSeat, at: number): void {
  $takenSeat.set({ seat, offers: nearestFreeSeats(open.hall, open.states, at, MOST_OFFERED, isAllowedBeside(open)) })
}

/** Releases a selected seat (a sofa whole) or place; where the server will not, it is selected again. */
export async function releaseSeat(key: string): Promise<boolean> {
  const open = opened.seats
  const seat = $selectedSeats.get().find((one) => one.key === key)
  if (!open || !seat) return false
  if (seat.x === null) return releasePlace(open, seat)
  const at = indexOf(open, seat)
  if (at < 0) return false
  const unit = unitOf(open.hall, at).filter((part) => open.states.status[part] === SEAT_STATUS.selected)
  if (unit.some((part) => isUnderWay(open, part))) return false
  const keys = unit.map((part) => seatOf(open, part).key)
  const seats = $selectedSeats.get().filter((selected) => keys.includes(selected.key))
  deselect(seats)
  mark(open, unit, SEAT_STATUS.available)
  const begunAt = beginRequest(open, unit)
  const answers = await Promise.all(seats.map(askUnlock))
  endRequest(open, unit)
  const refused = answers.find((answer) => !answer.ok)
  if (!refused) notifyDone('released', seats, begunAt)
  else {
    const kept = seats.filter((_seat, part) => !answers[part]?.ok)
    mark(
      open,
      kept.map((one) => indexOf(open, one)),
      SEAT_STATUS.selected,
    )
    $selectedSeats.set(addSeats($selectedSeats.get(), kept.map(withoutReferences)))
    tellRefusal(refused, kept)
  }
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
  const own = open ? chosenSeats(open) : []
  $selectedSeats.set([])
  if (!open) return
  mark(open, own, 0)
  endRequest(open, own)
}

/** Shows what a request about seats is about to do, or has done. */
export function mark(open: OpenSeats, seats: readonly number[], status: number): void {
  const moment = tick()
  for (const at of seats) {
    if (open.states.status[at] !== status) open.changedAt[at] = moment
    open.states.status[at] = status
  }
  if (opened.seats === open) showStates(open, seats)
}
