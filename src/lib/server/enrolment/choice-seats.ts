import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { nearestTogether } from '#lib/domain/seating/best/nearest-together.ts'
import { cropAround, type SeatCrop } from '#lib/domain/seating/plan/crop-around.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { isFree, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { boardOf } from '#lib/server/seats/board/seat-board.ts'
import { claimSeries, releaseSeries } from '#lib/server/seats/claims/series-claims.ts'
import { membershipDates, ticketGroupsOf, type MembershipDates } from './membership-dates.ts'
import { ownSeatsOn } from './membership-hall.ts'
import { closedCode } from './membership-locks.ts'

const MOST_OFFERED = 3

/** One chosen date of a season, and what the visitor sits on there. */
export interface ChoiceDate {
  readonly dates: MembershipDates
  readonly presentationId: number
  /** Locked for the visitor on that date, in plan order. */
  readonly seats: readonly PlanSeat[]
  /** Whether they are the fixed seats. */
  readonly isSame: boolean
  /** The nearest free seats together, only if too few are locked. */
  readonly offers: readonly (readonly PlanSeat[])[]
  /** The part of the map around seats; undefined if it is not known now. */
  readonly around: (seats: readonly PlanSeat[]) => SeatCrop | undefined
}

/** What a choice of dates costs beside the rates, in agorot. */
export function supplementsOf(
  choice: { readonly options: readonly { readonly presentationId: number; readonly supplement: Agorot }[] } | null,
  chosen: readonly number[],
) {
  return (choice?.options ?? [])
    .filter(({ presentationId }) => chosen.includes(presentationId))
    .reduce((sum, { supplement }) => sum + supplement, 0)
}

/** Locks the fixed seats on a chosen date, all of them or none. Refusals: those of `lockOnDate`. */
export async function lockSameSeats(fixed: readonly PlanSeat[], of: ChoiceOf, holder: Holder): Promise<Result<null>> {
  const found = await membershipDates(of.membershipId, of.presentationId)
  if (!found.ok) return found
  const { plan } = found.value
  const own = await ownSeatsOn(found.value, holder.uuid)
  if (own.length >= fixed.length) return accept(null)
  const same = fixed.flatMap(
    ({ sectionId, x, y }) => plan.seats.find((one) => one.sectionId === sectionId && one.x === x && one.y === y) ?? [],
  )
  return same.length < fixed.length ? refuse('NOT_FOUND') : lockOnDate(found.value, same, holder)
}

export interface ChoiceOf {
  readonly membershipId: number
  readonly presentationId: number
}

/** Locks seats on one date, all of them or none. Refusals: NOT_FOUND (a seat that the membership does not sell), those of a sale that is closed and of a lock. */
export async function lockOnDate(dates: MembershipDates, seats: readonly PlanSeat[], holder: Holder): Promise<Result<null>> {
  const closed = await closedCode(dates, holder.uuid, 'once')
  if (closed) return refuse(closed)
  if (seats.length === 0 || seats.some(({ category }) => ticketGroupsOf(dates, category).length === 0)) return refuse('NOT_FOUND')
  return claimSeries(datedSeats(dates, seats), holder)
}

/** Frees the visitor's seats on a date that is not chosen any more. */
export async function freeDate({ membershipId, presentationId }: ChoiceOf, uuid: string): Promise<void> {
  const found = await membershipDates(membershipId, presentationId)
  if (!found.ok) return
  const own = await ownSeatsOn(found.value, uuid)
  if (own.length > 0) await releaseSeries(datedSeats(found.value, own), uuid)
}

function datedSeats({ presentations, plan }: MembershipDates, seats: readonly PlanSeat[]) {
  return presentations.flatMap((presentation) => seats.map(({ id }) => ({ presentation, planVersion: plan.version, seatId: id })))
}

/** A chosen date as its page shows it. Refusals: those of `membershipDates`. */
export async function choiceDate(fixed: readonly PlanSeat[], of: ChoiceOf, uuid: string): Promise<Result<ChoiceDate>> {
  const found = await membershipDates(of.membershipId, of.presentationId)
  if (!found.ok) return found
  const dates = found.value
  const own = (await ownSeatsOn(dates, uuid)).slice(0, fixed.length)
  const isSame = own.length === fixed.length && fixed.every((seat) => own.some((one) => isSamePlace(one, seat)))
  const board = await boardOf(of.presentationId)
  const states = board?.plan === dates.plan ? board.statesOf(uuid) : undefined
  const offers = own.length === fixed.length || !states ? [] : offersNear(dates, fixed, states)
  const around = (seats: readonly PlanSeat[]) => states && cropAround(dates.plan.seats, seats, (at) => isFree(states, at))
  return accept({ dates, presentationId: of.presentationId, seats: own, isSame, offers, around })
}

function isSamePlace(one: PlanSeat, other: PlanSeat): boolean {
  return one.sectionId === other.sectionId && one.x === other.x && one.y === other.y
}

function offersNear({ plan }: MembershipDates, fixed: readonly PlanSeat[], states: HallStates): readonly (readonly PlanSeat[])[] {
  const near = fixed.flatMap((seat) => {
    const at = plan.seats.findIndex((one) => isSamePlace(one, seat))
    return at < 0 ? [] : [at]
  })
  if (near.length === 0) return []
  return nearestTogether({ hall: plan.hall, states }, near, MOST_OFFERED).map((group) => group.flatMap((at) => plan.seats[at] ?? []))
}
