import type { Selection } from '#lib/contract/area/memberships.ts'
import { datesRefusal, enrolmentRefusal } from '#lib/domain/catalogue/enrolment-sale.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { planOf, seatKey } from '#lib/server/catalogue/seatplans.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { heldBy } from '#lib/server/seats/best/best-claims.ts'
import { claimSeries, releaseSeries, type DatedSeat } from '#lib/server/seats/claims/series-claims.ts'
import { membershipDates, ticketGroupsOf, unsoldDates, type MembershipDates } from './membership-dates.ts'
import { membershipsOf } from './past-enrolment.ts'
import type { WantedSeat } from './wanted-seat.ts'

/** A verified seat on its dates. */
interface Target extends MembershipDates {
  /** One for each date; none if seats are virtual. */
  readonly seats: readonly DatedSeat[]
  /** The price category; undefined of a virtual seat. */
  readonly category: string | undefined
  readonly selections: readonly Selection[]
}

/** Whether a member who already has the membership may take another seat of it. */
type Repeat = 'again' | 'once'

/**
 * Locks a seat on all dates, or on none. A membership without seats answers virtual ones and locks nothing (decision 47). Refusals: NOT_FOUND, GENERAL_ERROR,
 * ALREADY_ENROLLED (for `once`), SALE_NOT_OPEN, SALE_CLOSED, NO_PRICE_POLICY, and those of `claimSeries`.
 * @returns one selection for each date
 */
export async function lockOnDates(wanted: WantedSeat, holder: Holder, repeat: Repeat): Promise<Result<readonly Selection[]>> {
  const target = await locate(wanted)
  if (!target.ok) return target
  const closed = await closedCode(target.value, holder.uuid, repeat)
  if (closed) return refuse(closed)
  const { seats, category, presentations, selections } = target.value
  if (category === undefined) return accept(selections)
  const unsold = unsoldDates(presentations, category)
  if (unsold.length > 0) {
    const facts = { count: unsold.length, total: presentations.length, presentationIds: unsold.map(({ id }) => id).join() }
    return refuse('SEAT_TAKEN_ON_DATES', facts)
  }
  const claimed = await claimSeries(seats, holder, target.value.membership.id)
  return claimed.ok ? accept(selections) : claimed
}

/** Frees a seat on every date on which the visitor has it. Refusals: NOT_FOUND, GENERAL_ERROR, UNLOCK_FAILED (on no date). */
export async function unlockOnDates(wanted: WantedSeat, uuid: string): Promise<Result<null>> {
  const target = await locate(wanted)
  if (!target.ok) return target
  const { seats, category } = target.value
  if (category === undefined) return accept(null)
  return (await releaseSeries(seats, uuid)).length > 0 ? accept(null) : refuse('UNLOCK_FAILED')
}

/** Those selections that the visitor still has locked; virtual ones stay. */
export async function stillSelected(selections: readonly Selection[], uuid: string): Promise<readonly Selection[]> {
  if (selections.length === 0) return []
  const held = await heldBy(
    uuid,
    selections.map(({ prsntId }) => prsntId),
  )
  const ids = await Promise.all(selections.map((one) => seatIdOf(one)))
  return selections.filter(({ prsntId, x }, n) => x === null || (held.get(prsntId) ?? []).includes(ids[n] ?? 0))
}

/** The seat's id in its plan; −1 if there is no such seat. */
async function seatIdOf({ seatplanId, sectionId, x, y }: Selection): Promise<number> {
  const plan = await planOf(seatplanId)
  return plan?.seatsByAddress.get(seatKey(sectionId, x ?? 0, y ?? 0))?.id ?? -1
}

/** Why a visitor may lock no seats of these dates now; undefined if they may. */
export async function closedCode(target: MembershipDates, uuid: string, repeat: Repeat): Promise<RefusalCode | undefined> {
  const { membership } = target
  const asked = [...(repeat === 'once' ? [membership.id] : []), ...(membership.renewal ? [membership.renewal.previousId] : [])]
  const had = await membershipsOf(uuid, asked)
  if (repeat === 'once' && had.has(membership.id)) return 'ALREADY_ENROLLED'
  const now = Date.now()
  return (
    enrolmentRefusal(membership, now, had.has(membership.renewal?.previousId ?? 0)) ??
    datesRefusal(await catalogue(), target.presentations, now)
  )
}

/** Verifies that every id of the address belongs to the membership, by its plan. */
async function locate(wanted: WantedSeat): Promise<Result<Target>> {
  const dates = await membershipDates(wanted.membershipId, wanted.chosenId)
  if (!dates.ok) return dates
  const { membership, presentations, plan } = dates.value
  const section = plan.sectionsById.get(wanted.sectionId)
  if (!section || plan.id !== wanted.seatplanId || presentations.some(({ venueId }) => venueId !== wanted.venueId))
    return refuse('NOT_FOUND')
  const selections = presentations.map(({ id }) => selectionOf(wanted, id))
  const { x, y } = wanted
  if (membership.isSkipMemberSeat) {
    const isVirtual = x === null && y === null
    return isVirtual ? accept({ ...dates.value, seats: [], category: undefined, selections }) : refuse('NOT_FOUND')
  }
  const seat = x === null || y === null ? undefined : plan.seatsByAddress.get(seatKey(section.id, x, y))
  if (!seat) return refuse('NOT_FOUND')
  const groups = ticketGroupsOf(dates.value, seat.category)
  if (groups.length === 0) return refuse('NO_PRICE_POLICY')
  if (!groups.includes(wanted.ticketGroupId)) return refuse('NOT_FOUND')
  const seats = presentations.map((presentation) => ({ presentation, planVersion: plan.version, seatId: seat.id }))
  return accept({ ...dates.value, seats, category: seat.category, selections })
}

function selectionOf({ venueId, seatplanId, sectionId, x, y, ticketGroupId }: WantedSeat, prsntId: number): Selection {
  return { prsntId, venueId, seatplanId, sectionId, x, y, tgId: ticketGroupId }
}
