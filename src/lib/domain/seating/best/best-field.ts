import { groundOf, KIND, type Ground } from './best-ground.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { SINGLE_SEAT_POLICY } from '#lib/domain/seating/rules/seat-rules.ts'
import { checkSelection, type SelectionRules } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { isFree, isYours, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** Seats that go together, by their index in the hall, ascending. */
export interface BestGroup {
  readonly seats: readonly number[]
  /** In seat pitches from the hall's focal point, with what makes the group worse; lower is better. Halls compare. */
  readonly cost: number
  /** Side by side in one row. */
  readonly isTogether: boolean
}

/** Which seats are looked for. */
export interface BestWish {
  readonly quantity: number
  readonly rules: SelectionRules
  /** 'only' one row; one row 'first', several where no row has room; 'any', whichever is best. */
  readonly together: 'only' | 'first' | 'any'
  /** Only seats of these ticket groups; left out: of all. */
  readonly ticketGroups?: ReadonlySet<number> | undefined
  /** Only seats of this section, by its id. */
  readonly sectionId?: number | undefined
  /** Places for wheelchairs and their companions, which nobody else is offered; left out: where the ticket groups have no other seats. */
  readonly isAccessible?: boolean | undefined
  /** Free seats that are not to be offered. */
  readonly spared?: readonly number[] | undefined
  /** What the visitor has selected already; the rules look at all of it together. */
  readonly own?: readonly number[] | undefined
  /** How many groups are wanted at most. */
  readonly most?: number | undefined
}

/** A hall as one wish meets it. */
export interface Field {
  readonly hall: Hall
  readonly ground: Ground
  readonly states: HallStates
  readonly wish: BestWish
  /** What is the visitor's already and is judged together with every offer. */
  readonly own: readonly number[]
  /** Whether places for wheelchairs are looked for, and not all others. */
  readonly isForAccess: boolean
  /** 1 for a seat that may be offered. */
  readonly isOpen: Uint8Array
  /** 1 for a seat that somebody could still have. */
  readonly isLeft: Uint8Array
  /** 1 for a seat that a rule bars because of what is gone beside it. */
  readonly isBarred: Uint8Array
}

export function fieldOf(hall: Hall, states: HallStates, wish: BestWish): Field {
  const ground = groundOf(hall)
  const own = wish.own ?? []
  const isLeft = readLeft(hall, states, own)
  const isBarred = readBarred(ground, states, isLeft, wish.rules, own)
  const isForAccess = wish.isAccessible ?? isSoldForAccess(ground, states, wish)
  const field = { hall, ground, states, wish, own, isForAccess, isLeft, isBarred }
  return { ...field, isOpen: readOpen(field) }
}

/** Whether what the visitor has breaks a rule by itself: then there may be no further seat that mends it. */
export function isOwnBroken({ hall, states, own, wish }: Field): boolean {
  return own.length > 0 && checkSelection(hall, states, own, wish.rules) !== null
}

function readLeft({ count }: Hall, states: HallStates, own: readonly number[]): Uint8Array {
  const isLeft = new Uint8Array(count)
  for (let seat = 0; seat < count; seat++) isLeft[seat] = isFree(states, seat) || isYours(states, seat) ? 1 : 0
  for (const seat of own) isLeft[seat] = 0
  return isLeft
}

/** As isBarred of the rules, for all seats at once; only seats beside one that is gone can be barred. */
function readBarred(
  { left, right, kind }: Ground,
  states: HallStates,
  isLeft: Uint8Array,
  rules: SelectionRules,
  own: readonly number[],
): Uint8Array {
  const isBarred = new Uint8Array(isLeft.length)
  const excepted = rules.keepOneFree ? 0 : KIND.marked
  if (!rules.keepOneFree && rules.seatingPolicyId !== SINGLE_SEAT_POLICY) return isBarred
  const mine = new Set(own)
  const isGone = (seat: number) => seat >= 0 && !isLeft[seat] && !(mine.has(seat) || isYours(states, seat))
  for (let seat = 0; seat < isLeft.length; seat++) {
    if (!isLeft[seat] || (kind[seat] ?? 0) & excepted) continue
    if (isGone(left[seat] ?? -1) || isGone(right[seat] ?? -1)) isBarred[seat] = 1
  }
  return isBarred
}

/** Whether the ticket groups that are asked for have no seats but places for wheelchairs and their companions. */
function isSoldForAccess({ kind }: Ground, states: HallStates, { ticketGroups }: BestWish): boolean {
  if (!ticketGroups) return false
  let isSome = false
  for (let seat = 0; seat < kind.length; seat++) {
    if (!ticketGroups.has(states.ticketGroup[seat] ?? 0)) continue
    if (!((kind[seat] ?? 0) & KIND.accessible)) return false
    isSome = true
  }
  return isSome
}

function readOpen({ hall, ground: { kind }, states, wish, isForAccess, isLeft, isBarred }: Omit<Field, 'isOpen'>): Uint8Array {
  const isOpen = new Uint8Array(hall.count)
  const { ticketGroups } = wish
  const only = wish.sectionId === undefined ? undefined : hall.sections.find((section) => section.id === wish.sectionId)
  const [first, end] = wish.sectionId === undefined ? [0, hall.count] : [only?.first ?? 0, only?.end ?? 0]
  const access = isForAccess ? KIND.accessible : 0
  for (let seat = first; seat < end; seat++) {
    if (!isLeft[seat] || isBarred[seat] || ((kind[seat] ?? 0) & KIND.accessible) !== access || !isFree(states, seat)) continue
    if (!ticketGroups || ticketGroups.has(states.ticketGroup[seat] ?? 0)) isOpen[seat] = 1
  }
  for (const seat of wish.spared ?? []) isOpen[seat] = 0
  return isOpen
}

/** Whether the seats, with what is one's own, break no rule: the last word on every offer. */
export function isAllowed({ hall, states, wish, own, isForAccess }: Field, seats: readonly number[]): boolean {
  if (isForAccess && !seats.some((seat) => hasFeature(hall, seat, SEAT_FEATURE.isHandicap))) return false
  return checkSelection(hall, states, [...own, ...seats], wish.rules) === null
}

/** Whether so many seats from `first` on could be offered as far as can be told without asking the rules: whole sofas, and nobody left alone. */
export function isPromising(field: Field, first: number, last: number): boolean {
  const { kind } = field.ground
  if ((kind[first] ?? 0) & KIND.notFirst || (kind[last] ?? 0) & KIND.notLast) return false
  return field.wish.rules.loneSeats !== 'never' || !(isSurelyLone(field, first, -1) || isSurelyLone(field, last, 1))
}

function isSurelyLone(field: Field, edge: number, by: -1 | 1): boolean {
  const seat = loneBeside(field, edge, by)
  return seat >= 0 && !field.isBarred[seat] && !((field.ground.kind[seat] ?? 0) & KIND.special)
}

/** The seat on that side of the edge of some seats that would stay alone, or −1. */
function loneBeside({ ground: { left, right }, isLeft }: Field, edge: number, by: -1 | 1): number {
  const onwards = by === 1 ? right : left
  const beside = onwards[edge] ?? -1
  if (beside < 0 || !isLeft[beside]) return -1
  const beyond = onwards[beside] ?? -1
  return beyond >= 0 && isLeft[beyond] ? -1 : beside
}

/** What leaving a single seat costs, in seat pitches: the house can hardly sell it. */
const LONE_SEAT_COST = 1

/** What each wheelchair place without a companion's beside it costs, in seat pitches: whoever asks for two comes with somebody. */
const UNACCOMPANIED_COST = 20

/** Of places for wheelchairs and companions side by side: how many more wheelchairs there are than companions. */
function unaccompanied({ hall, isForAccess }: Field, first: number, last: number): number {
  if (!isForAccess || first === last) return 0
  const seats = seatsFrom(first, last)
  const wheelchairs = seats.filter((seat) => hasFeature(hall, seat, SEAT_FEATURE.isHandicap)).length
  return Math.max(0, wheelchairs * 2 - seats.length)
}

/** The cost of seats first … last side by side: their mean distance from the focal point, and what they leave. */
export function costOfRun(field: Field, first: number, last: number): number {
  const { costBefore } = field.ground
  const mean = ((costBefore[last + 1] ?? 0) - (costBefore[first] ?? 0)) / (last - first + 1)
  const lone = (loneBeside(field, first, -1) >= 0 ? 1 : 0) + (loneBeside(field, last, 1) >= 0 ? 1 : 0)
  return mean + lone * LONE_SEAT_COST + unaccompanied(field, first, last) * UNACCOMPANIED_COST
}

/** Calls back with every stretch of seats that may be offered and stand side by side: first and last seat. */
export function forEachStretch({ isOpen, ground: { isJoined } }: Field, take: (first: number, last: number) => void): void {
  for (let seat = 0; seat < isOpen.length; seat++) {
    if (!isOpen[seat]) continue
    const first = seat
    while (isJoined[seat] && isOpen[seat + 1]) seat++
    take(first, seat)
  }
}

export function seatsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_seat, at) => first + at)
}
