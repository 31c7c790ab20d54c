import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { MEMBERSHIP_TYPE, type Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { planOf, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'

/** The dates of a membership on which a seat is chosen, and their plan. */
export interface MembershipDates {
  readonly membership: Membership
  /** By start; at least one. */
  readonly presentations: readonly Presentation[]
  readonly plan: LoadedPlan
}

/**
 * The fixed dates of a series or season, or one date of its choice. Refusals: NOT_FOUND (no such membership, no dates, or a date outside its
 * choice), GENERAL_ERROR (its dates differ in their plan: the house must correct them).
 * @param locale of the membership's words
 */
export async function membershipDates(
  membershipId: number,
  chosenId?: number | null,
  locale: Locale = DEFAULT_LOCALE,
): Promise<Result<MembershipDates>> {
  const from = await catalogue(locale)
  const membership = from.memberships.get(membershipId)
  if (!membership || membership.typeId === MEMBERSHIP_TYPE.open) return refuse('NOT_FOUND')
  const ids = datesWanted(membership, chosenId ?? undefined)
  if (ids.length === 0) return refuse('NOT_FOUND')
  const presentations = ids.flatMap((id) => from.presentations.get(id) ?? [])
  const [first] = presentations
  const plan = first && (await planOf(first.seatplanId))
  const isWhole = presentations.length === ids.length && presentations.every(({ seatplanId }) => seatplanId === plan?.id)
  return plan && isWhole ? accept({ membership, presentations, plan }) : refuse('GENERAL_ERROR')
}

function datesWanted({ presentationIds, choice }: Membership, chosenId: number | undefined): readonly number[] {
  if (chosenId === undefined) return presentationIds
  return choice?.options.some(({ presentationId }) => presentationId === chosenId) ? [chosenId] : []
}

/**
 * The ticket groups under which a membership sells seats of a category: those of its rates, else its own, else those of its first date. Empty if it has
 * rates but none for the category.
 */
export function ticketGroupsOf({ membership, presentations }: MembershipDates, category: string): readonly number[] {
  const { rates, defaultTicketGroupId } = membership
  if (rates.length > 0) return [...new Set(rates.filter((rate) => rate.category === category).map((rate) => rate.ticketGroupId))]
  const [first] = presentations
  const group = defaultTicketGroupId ?? (first && priceAt(first, { category })?.ticketGroupId)
  return group === undefined ? [] : [group]
}

/** The dates on which seats of a category are not for sale. */
export function unsoldDates(presentations: readonly Presentation[], category: string): readonly Presentation[] {
  return presentations.filter((one) => {
    const price = priceAt(one, { category })
    return one.soldout || price === undefined || price.allocationId === -1
  })
}
