import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { bestOnDates as bestCall } from '#lib/contract/area/memberships.ts'
import type { BestMatch } from '#lib/contract/show/best-available.ts'
import { MEMBERSHIP_TYPE } from '#lib/domain/catalogue/memberships/memberships.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { isSideBySide } from '#lib/domain/seating/best/best-seats.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { bestOnDates, lockBestOnDates, type DatesWish } from '#lib/server/seats/best/best-on-dates.ts'
import { seatOfMatch } from '#lib/server/seats/best/seat-entity.ts'
import { releaseSeries } from '#lib/server/seats/claims/series-claims.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { membershipDates, ticketGroupsOf, unsoldDates, type MembershipDates } from './membership-dates.ts'
import { ownSeatsOn } from './membership-hall.ts'
import { closedCode } from './membership-locks.ts'

const MOST_MATCHES = 5

type BestOnDatesQuery = QueryOf<typeof bestCall> & { readonly locale?: Locale }

/**
 * The best seats together on all dates of a membership. With isLock they are locked on all dates or on none, and with isInstead the visitor's other seats of these
 * dates are freed afterwards. Refusals: NOT_FOUND, GENERAL_ERROR, ALREADY_ENROLLED, SALE_NOT_OPEN, SALE_CLOSED, NOT_ENOUGH_SEATS, and those of a lock.
 */
export async function findBestOnDates(query: BestOnDatesQuery, holder: Holder): Promise<Result<AnswerOf<typeof bestCall>>> {
  const found = await membershipDates(query.membershipId, query.presentationId ?? null)
  if (!found.ok) return found
  const dates = found.value
  if (dates.membership.isSkipMemberSeat) return refuse('NOT_FOUND')
  const closed = await closedCode(dates, holder.uuid, dates.membership.typeId === MEMBERSHIP_TYPE.season ? 'once' : 'again')
  if (closed) return refuse(closed)
  return query.isLock ? lockBest(query, dates, holder) : offerBest(query, dates, holder.uuid)
}

function wishOf({ quantity = 1, ticketGroupId, sectionId }: QueryOf<typeof bestCall>, dates: MembershipDates): DatesWish {
  const { presentations, plan } = dates
  const sold = [...new Set(plan.seats.map(({ category }) => category))].filter(
    (category) => unsoldDates(presentations, category).length === 0,
  )
  const asked = (category: string) => ticketGroupId === undefined || ticketGroupsOf(dates, category).includes(ticketGroupId)
  // Groups of the first date's own prices: by them the search tells categories apart.
  const groups = sold.filter((category) => ticketGroupsOf(dates, category).length > 0 && asked(category))
  const [first] = presentations
  const ticketGroups = new Set(groups.flatMap((category) => (first && priceAt(first, { category })?.ticketGroupId) ?? []))
  return { presentations, quantity, ticketGroups, ...(sectionId !== undefined && { sectionId }) }
}

async function offerBest(query: BestOnDatesQuery, dates: MembershipDates, uuid: string): Promise<Result<AnswerOf<typeof bestCall>>> {
  const { locale = DEFAULT_LOCALE } = query
  const offer = await bestOnDates(wishOf(query, dates), uuid)
  if (!offer) return refuse('GENERAL_ERROR')
  if (offer.groups.length === 0) return refuse('NOT_ENOUGH_SEATS')
  return accept({ matches: offer.groups.slice(0, MOST_MATCHES).map(({ seats }) => matchOf(dates, seats, { locale, isLocked: false })) })
}

async function lockBest(query: BestOnDatesQuery, dates: MembershipDates, holder: Holder): Promise<Result<AnswerOf<typeof bestCall>>> {
  const { isInstead, locale = DEFAULT_LOCALE } = query
  const before = isInstead ? await ownSeatsOn(dates, holder.uuid) : []
  const locked = await lockBestOnDates(wishOf(query, dates), holder)
  if (!locked.ok) return locked
  const { presentations, plan } = dates
  const given = before.filter(({ id }) => !locked.value.includes(id))
  const freed = presentations.flatMap((presentation) => given.map(({ id }) => ({ presentation, planVersion: plan.version, seatId: id })))
  if (freed.length > 0) await releaseSeries(freed, holder.uuid)
  const seats = locked.value.flatMap((id) => plan.indexById.get(id) ?? [])
  return accept({ matches: [matchOf(dates, seats, { locale, isLocked: true })] })
}

function matchOf(
  dates: MembershipDates,
  seats: readonly number[],
  shown: Pick<Parameters<typeof seatOfMatch>[0], 'locale' | 'isLocked'>,
): BestMatch {
  const { presentations, plan } = dates
  const [presentation] = presentations
  if (!presentation) throw new Error('A membership has no date.')
  const described = seats.flatMap((at) => {
    const seat = plan.seats[at]
    const section = seat && plan.sectionsById.get(seat.sectionId)
    const price = seat && priceAt(presentation, seat)
    if (!section) return []
    const one = seatOfMatch({ presentation, plan, section, seat, price, ticket: undefined, ...shown })
    return [{ ...one, TicketGroupId: ticketGroupsOf(dates, seat.category)[0] ?? one.TicketGroupId }]
  })
  return {
    presentationId: presentation.id,
    dateTime: new Date(presentation.startsAt).toISOString(),
    seats: described,
    total: null,
    isTogether: isSideBySide(plan.hall, seats),
    isLocked: shown.isLocked,
  }
}
