import { donationName, isOpenDonation, type Donation, type DonationDetail } from '#lib/domain/catalogue/donations.ts'
import { toAgorot, toShekels, type Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { checkEach, type CartAround, type CheckedLine } from './checked-line.ts'

/** One donation that a cart asks for. */
export interface WantedDonation {
  readonly donationId: number
  readonly detailId: number
  readonly quantity: number
  /** Shekels, as the donor typed it; null: the suggested amount. */
  readonly customAmount: number | null
  /** In whose name or memory; empty: in nobody's. */
  readonly dedication: string
}

export interface CheckedDonation extends CheckedLine {
  readonly kind: 'donation'
  readonly subjectId: number
  readonly priceId: number
  readonly facts: Readonly<Record<string, string>>
}

/** What a donation is given beside. */
const BESIDE: ReadonlySet<string> = new Set(['seat', 'voucher', 'product'])

/**
 * Checks and prices donations. They go alone or beside tickets, vouchers and products of their business, carry no charge, and are paid by money only. Refusals:
 * CART_INCOMPATIBLE (beside a membership), DONATION_NOT_FOUND, SALE_NOT_OPEN, SALE_CLOSED, DONATION_AMOUNT (with its limits in shekels), DONATION_LIMIT.
 */
export function checkDonations(wanted: readonly WantedDonation[], around: CartAround): Result<readonly CheckedDonation[]> {
  if (wanted.length > 0 && around.before.some(({ kind }) => !BESIDE.has(kind))) return refuse('CART_INCOMPATIBLE')
  const found = checkEach(wanted, (one) => findDetail(one, around))
  if (!found.ok) return found
  for (const own of Map.groupBy(found.value, ({ detail }) => detail.id).values()) {
    const max = own[0]?.donation.maxQuantity ?? 0
    if (own.reduce((sum, { wanted: { quantity } }) => sum + quantity, 0) > max) return refuse('DONATION_LIMIT', { max })
  }
  return checkEach(found.value, checkOne)
}

interface Found {
  readonly wanted: WantedDonation
  readonly donation: Donation
  readonly detail: DonationDetail
}

function findDetail(wanted: WantedDonation, { catalogue, now }: CartAround): Result<Found> {
  const donation = catalogue.donations.get(wanted.donationId)
  const detail = donation?.details.find(({ id }) => id === wanted.detailId)
  if (!donation || !detail) return refuse('DONATION_NOT_FOUND')
  if (isOpenDonation(donation, now)) return accept({ wanted, donation, detail })
  return refuse(donation.opensAt !== null && now < donation.opensAt ? 'SALE_NOT_OPEN' : 'SALE_CLOSED')
}

function checkOne({ wanted, donation, detail }: Found): Result<CheckedDonation> {
  const price = amountOf(wanted, detail)
  if (price === undefined) return refuse('DONATION_AMOUNT', limitsOf(detail))
  const { businessId, authProfileId } = donation
  return accept({
    ...{ kind: 'donation', total: 'others', name: donationName(donation, detail), presentation: null },
    ...{ seller: { businessId, authProfileId }, quantity: wanted.quantity, price, serviceCharge: 0, firstPrice: price },
    ...{ isCharged: false, isMoneyOnly: true, redeems: [], subjectId: donation.id, priceId: detail.id },
    facts: factsOf(wanted),
  })
}

function factsOf({ dedication }: WantedDonation): Readonly<Record<string, string>> {
  return dedication.trim() === '' ? {} : { dedication: dedication.trim() }
}

/** undefined for a free amount outside of its limits, and for another than the suggested one. */
function amountOf({ customAmount }: WantedDonation, { amount, least, most }: DonationDetail): Agorot | undefined {
  const typed = customAmount === null ? undefined : toAgorot(customAmount)
  if (amount !== null) return customAmount === null || typed === amount ? amount : undefined
  return typed !== undefined && typed >= (least ?? Infinity) && typed <= (most ?? 0) ? typed : undefined
}

function limitsOf({ amount, least, most }: DonationDetail): { readonly min: number; readonly max: number } {
  return { min: toShekels(amount ?? least ?? 0), max: toShekels(amount ?? most ?? 0) }
}
