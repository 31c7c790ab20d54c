import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { isOverLimit, unitOf, whyNot } from '#lib/domain/seating/rules/seat-rules.ts'
import { withoutReferences, type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { isYours } from '#lib/domain/seating/rules/seat-states.ts'
import type { Answer, Choosing, ChoosingEvent, Request, SeatNotice } from './choosing.ts'
import { indexesOf, indexOf, isUnderWay, seatOf } from './hall-seats.ts'
import { isCompanionAlone } from './selection-problem.ts'
import {
  ask,
  begin,
  change,
  deselect,
  expectStatusAfterGrace,
  giveBack,
  mark,
  say,
  sayDone,
  sayRefusal,
  select,
  type Turn,
} from './turn.ts'

type Of<Kind, Union = ChoosingEvent> = Extract<Union, { readonly kind: Kind }>

/** Selects seats of the hall (sofas whole), all or none, and asks to hold them; if a rule forbids it, says which. */
export function chooseSeats(turn: Turn, { id, seats: wanted, keepOnRefusal }: Of<'choose'>): void {
  const { state } = turn
  const whole = [...new Set(wanted.flatMap((at) => unitOf(state.hall, at)))]
  const reason = whyNone(state, wanted, whole)
  const seatsOf = (ids: readonly number[]) => ids.map((at) => seatOf(state, at))
  if (reason) return say(turn, reason, seatsOf(wanted))
  const ids = whole.filter((part) => !isYours(state.states, part))
  const seats = seatsOf(ids)
  mark(turn, ids, SEAT_STATUS.selected)
  select(turn, seats)
  begin(turn, id, { kind: 'choose', ids, seats, keepOnRefusal })
  ask(turn, seats, { id, isHold: true })
}

/** Why seats cannot be selected, or null. */
function whyNone(state: Choosing, wanted: readonly number[], whole: readonly number[]): SeatNotice['kind'] | null {
  const { seatingPolicyId, seatRules, maxSeats } = state.presentation
  const selected = state.selected.length
  for (const at of wanted) {
    const reason = whyNot({ ...state, ...seatRules, seatingPolicyId, maxSeats, selected }, at)
    if (reason === 'taken' && state.isUnpaidHold && isNeverHeld(state.hall, at)) return 'notHeld'
    if (reason) return reason
  }
  if (isOverLimit({ selected, maxSeats }, whole.length)) return 'limit'
  const lacks = seatRules.companionNeedsWheelchair && wanted.length === 1 && isCompanionAlone(state, wanted[0] ?? -1)
  return lacks ? 'companion' : null
}

/** Keeps seats that are all held; if one is refused, takes the selection back (unless told to keep it) and says why. */
export function answerChosen(turn: Turn, request: Of<'choose', Request>, answers: readonly Answer[]): void {
  const { ids, seats, keepOnRefusal } = request
  if (answers.every(({ ok }) => ok)) return sayDone(turn, 'selected', request)
  if (keepOnRefusal) return
  deselect(turn, seats)
  mark(turn, ids, SEAT_STATUS.available)
  ids.forEach((at, part) => {
    const answer = answers[part]
    const seat = seats[part]
    if (!answer || !seat) return
    if (answer.ok) giveBack(turn, at)
    else if (answer.refusal.code === 'NO_CONNECTION') change(turn, { orphans: new Set(turn.state.orphans).add(at) })
    else if (answer.refusal.code === 'SEAT_NOT_AVAILABLE') loseToOther(turn, at, seat)
  })
  sayRefusal(turn, answers, seats)
}

/** Shows a seat as somebody else's, for the time of its grace, and offers others. */
function loseToOther(turn: Turn, at: number, seat: SelectedSeat): void {
  mark(turn, [at], SEAT_STATUS.held)
  expectStatusAfterGrace(turn, at, SEAT_STATUS.available)
  turn.effects.push({ kind: 'offer', seat })
}

/** Deselects a seat (a sofa whole) and asks to release it; waits for what is under way about it. */
export function releaseSeats(turn: Turn, id: number, seat: SelectedSeat): void {
  const { state } = turn
  const at = indexOf(state, seat)
  if (at < 0) return
  const ids = unitOf(state.hall, at).filter((part) => isYours(state.states, part))
  if (ids.some((part) => isUnderWay(state, part))) return
  const seats = state.selected.filter((one) => ids.includes(indexOf(state, one)))
  deselect(turn, seats)
  mark(turn, ids, SEAT_STATUS.available)
  begin(turn, id, { kind: 'release', ids, seats })
  ask(turn, seats, { id, isHold: false })
}

/** Selects again what the server did not release. */
export function answerReleased(turn: Turn, request: Of<'release', Request>, answers: readonly Answer[]): void {
  const { seats } = request
  if (answers.every(({ ok }) => ok)) return sayDone(turn, 'released', request)
  const kept = seats.filter((_seat, part) => !answers[part]?.ok)
  mark(turn, indexesOf(turn.state, kept), SEAT_STATUS.selected)
  select(turn, kept.map(withoutReferences))
  sayRefusal(turn, answers, kept)
}
