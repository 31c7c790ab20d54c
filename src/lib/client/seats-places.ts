import { isOverLimit } from '#lib/domain/seat-rules.ts'
import { addSeats, dropSeats, withoutReferences, type SelectedSeat } from '#lib/domain/seat-selection.ts'
import { $places, $selectedSeats, notify, opened, placeOf, tellRefusal, tick, type OpenSeats } from './seats-state.ts'
import { askLock, askUnlock } from './seats-status.ts'

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

export function releasePlace(open: OpenSeats, seat: SelectedSeat): Promise<boolean> {
  return movePlace(open, seat, -1)
}

/** How many requests of a section are under way: a stepper is pressed faster than a server answers. */
const underWay = new Map<number, number>()

/** Takes (1) or gives back (−1) a place: first here, then at the server, and here again the other way where it refuses. */
async function movePlace(open: OpenSeats, seat: SelectedSeat, by: 1 | -1): Promise<boolean> {
  const move = (step: number, kept: SelectedSeat) => {
    const selected = $selectedSeats.get()
    $selectedSeats.set(step > 0 ? addSeats(selected, [kept]) : dropSeats(selected, [kept.key]))
    const { [seat.sectionId]: places } = $places.get()
    if (places) $places.set({ ...$places.get(), [seat.sectionId]: { ...places, free: places.free - step, yours: places.yours + step } })
  }
  const id = -seat.sectionId
  underWay.set(id, (underWay.get(id) ?? 0) + 1)
  open.touched.set(id, Infinity)
  move(by, seat)
  const answer = await (by > 0 ? askLock(seat) : askUnlock(seat))
  underWay.set(id, (underWay.get(id) ?? 1) - 1)
  if (underWay.get(id) === 0) open.touched.set(id, tick())
  if (answer.ok) notify(by > 0 ? 'selected' : 'released', [seat])
  else {
    move(-by, withoutReferences(seat))
    tellRefusal(answer, [seat])
  }
  return answer.ok
}

function decline(reason: 'taken' | 'limit', seat: SelectedSeat): false {
  notify(reason, [seat])
  return false
}
