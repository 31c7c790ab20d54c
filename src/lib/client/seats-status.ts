import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { Contract } from '#lib/contract/endpoints.ts'
import { addSeats, dropSeats, withStoredTickets, type SelectedSeat } from '#lib/domain/seat-selection.ts'
import { applyStatus, isYours, NO_ALLOCATION } from '#lib/domain/seat-states.ts'
import { call } from './call.ts'
import { withPass } from './captcha.ts'
import { $places, $selectedSeats, notify, opened, placeOf, seatOf, showStates, tick, type OpenSeats } from './seats-state.ts'

type StatusAnswer = AnswerOf<Contract['getSeatsStatus']>

export function askStatus({ id, venueTypeId, isReserved }: OpenSeats['presentation']) {
  const query = {
    presentationId: String(id),
    isReserved: isReserved ? '1' : '0',
    ...(venueTypeId > 0 && { venueTypeId: String(venueTypeId) }),
  } as const
  return withPass('seats', (recaptchaToken) => call('getSeatsStatus', { query: { ...query, recaptchaToken } }))
}

/** Locks a seat, or a place: those have no coordinates (spec §5). */
export function askLock(seat: SelectedSeat) {
  return withPass('seats', (recaptchaToken) => call('lockSeat', { body: { recaptchaToken, seat: addressOf(seat) } }))
}

/** Frees a seat or a place; the human check never stands in the way of that. */
export function askUnlock(seat: SelectedSeat) {
  return call('unlockSeat', { body: { seat: addressOf(seat) } })
}

/** Asks for the state of all seats and shows what changed. @returns whether an answer came */
export async function refreshStatus(): Promise<boolean> {
  const open = opened.seats
  if (!open) return false
  const askedAt = tick()
  const answer = await askStatus(open.presentation)
  if (answer.ok && opened.seats === open) takeStatus(open, answer.value, askedAt)
  return answer.ok
}

/** Takes over an answer that was asked for at a moment; what changed here since then stays. */
export function takeStatus(open: OpenSeats, answer: StatusAnswer, askedAt: number, isFirst = false): void {
  const isKept = (at: number) => (open.touched.get(at) ?? 0) > askedAt
  for (const [sectionId, groupId, x, , allocationId, ticketGroupId] of answer.seats) {
    if (x === null) open.placeRows.set(sectionId, { groupId, allocationId, ticketGroupId })
  }
  const changed = applyStatus(open.hall, open.states, answer.seats, isKept)
  for (const at of changed) if (!open.ticketGroups.has(open.states.ticketGroup[at] ?? 0)) open.states.allocation[at] = NO_ALLOCATION
  takePlaces(open, answer, isKept)
  followOwn(open, changed)
  if (isFirst || changed.length > 0) showStates(open, isFirst ? null : changed, !isFirst)
}

/** What the server says is one's own is selected; what it no longer does is dropped. */
function followOwn(open: OpenSeats, changed: readonly number[]): void {
  const found: SelectedSeat[] = []
  for (const at of changed.filter((seat) => isYours(open.states, seat))) {
    const seat = seatOf(open, at)
    if (open.orphans.delete(at)) void askUnlock(seat)
    else found.push(seat)
  }
  adopt(found)
  const gone = new Set(changed.filter((at) => !isYours(open.states, at)).map((at) => seatOf(open, at).key))
  forget($selectedSeats.get().filter(({ key }) => gone.has(key)))
}

function takePlaces(open: OpenSeats, answer: StatusAnswer, isKept: (at: number) => boolean): void {
  const before = $places.get()
  const kept = Object.entries(before).filter(([id]) => isKept(-Number(id)))
  const places = { ...answer.places, ...Object.fromEntries(kept) }
  if (JSON.stringify(places) !== JSON.stringify(before)) $places.set(places)
  for (const [id, { yours }] of Object.entries(answer.places)) {
    if (isKept(-Number(id))) continue
    const own = $selectedSeats.get().filter((seat) => seat.x === null && seat.sectionId === Number(id))
    forget(own.slice(yours))
    for (let more = own.length; more < yours; more++) adopt([placeOf(open, Number(id))])
  }
}

function adopt(seats: readonly SelectedSeat[]): void {
  if (seats.length > 0) $selectedSeats.set(withStoredTickets(addSeats($selectedSeats.get(), seats), opened.stored))
}

function forget(seats: readonly SelectedSeat[]): void {
  if (seats.length === 0) return
  $selectedSeats.set(
    dropSeats(
      $selectedSeats.get(),
      seats.map(({ key }) => key),
    ),
  )
  notify('lost', seats)
}

/** The seat as the lock and unlock calls name it (spec §7). */
function addressOf(seat: SelectedSeat) {
  return {
    PresentationId: seat.presentationId,
    VenueId: seat.venueId,
    VenueSeatplanId: seat.seatplanId,
    VenueSectionId: seat.sectionId,
    TicketGroupId: seat.ticketGroupId,
    XCoordinate: seat.x,
    YCoordinate: seat.y,
  }
}
