import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { planOf, seatKey } from '#lib/server/catalogue/seatplans.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { choiceDate, lockOnDate, type ChoiceDate, type ChoiceOf } from './choice-seats.ts'
import { findBestOnDates } from './membership-best.ts'

/** A date of the choice, with the seats that a member who renews would have on it, at the price of the kept ones. */
export interface RenewalDate extends Pick<ChoiceDate, 'dates' | 'presentationId' | 'isSame'> {
  /** One for each kept seat; empty: not so many are left together. */
  readonly seats: readonly PlanSeat[]
}

/** The dates that a season has to choose, with seats like the kept ones. Dates that are over or sold out have none. */
export async function renewalDates({ id, choice }: Membership, kept: readonly PlanSeat[], uuid: string): Promise<readonly RenewalDate[]> {
  const found = await Promise.all(
    (choice?.options ?? []).map(({ presentationId }) => renewalDate(kept, { membershipId: id, presentationId }, uuid)),
  )
  return found.flatMap((date) => (date.ok ? [date.value] : []))
}

/** Locks seats like the kept ones on a date: the same ones, else the nearest. Refusals: NOT_ENOUGH_SEATS, those of `lockOnDate`. */
export async function lockRenewalDate(kept: readonly PlanSeat[], of: ChoiceOf, holder: Holder): Promise<Result<RenewalDate>> {
  const found = await renewalDate(kept, of, holder.uuid)
  if (!found.ok) return found
  const { dates, seats } = found.value
  if (seats.length < kept.length) return refuse('NOT_ENOUGH_SEATS')
  const locked = await lockOnDate(dates, seats, holder)
  return locked.ok ? found : locked
}

async function renewalDate(kept: readonly PlanSeat[], of: ChoiceOf, uuid: string): Promise<Result<RenewalDate>> {
  const found = await choiceDate(kept, of, uuid)
  if (!found.ok) return found
  const { dates, presentationId, seats: own, isSame, offers } = found.value
  const [presentation] = dates.presentations
  const isOver = !presentation || presentation.soldout || presentation.startsAt <= Date.now()
  const date = { dates, presentationId }
  if (isOver) return accept({ ...date, isSame: false, seats: [] })
  const isAlike = (seats: readonly PlanSeat[]) =>
    seats.length === kept.length && seats.every(({ category }, at) => category === kept[at]?.category)
  if (own.length === kept.length) return accept({ ...date, isSame, seats: own })
  const seats = offers.find(isAlike) ?? (await bestSeats(of, kept.length, uuid)).find(isAlike) ?? []
  return accept({ ...date, isSame: seats.length > 0 && seats.every((seat, at) => isAt(seat, kept[at])), seats })
}

function isAt({ sectionId, x, y }: PlanSeat, other: PlanSeat | undefined): boolean {
  return other?.sectionId === sectionId && other.x === x && other.y === y
}

/** The best seats together on a date in another hall than the kept ones, or far from them. */
async function bestSeats(
  { membershipId, presentationId }: ChoiceOf,
  quantity: number,
  uuid: string,
): Promise<readonly (readonly PlanSeat[])[]> {
  const best = await findBestOnDates({ membershipId, presentationId, quantity }, { uuid, network: null })
  if (!best.ok) return []
  const [first] = best.value.matches.flatMap(({ seats }) => seats)
  const plan = first && (await planOf(first.VenueSeatplanId))
  if (!plan) return []
  return best.value.matches.map(({ seats }) =>
    seats.flatMap(
      ({ VenueSectionId, XCoordinate, YCoordinate }) =>
        plan.seatsByAddress.get(seatKey(VenueSectionId, XCoordinate ?? 0, YCoordinate ?? 0)) ?? [],
    ),
  )
}
