import { atom } from 'nanostores'
import type { SeatEntity } from '#lib/contract/seat.ts'
import { type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { call, type CallRefusal } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { $isHold } from './hold-mode.ts'
import { waitFor } from './hold-wait.ts'
import { mark } from './seats-lock.ts'
import { movePlaceHere } from './seats-places.ts'
import { notifyDone } from './seat-notices.ts'
import { $selectedSeats, beginRequest, deselect, indexOf, opened, placeOf, placesId, seatOf, type OpenSeats } from './seats-state.ts'
import { adopt, endRequest } from './seats-status.ts'

export interface BestWish {
  readonly quantity: number
  /** True where all must sit in one row. */
  readonly isTogether: boolean
  readonly ticketGroupId?: number
  readonly sectionId?: number
  /** True where places for wheelchairs and their companions are wanted. */
  readonly isAccessible?: boolean
}

/** `none`: the last wish was refused, and `$bestRefusal` says why; nothing was changed by it. */
export const $bestPhase = atom<'idle' | 'working' | 'taken' | 'none'>('idle')
export const $bestRefusal = atom<CallRefusal | null>(null)

let lastWish: BestWish | undefined

/**
 * Has the best available seats chosen and locked by the server, and selects them (spec §4): no lock is asked for afterwards. Seats that were all chosen so
 * before are given up for them in the same step; those that the visitor has picked stay.
 * @returns whether there are any
 */
export async function takeBest(wish: BestWish): Promise<boolean> {
  const open = opened.seats
  if (!open || $bestPhase.get() === 'working') return false
  lastWish = wish
  $bestPhase.set('working')
  const before = $selectedSeats.get()
  const given = before.every((seat) => seat.isFromBestAvailable) ? before : []
  const ids = [...new Set([...given.map((seat) => idOf(open, seat)), ...placesIds(open)])]
  beginRequest(open, ids)
  const answer = await askBest(open, wish, given.length > 0)
  endRequest(open, ids)
  const match = answer.ok ? answer.value.matches.find(({ isLocked }) => isLocked) : undefined
  $bestRefusal.set(answer.ok ? null : answer.refusal)
  if (!answer.ok && answer.refusal.code === 'HOLD_WAIT') waitFor(Number(answer.refusal.facts?.seconds ?? 1))
  $bestPhase.set(match ? 'taken' : 'none')
  if (match && opened.seats === open) exchange(open, given, match.seats)
  return match !== undefined
}

/** Another match for the same wish, in place of the one just taken. */
export async function takeOther(): Promise<boolean> {
  return lastWish ? takeBest(lastWish) : false
}

function askBest(
  { presentation }: OpenSeats,
  { quantity, isTogether, ticketGroupId, sectionId, isAccessible }: BestWish,
  isInstead: boolean,
) {
  const query = {
    presentationId: String(presentation.id),
    quantity: String(quantity),
    isTogether: isTogether ? '1' : '0',
    isLock: '1',
    isInstead: isInstead ? '1' : '0',
    ...(ticketGroupId !== undefined && { ticketGroupId: String(ticketGroupId) }),
    ...(sectionId !== undefined && { sectionId: String(sectionId) }),
    ...(isAccessible && { isAccessible: '1' as const }),
    ...($isHold.get() && { isHold: '1' as const }),
  } as const
  return withPass('seats', (recaptchaToken) => call('bestAvailable', { query: { ...query, recaptchaToken } }))
}

function idOf(open: OpenSeats, seat: SelectedSeat): number {
  return seat.x === null ? placesId(seat.sectionId) : indexOf(open, seat)
}

/** Where places are sold it is not known beforehand which section they will be of. */
function placesIds({ hall }: OpenSeats): number[] {
  return hall.sections.filter(({ isReserved }) => !isReserved).map(({ id }) => placesId(id))
}

/** Selects what was taken in place of what was given for it. */
function exchange(open: OpenSeats, given: readonly SelectedSeat[], taken: readonly SeatEntity[]): void {
  const back = given.filter((seat) => seat.x !== null)
  for (const place of given) if (place.x === null) movePlaceHere(place, -1)
  deselect(back)
  mark(open, indexesOf(open, back), SEAT_STATUS.available)
  const seats = indexesOf(open, taken.map(placeOnPlan))
  mark(open, seats, SEAT_STATUS.selected)
  endRequest(open, seats)
  const found = seats.map((at) => seatOf(open, at))
  adopt(found)
  for (const { XCoordinate, VenueSectionId } of taken) if (XCoordinate === null) found.push(takePlace(open, VenueSectionId))
  const keys = keysOf(found)
  $selectedSeats.set($selectedSeats.get().map((seat) => (keys.includes(seat.key) ? { ...seat, isFromBestAvailable: true } : seat)))
  notifyDone('selected', found, Infinity) // nothing else can be pressed meanwhile
}

function placeOnPlan({ VenueSectionId, XCoordinate, YCoordinate }: SeatEntity) {
  return { sectionId: VenueSectionId, x: XCoordinate, y: YCoordinate }
}

function indexesOf(open: OpenSeats, seats: readonly Parameters<typeof indexOf>[1][]): number[] {
  return seats.map((seat) => indexOf(open, seat)).filter((at) => at >= 0)
}

function keysOf(seats: readonly SelectedSeat[]): string[] {
  return seats.map(({ key }) => key)
}

/** A place is made from its section alone (spec §4). */
function takePlace(open: OpenSeats, sectionId: number): SelectedSeat {
  const place = placeOf(open, sectionId)
  movePlaceHere(place, 1)
  return place
}
