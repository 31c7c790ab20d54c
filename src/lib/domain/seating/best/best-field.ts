import { groundOf, KIND, type Ground } from './best-ground.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { SINGLE_SEAT_POLICY } from '#lib/domain/seating/rules/seat-rules.ts'
import { checkSelection, type SelectionRules } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { isFree, isYours, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** Seats offered as one group, by their index in the hall, ascending. */
export interface BestGroup {
  readonly seats: readonly number[]
  /** Mean distance from the hall's focal point in seat pitches, plus penalties; lower is better. Comparable between halls. */
  readonly cost: number
  /** Whether the seats are side by side in one row. */
  readonly isTogether: boolean
}

/** The seats to look for. */
export interface BestWish {
  readonly quantity: number
  readonly rules: SelectionRules
  /** 'only': one row. 'first': one row, several only if no row has room. 'any': whichever is best. */
  readonly together: 'only' | 'first' | 'any'
  /** Only seats of these ticket groups; omitted: all. */
  readonly ticketGroups?: ReadonlySet<number> | undefined
  /** Only seats of this section, by its id. */
  readonly sectionId?: number | undefined
  /** Only wheelchair and companion places, which are offered to nobody else; omitted: true if the ticket groups have no other seats. */
  readonly isAccessible?: boolean | undefined
  /** Free seats that are not offered. */
  readonly spared?: readonly number[] | undefined
  /** Seats that the visitor has selected already; the rules check them together with every offer. */
  readonly own?: readonly number[] | undefined
  /** Maximum number of groups. */
  readonly most?: number | undefined
}

/** The hall as seen by one wish. */
export interface Field {
  readonly hall: Hall
  readonly ground: Ground
  readonly states: HallStates
  readonly wish: BestWish
  /** The visitor's own seats, checked together with every offer. */
  readonly own: readonly number[]
  /** Whether only wheelchair and companion places are looked for. */
  readonly isForAccess: boolean
  /** 1 if the seat may be offered. */
  readonly isOpen: Uint8Array
  /** 1 if somebody could still buy the seat. */
  readonly isLeft: Uint8Array
  /** 1 if a rule bars the seat because of a taken neighbour. */
  readonly isBarred: Uint8Array
}

export function fieldOf(hall: Hall, states: HallStates, wish: BestWish): Field {
  const ground = groundOf(hall)
  const own = wish.own ?? []
  const isLeft = readLeft(hall, states, own)
  const isBarred = readBarred({ ground, states, own, isLeft }, wish.rules)
  const isForAccess = wish.isAccessible ?? isSoldForAccess(ground, states, wish)
  const field = { hall, ground, states, wish, own, isForAccess, isLeft, isBarred }
  return { ...field, isOpen: readOpen(field) }
}

/** Whether the visitor's seats break a rule already: possibly no further seat can repair it. */
export function isOwnBroken(field: Field): boolean {
  return checkSelection(field, field.own, field.wish.rules) !== null
}

function readLeft({ count }: Hall, states: HallStates, own: readonly number[]): Uint8Array {
  const isLeft = new Uint8Array(count)
  for (let seat = 0; seat < count; seat++) isLeft[seat] = isFree(states, seat) || isYours(states, seat) ? 1 : 0
  for (const seat of own) isLeft[seat] = 0
  return isLeft
}

/** `isBarred` of the rules for all seats at once. Only seats beside a taken one can be barred. */
function readBarred(
  { ground: { left, right, kind }, states, own, isLeft }: Pick<Field, 'ground' | 'states' | 'own' | 'isLeft'>,
  rules: SelectionRules,
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

/** Whether the wanted ticket groups have only wheelchair and companion places. */
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

/** The first of a section's seats and the one after its last; of the whole hall if none is named. */
function seatsOfSection(hall: Hall, sectionId: number | undefined): readonly [first: number, end: number] {
  if (sectionId === undefined) return [0, hall.count]
  const { first = 0, end = 0 } = hall.sections.find(({ id }) => id === sectionId) ?? {}
  return [first, end]
}

function readOpen({ hall, ground: { kind }, states, wish, isForAccess, isLeft, isBarred }: Omit<Field, 'isOpen'>): Uint8Array {
  const isOpen = new Uint8Array(hall.count)
  const { ticketGroups } = wish
  const [first, end] = seatsOfSection(hall, wish.sectionId)
  const access = isForAccess ? KIND.accessible : 0
  for (let seat = first; seat < end; seat++) {
    if (!isLeft[seat] || isBarred[seat] || ((kind[seat] ?? 0) & KIND.accessible) !== access || !isFree(states, seat)) continue
    if (!ticketGroups || ticketGroups.has(states.ticketGroup[seat] ?? 0)) isOpen[seat] = 1
  }
  for (const seat of wish.spared ?? []) isOpen[seat] = 0
  return isOpen
}

/** Whether the seats, together with the visitor's own, break no rule: the final check of every offer. */
export function isAllowed(field: Field, seats: readonly number[]): boolean {
  const { hall, wish, own, isForAccess } = field
  if (isForAccess && !seats.some((seat) => hasFeature(hall, seat, SEAT_FEATURE.isHandicap))) return false
  return checkSelection(field, [...own, ...seats], wish.rules) === null
}

/** A quick check of seats `first` to `last` before the rules are asked: whole sofas, and no lone seat beside them. */
export function isPromising(field: Field, first: number, last: number): boolean {
  const { kind } = field.ground
  if ((kind[first] ?? 0) & KIND.notFirst || (kind[last] ?? 0) & KIND.notLast) return false
  return field.wish.rules.loneSeats !== 'never' || !(isSurelyLone(field, first, -1) || isSurelyLone(field, last, 1))
}

function isSurelyLone(field: Field, edge: number, by: -1 | 1): boolean {
  const seat = loneBeside(field, edge, by)
  return seat >= 0 && !field.isBarred[seat] && !((field.ground.kind[seat] ?? 0) & KIND.special)
}

/** The seat on one side of a run that would be left alone, or −1. */
function loneBeside({ ground: { left, right }, isLeft }: Field, edge: number, by: -1 | 1): number {
  const onwards = by === 1 ? right : left
  const beside = onwards[edge] ?? -1
  if (beside < 0 || !isLeft[beside]) return -1
  const beyond = onwards[beside] ?? -1
  return beyond >= 0 && isLeft[beyond] ? -1 : beside
}

/** Penalty for leaving a single seat, in seat pitches: it is hard to sell. */
export const LONE_SEAT_COST = 1

/** Penalty for each wheelchair place without a companion's place beside it, in seat pitches: a party of two comes with a companion. */
const UNACCOMPANIED_COST = 20

/** Number of wheelchair places beyond the companion places in a run. */
function unaccompanied({ hall, isForAccess }: Field, first: number, last: number): number {
  if (!isForAccess || first === last) return 0
  const seats = seatsFrom(first, last)
  const wheelchairs = seats.filter((seat) => hasFeature(hall, seat, SEAT_FEATURE.isHandicap)).length
  return Math.max(0, wheelchairs * 2 - seats.length)
}

/** The cost of seats `first` to `last` side by side: their mean distance from the focal point plus penalties. */
export function costOfRun(field: Field, first: number, last: number): number {
  const { costBefore } = field.ground
  const mean = ((costBefore[last + 1] ?? 0) - (costBefore[first] ?? 0)) / (last - first + 1)
  const lone = (loneBeside(field, first, -1) >= 0 ? 1 : 0) + (loneBeside(field, last, 1) >= 0 ? 1 : 0)
  return mean + lone * LONE_SEAT_COST + unaccompanied(field, first, last) * UNACCOMPANIED_COST
}

/** Calls `take` with the first and last seat of every run of offerable seats that stand side by side in a row; tables have none. */
export function forEachStretch({ isOpen, ground: { isJoined, kind } }: Field, take: (first: number, last: number) => void): void {
  for (let seat = 0; seat < isOpen.length; seat++) {
    if (!isOpen[seat] || (kind[seat] ?? 0) & KIND.atTable) continue
    const first = seat
    while (isJoined[seat] && isOpen[seat + 1]) seat++
    take(first, seat)
  }
}

export function seatsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_seat, at) => first + at)
}
