import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { placesId, type BestWish, type Request, type TakenPlace } from './choosing.ts'
import { idOf, indexesOf, placeOf, seatOf } from './hall-seats.ts'
import { adopt, begin, change, countPlace, deselect, mark, sayDone, touch, type Turn } from './turn.ts'

/** Asks for the best seats. Seats that were all chosen so before are given up for them in the same step; those that the visitor has picked stay. */
export function askBest(turn: Turn, id: number, wish: BestWish): void {
  const { selected, hall } = turn.state
  const given = selected.every((seat) => seat.isFromBestAvailable) ? selected : []
  // Of places it is not known beforehand which section they will be of.
  const lanes = hall.sections.filter(({ isReserved }) => !isReserved).map((section) => placesId(section.id))
  begin(turn, id, { kind: 'best', ids: [...new Set([...given.map((seat) => idOf(turn.state, seat)), ...lanes])], given })
  turn.effects.push({ kind: 'askBest', id, wish, isInstead: given.length > 0 })
}

/** Selects what the server has held, in place of what was given up for it; nothing changes if it has found nothing. */
export function answerBest(turn: Turn, { given }: Extract<Request, { readonly kind: 'best' }>, taken: readonly TakenPlace[] | null): void {
  if (!taken) return
  for (const seat of given) if (seat.x === null) countPlace(turn, seat, -1)
  deselect(turn, given)
  mark(turn, indexesOf(turn.state, given), SEAT_STATUS.available)
  const seats = indexesOf(turn.state, taken)
  mark(turn, seats, SEAT_STATUS.selected)
  touch(turn, seats)
  const found = seats.map((at) => seatOf(turn.state, at))
  adopt(turn, found)
  for (const { x, sectionId } of taken) {
    if (x !== null) continue
    const place = placeOf(turn.state, sectionId)
    found.push(place)
    countPlace(turn, place, 1)
  }
  const keys = found.map(({ key }) => key)
  change(turn, { selected: turn.state.selected.map((seat) => (keys.includes(seat.key) ? { ...seat, isFromBestAvailable: true } : seat)) })
  // Nothing else can be pressed meanwhile.
  sayDone(turn, 'selected', { seats: found, begunAt: Infinity })
}
