import { isOverLimit } from '#lib/domain/seating/rules/seat-rules.ts'
import { addSeats, dropSeats, withoutReferences, type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import type { CallResult } from '#lib/client/http/call.ts'
import { notify, notifyDone, tellRefusal } from './seat-notices.ts'
import { $places, $selectedSeats, beginRequest, isUnderWay, opened, placeOf, placesId, type OpenSeats } from './seats-state.ts'
import { askLock, askUnlock, endRequest } from './seats-status.ts'

/** One more place of a general-admission section. */
export async function addPlace(sectionId: number): Promise<boolean> {
  const open = opened.seats
  const places = $places.get()[sectionId]
  if (!open || !places) return false
  const seat = placeOf(open, sectionId)
  if (places.free < 1) return decline('taken', seat)
  if (isOverLimit({ selected: $selectedSeats.get().length, maxSeats: open.presentation.maxSeats }, 1)) return decline('limit', seat)
  return movePlace(open, seat, 1)
}

/** One place fewer of a general-admission section. */
export async function removePlace(sectionId: number): Promise<boolean> {
  const seat = $selectedSeats.get().findLast((one) => one.x === null && one.sectionId === sectionId)
  return opened.seats && seat ? releasePlace(opened.seats, seat) : false
}

/** So many places of a general-admission section; what the server refuses is given back one by one. */
export function setPlaces(sectionId: number, count: number): void {
  const own = $selectedSeats.get().filter((seat) => seat.x === null && seat.sectionId === sectionId).length
  for (let at = own; at < count; at += 1) void addPlace(sectionId)
  for (let at = own; at > count; at -= 1) void removePlace(sectionId)
}

export function releasePlace(open: OpenSeats, seat: SelectedSeat): Promise<boolean> {
  return movePlace(open, seat, -1)
}

/** The last request of each section: they go one after another, so that what was pressed last comes last. */
const turns = new Map<number, Promise<unknown>>()

/** Takes (1) or gives back (−1) a place: first here, then at the server, and here again the other way where it refuses. */
async function movePlace(open: OpenSeats, seat: SelectedSeat, by: 1 | -1): Promise<boolean> {
  const id = placesId(seat.sectionId)
  const begunAt = beginRequest(open, [id])
  movePlaceHere(seat, by)
  const asking = (turns.get(id) ?? Promise.resolve()).then((): Promise<CallResult<unknown>> => (by > 0 ? askLock(seat) : askUnlock(seat)))
  turns.set(id, asking)
  const answer = await asking
  endRequest(open, [id])
  if (answer.ok) notifyDone(by > 0 ? 'selected' : 'released', [seat], begunAt)
  else {
    movePlaceHere(withoutReferences(seat), -by)
    tellRefusal(answer, [seat])
  }
  if (!isUnderWay(open, id)) matchPlaces(open, seat.sectionId)
  return answer.ok
}

/** As many places are selected as are one's own, whatever was pressed and refused in between. */
function matchPlaces(open: OpenSeats, sectionId: number): void {
  const own = $selectedSeats.get().filter((seat) => seat.x === null && seat.sectionId === sectionId)
  const yours = $places.get()[sectionId]?.yours ?? 0
  for (let more = own.length; more < yours; more++) $selectedSeats.set(addSeats($selectedSeats.get(), [placeOf(open, sectionId)]))
  const spare = own.slice(yours).map(({ key }) => key)
  if (spare.length > 0) $selectedSeats.set(dropSeats($selectedSeats.get(), spare))
}

/** Selects (1) or deselects (−1) a place and counts it. */
export function movePlaceHere(seat: SelectedSeat, by: number): void {
  const selected = $selectedSeats.get()
  $selectedSeats.set(by > 0 ? addSeats(selected, [seat]) : dropSeats(selected, [seat.key]))
  const { [seat.sectionId]: places } = $places.get()
  if (places) $places.set({ ...$places.get(), [seat.sectionId]: { ...places, free: places.free - by, yours: places.yours + by } })
}

function decline(reason: 'taken' | 'limit', seat: SelectedSeat): false {
  notify(reason, [seat])
  return false
}
