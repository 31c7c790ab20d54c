import { PACKED_STATUS } from '#lib/contract/routes.ts'
import type { PackedStatus, SeatsChange } from '#lib/contract/seats.ts'
import type { Places } from '#lib/domain/seating/rules/seat-sections.ts'
import { addSeats, withStoredTickets, type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { isYours, NO_ALLOCATION, unpackStates, writeState, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import { addressOf } from './seat-address.ts'
import { call } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { $isHold } from './hold-mode.ts'
import { notify } from './seat-notices.ts'
import {
  $places,
  $selectedSeats,
  beginRequest,
  countUnderWay,
  GRACE_MS,
  indexOf,
  isKept,
  opened,
  placeOf,
  placesId,
  seatOf,
  showStates,
  tick,
  type News,
  type OpenSeats,
  deselect,
} from './seats-state.ts'

type PackedPlaces = PackedStatus['places'][string]

/** @param etag of the status that is known already */
export function askStatus({ id, venueTypeId, isReserved }: OpenSeats['presentation'], etag = '') {
  const query = {
    presentationId: String(id),
    isReserved: isReserved ? '1' : '0',
    ...(venueTypeId > 0 && { venueTypeId: String(venueTypeId) }),
    ...($isHold.get() && { isHold: '1' as const }),
  } as const
  return withPass(
    'seats',
    (recaptchaToken) => call('getSeatsStatus', { query: { ...query, recaptchaToken }, accept: PACKED_STATUS, since: etag }),
    'show',
  )
}

/** Locks a seat, or a place: those have no coordinates (spec §5). */
export function askLock(seat: SelectedSeat) {
  return withPass('seats', (recaptchaToken) => call('lockSeat', { body: { recaptchaToken, seat: addressOf(seat) } }))
}

/** Frees a seat or a place; the human check never stands in the way of that. */
export function askUnlock(seat: SelectedSeat) {
  return call('unlockSeat', { body: { seat: addressOf(seat) } })
}

/** The states that a first status tells, and with `beginWith` what is one's own among them. */
export function statesOf(hall: OpenSeats['hall'], told: PackedStatus, groups: OpenSeats['ticketGroups']): HallStates {
  return unpackStates(hall, told, (group) => groups.has(group))
}

export function beginWith(open: OpenSeats, { places }: PackedStatus): void {
  const news = newsAsOf(Infinity)
  open.states.status.forEach((status, seat) => {
    if (status === SEAT_STATUS.selected) news.changed.push(seat)
  })
  for (const [id, told] of Object.entries(places)) tellPlaces(open, news, id, told)
  follow(open, news)
  showStates(open, null)
}

/** Takes a whole status over; what was asked or changed from here since then stays. */
export function takeStatus(open: OpenSeats, told: PackedStatus, asOf: number): void {
  const news = newsAsOf(asOf)
  const { status, allocation, ticketGroup } = statesOf(open.hall, told, open.ticketGroups)
  for (let seat = 0; seat < open.hall.count; seat++) {
    tellSeat(open, news, seat, status[seat] ?? 0, allocation[seat] ?? 0, ticketGroup[seat] ?? 0)
  }
  finish(open, news, told)
}

/** Takes over what has changed since the version before. */
export function takeChange(open: OpenSeats, told: SeatsChange): void {
  const news = newsAsOf(performance.now())
  for (let at = 0; at + 2 < told.seats.length; at += 3) {
    const [seat = 0, code = 0, allocation = 0] = told.seats.slice(at, at + 3)
    const group = open.states.ticketGroup[seat]
    if (group !== undefined) tellSeat(open, news, seat, code, isOffered(open, seat, group) ? allocation : NO_ALLOCATION, group)
  }
  finish(open, news, told)
}

/** Changes are told to everybody alike; a whole status knows what cannot be held without paying. */
function isOffered({ ticketGroups, hall }: OpenSeats, seat: number, group: number): boolean {
  return ticketGroups.has(group) && !($isHold.get() && isNeverHeld(hall, seat))
}

function newsAsOf(asOf: number): News {
  return { asOf, tick: tick(), changed: [], places: {} }
}

function tellSeat(open: OpenSeats, news: News, seat: number, code: number, allocation: number, group: number): void {
  if (isKept(open, seat, news.asOf)) {
    open.unheard.set(seat, (later) => tellSeat(open, later, seat, code, allocation, group))
    return
  }
  open.unheard.delete(seat)
  const before = open.states.status[seat]
  if (!writeState(open.states, seat, code, allocation, group)) return
  if (open.states.status[seat] !== before) open.changedAt[seat] = news.tick
  news.changed.push(seat)
}

function tellPlaces(open: OpenSeats, news: News, sectionId: string, told: PackedPlaces): void {
  const { capacity, yours, allocation, ticketGroup } = told
  const id = placesId(Number(sectionId))
  open.placeRows.set(Number(sectionId), { allocationId: allocation, ticketGroupId: ticketGroup })
  if (isKept(open, id, news.asOf)) {
    open.unheard.set(id, (later) => tellPlaces(open, later, sectionId, told))
    return
  }
  open.unheard.delete(id)
  news.places[sectionId] = { capacity, free: allocation === NO_ALLOCATION ? 0 : told.free, yours }
}

function finish(open: OpenSeats, news: News, { version, places }: Pick<SeatsChange, 'version' | 'places'>): void {
  open.version = version
  for (const [id, told] of Object.entries(places)) tellPlaces(open, news, id, told)
  conclude(open, news)
}

function conclude(open: OpenSeats, news: News): void {
  follow(open, news)
  if (news.changed.length > 0) showStates(open, news.changed, true)
  settleSoon(open)
}

/** Where changes arrive as they happen, the last word about a seat stands once its grace is over: one that differs would have arrived by then. */
export function settleSoon(open: OpenSeats): void {
  if (open.unheard.size === 0 || open.isSettling) return
  open.isSettling = true
  setTimeout(() => {
    open.isSettling = false
    if (opened.isLive && opened.seats === open) settle(open)
  }, GRACE_MS)
}

/** What is to be thought of a seat when its grace is over, unless something is told of it by then. */
export function suppose(open: OpenSeats, seat: number, status: number): void {
  const { allocation, ticketGroup } = open.states
  const [before, group] = [allocation[seat] ?? 0, ticketGroup[seat] ?? 0]
  if (!open.unheard.has(seat)) open.unheard.set(seat, (later) => tellSeat(open, later, seat, status, before, group))
  settleSoon(open)
}

/** From now on, and after its grace, the server is believed again. */
export function endRequest(open: OpenSeats, ids: readonly number[]): void {
  for (const id of ids) {
    open.underWay.set(id, (open.underWay.get(id) ?? 1) - 1)
    open.touched.set(id, performance.now())
  }
  countUnderWay(open)
  settleSoon(open)
}

/** Takes over the last word about what is not kept any more. */
export function settle(open: OpenSeats): void {
  const news = newsAsOf(performance.now())
  for (const [id, tell] of [...open.unheard]) if (!isKept(open, id, news.asOf)) tell(news)
  conclude(open, news)
}

/** What the server says is one's own is selected; what it no longer does is dropped. */
function follow(open: OpenSeats, { changed, places }: News): void {
  const before = $places.get()
  const isNew = Object.entries(places).some(([id, now]) => JSON.stringify(now) !== JSON.stringify(before[id]))
  if (isNew) $places.set({ ...before, ...places })
  followPlaces(open, places)
  const own = changed.filter((seat) => isYours(open.states, seat))
  for (const seat of own) if (open.orphans.has(seat)) void giveBack(open, seat)
  adopt(own.filter((seat) => isYours(open.states, seat)).map((seat) => seatOf(open, seat)))
  forget($selectedSeats.get().filter((seat) => seat.x !== null && isGone(open, changed, indexOf(open, seat))))
}

function isGone(open: OpenSeats, changed: readonly number[], seat: number): boolean {
  return !isYours(open.states, seat) && changed.includes(seat)
}

function followPlaces(open: OpenSeats, places: Readonly<Record<string, Places>>): void {
  for (const [id, { yours }] of Object.entries(places)) {
    const own = $selectedSeats.get().filter((seat) => seat.x === null && seat.sectionId === Number(id))
    forget(own.slice(yours))
    for (let more = own.length; more < yours; more++) adopt([placeOf(open, Number(id))])
  }
}

/** Frees a seat that nobody here wants; where that fails it is one's own after all. */
export async function giveBack(open: OpenSeats, seat: number): Promise<void> {
  open.orphans.delete(seat)
  open.states.status[seat] = SEAT_STATUS.available
  beginRequest(open, [seat])
  const answer = await askUnlock(seatOf(open, seat))
  endRequest(open, [seat])
  if (!answer.ok) suppose(open, seat, SEAT_STATUS.selected)
}

/** Selects what is one's own already, with the tickets that were chosen for it; what is selected keeps its own. */
export function adopt(seats: readonly SelectedSeat[]): void {
  if (seats.length === 0) return
  const before = $selectedSeats.get()
  const all = withStoredTickets(addSeats(before, seats), opened.stored)
  $selectedSeats.set([...before, ...all.slice(before.length)])
}

function forget(seats: readonly SelectedSeat[]): void {
  if (seats.length === 0) return
  deselect(seats)
  notify('lost', seats)
}
