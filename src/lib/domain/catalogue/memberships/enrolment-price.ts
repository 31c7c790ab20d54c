import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Membership, MembershipPrice, SeatRate } from './memberships.ts'

/** One date of an enrolment, and the price category of its seat; null: a virtual seat. */
export interface EnrolledDate {
  readonly presentationId: number
  readonly category: string | null
}

export interface DatePrice extends EnrolledDate {
  /** The rate of its seat; null: the membership has no rates, or the seat is virtual. */
  readonly rate: SeatRate | null
  /** What the date costs beside the base, because it was chosen. */
  readonly supplement: Agorot
}

/** The sum of an enrolment as a summary shows it: `total` is `base` and all supplements. */
export interface EnrolmentPrice {
  readonly base: Agorot
  readonly dates: readonly DatePrice[]
  readonly total: Agorot
}

/**
 * Prices a series or season (decision 48), in agorot. With pricing per ticket the base is the sum of the rates of all dates; else one rate is for all of them:
 * the dearest, if their seats differ in category. Without rates or seats it is the price line. Refusal: NO_PRICE_POLICY (no rate for a category under this price).
 * @param dates all its dates, the fixed ones and the chosen ones
 */
export function priceEnrolment(
  membership: Pick<Membership, 'rates' | 'isPricingPerTicket' | 'choice'>,
  price: Pick<MembershipPrice, 'priceCode' | 'price'>,
  dates: readonly EnrolledDate[],
): Result<EnrolmentPrice> {
  const rated = dates.map((date) => ({ ...date, rate: rateOf(membership, price, date), supplement: supplementOf(membership, date) }))
  if (rated.some(({ category, rate }) => category !== null && rate === null && membership.rates.length > 0))
    return refuse('NO_PRICE_POLICY')
  const base = baseOf(membership, price, rated)
  return accept({ base, dates: rated, total: rated.reduce((sum, { supplement }) => sum + supplement, base) })
}

function baseOf(
  { isPricingPerTicket }: Pick<Membership, 'isPricingPerTicket'>,
  { price }: Pick<MembershipPrice, 'price'>,
  dates: readonly DatePrice[],
): Agorot {
  const rates = dates.flatMap(({ rate }) => rate?.price ?? [])
  if (rates.length === 0) return price
  return isPricingPerTicket ? rates.reduce((sum, rate) => sum + rate, 0) : Math.max(...rates)
}

function rateOf(
  { rates }: Pick<Membership, 'rates'>,
  { priceCode }: Pick<MembershipPrice, 'priceCode'>,
  { category }: EnrolledDate,
): SeatRate | null {
  return rates.find((rate) => rate.category === category && rate.priceCode === priceCode) ?? null
}

/** What a date costs beside its season because it was chosen; 0 of others. */
export function supplementOf({ choice }: Pick<Membership, 'choice'>, { presentationId }: Pick<EnrolledDate, 'presentationId'>): Agorot {
  return choice?.options.find((option) => option.presentationId === presentationId)?.supplement ?? 0
}
