import { enrolmentRefusal } from '#lib/domain/catalogue/enrolment-sale.ts'
import { membershipName, MEMBERSHIP_TYPE, SHOP_CURRENCY, type MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { checkEnrolment } from './check-enrolment.ts'
import { topUpOf, validityOf } from './check-open.ts'
import type { CheckedSeat } from './check-seat.ts'
import { checkEach, type CartAround, type CheckedLine } from './checked-line.ts'
import {
  priceLineOf,
  referenceKey,
  type CheckedMembership,
  type FoundMembership,
  type MembershipFacts,
  type ProvedReference,
  type WantedMembership,
} from './membership-line.ts'

/**
 * Checks and prices memberships; they stand in a cart of their own. A line for each, then the tickets of the dates that it covers. Refusals: CART_INCOMPATIBLE
 * (with anything else), MEMBERSHIP_NOT_FOUND, GENERAL_ERROR (no price is named and several are meant), SALE_NOT_OPEN, SALE_CLOSED, MEMBERSHIP_LIMIT,
 * ALREADY_ENROLLED (a season twice for one holder), CURRENCY_MIXED, CURRENCY_NOT_CHARGED, referenceNotEligible, TICKET_BALANCE_INSUFFICIENT (the reference is
 * used up), BAD_REQUEST (a seat twice); those of `topUpOf` and `checkEnrolment`.
 */
export function checkMemberships(
  wanted: readonly WantedMembership[],
  facts: MembershipFacts,
  around: CartAround,
): Result<readonly CheckedLine[]> {
  if (wanted.length > 0 && around.before.length > 0) return refuse('CART_INCOMPATIBLE')
  const found = checkEach(
    wanted.map((one, line) => ({ line, wanted: one })),
    (one) => findPrice(one, facts, around),
  )
  if (!found.ok) return found
  const currencies = new Set(found.value.map(({ price }) => price.currency.id))
  if (currencies.size > 1) return refuse('CURRENCY_MIXED')
  if (isEnrolledTwice(found.value)) return refuse('ALREADY_ENROLLED')
  for (const own of Map.groupBy(found.value, ({ price }) => price.id).values()) {
    const max = own[0]?.membership.maxQuantity ?? 0
    if (own.length > max) return refuse('MEMBERSHIP_LIMIT', { max })
  }
  const lines = checkEach(found.value, (one) => checkOne(one, facts, around))
  if (!lines.ok) return lines
  const seats = lines.value.flatMap((own) => own.seats)
  const keys = new Set(seats.map(({ presentation, seat }) => `${String(presentation.id)}:${String(seat?.id)}`))
  return keys.size < seats.length ? refuse('BAD_REQUEST') : accept([...lines.value.map(({ line }) => line), ...seats])
}

/** The memberships among the lines of a cart. */
export function membershipsOf(lines: readonly CheckedLine[]): readonly CheckedMembership[] {
  return lines.filter((line): line is CheckedMembership => line.kind === 'membership')
}

function findPrice(
  { line, wanted }: Pick<FoundMembership, 'line' | 'wanted'>,
  { had }: MembershipFacts,
  { catalogue, now }: CartAround,
): Result<FoundMembership> {
  const membership = catalogue.memberships.get(wanted.membershipId)
  const price = membership && priceLineOf(membership, wanted)
  if (!membership || !price) return refuse('MEMBERSHIP_NOT_FOUND')
  if (price === 'ambiguous') return refuse('GENERAL_ERROR')
  if (wanted.currencyId !== null && wanted.currencyId !== price.currency.id) return refuse('CURRENCY_MIXED')
  const closed = enrolmentRefusal(membership, now, had.has(membership.renewal?.previousId ?? 0))
  return closed ? refuse(closed) : accept({ line, wanted, membership, price })
}

/** A season is for one person once; two holders may stand in one cart. */
function isEnrolledTwice(found: readonly FoundMembership[]): boolean {
  const seasons = found.filter(({ membership }) => membership.typeId === MEMBERSHIP_TYPE.season)
  const holders = new Set(seasons.map(({ membership, wanted }) => JSON.stringify([membership.id, wanted.name.trim().toLowerCase()])))
  return holders.size < seasons.length
}

interface Checked {
  readonly line: CheckedMembership
  readonly seats: readonly CheckedSeat[]
}

function checkOne(found: FoundMembership, facts: MembershipFacts, around: CartAround): Result<Checked> {
  const { wanted, membership, price } = found
  if (price.currency.id !== SHOP_CURRENCY.id) return refuse('CURRENCY_NOT_CHARGED')
  const reference = referenceOf(wanted, price, facts)
  if (!reference.ok) return reference
  const topsUp = topUpOf(found, facts, around.now)
  if (!topsUp.ok) return topsUp
  const line = { topsUp: topsUp.value, reference: reference.value, ...validityOf(membership, around) }
  if (membership.typeId === MEMBERSHIP_TYPE.open)
    return accept({ line: { ...soldAt(found, price.price), ...line, dates: null }, seats: [] })
  const enrolment = checkEnrolment(found, facts, around)
  if (!enrolment.ok) return enrolment
  const { price: paid, dates, seats } = enrolment.value
  return accept({ line: { ...soldAt(found, paid.total), ...line, dates }, seats })
}

type Sold = Omit<CheckedMembership, 'topsUp' | 'reference' | 'validFrom' | 'validUntil' | 'dates'>

function soldAt({ wanted, membership, price }: FoundMembership, amount: Agorot): Sold {
  const { businessId, authProfileId } = membership
  return {
    ...{
      kind: 'membership',
      total: 'others',
      name: membershipName(membership, price),
      presentation: null,
      seller: { businessId, authProfileId },
    },
    ...{ quantity: 1, price: amount, serviceCharge: 0, firstPrice: amount, isCharged: false, redeems: [] },
    ...{ subjectId: membership.id, priceId: price.id, uses: membership.uses, money: membership.amount, facts: factsOf(wanted) },
  }
}

function referenceOf(wanted: WantedMembership, price: MembershipPrice, { references }: MembershipFacts): Result<ProvedReference | null> {
  if (isMissing(price.ref1prompt, wanted.reference1) || isMissing(price.ref2prompt, wanted.reference2))
    return refuse('referenceNotEligible')
  if (price.referenceCheck === 'none') return accept(null)
  const proved = references.get(referenceKey({ ...wanted, priceId: price.id }))
  if (!proved) return refuse('referenceNotEligible')
  return proved.left === 0 ? refuse('TICKET_BALANCE_INSUFFICIENT') : accept(proved)
}

function isMissing(prompt: string | null, typed: string | null): boolean {
  return prompt !== null && (typed ?? '').trim() === ''
}

function factsOf({ name, additionalName, reference1, reference2 }: WantedMembership): Record<string, string> {
  const said = {
    name: name.trim(),
    additionalName: additionalName.trim(),
    reference1: reference1?.trim() ?? '',
    reference2: reference2?.trim() ?? '',
  }
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
}
