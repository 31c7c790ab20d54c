import { MEMBERSHIP_TYPE, SHOP_CURRENCY, type Membership, type MembershipPrice } from '#lib/domain/catalogue/memberships.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'
import { startOfDay } from '#lib/domain/time/rest-days.ts'
import { checkEach, type CartAround, type CheckedLine } from './checked-line.ts'

/** One membership that a cart asks for. */
export interface WantedMembership {
  readonly membershipId: number
  readonly priceId: number
  /** null: that of the price. */
  readonly currencyId: number | null
  readonly reference1: string | null
  readonly reference2: string | null
  /** The membership of this number is to be topped up; null: a new one. */
  readonly topsUp: string | null
  /** Whose it is, and who may come instead; empty: the buyer, and nobody. */
  readonly name: string
  readonly additionalName: string
}

/** A membership that the visitor has proved to hold. */
export interface HeldMembership {
  readonly entitlementId: number
  readonly membershipId: number | null
  readonly isActive: boolean
  /** ms since 1970; null: no end. */
  readonly endsAt: number | null
}

/** What was typed for a price, and proved by a look-up: by which keyed hashes it is listed, and how many purchases are left (null: any number). */
export interface ProvedReference {
  readonly lookups: readonly string[]
  readonly left: number | null
}

export interface MembershipFacts {
  /** By member number. */
  readonly held: ReadonlyMap<string, HeldMembership>
  /** By `referenceKey`. */
  readonly references: ReadonlyMap<string, ProvedReference>
}

export interface CheckedMembership extends CheckedLine {
  readonly kind: 'membership'
  readonly subjectId: number
  readonly priceId: number
  /** Entries; null: unlimited. */
  readonly uses: number | null
  readonly topsUp: number | null
  /** ms since 1970. */
  readonly validFrom: number | null
  readonly validUntil: number | null
  readonly reference: ProvedReference | null
  readonly facts: Readonly<Record<string, string>>
}

/** By what a typed reference of a price is known. */
export function referenceKey({ priceId, reference1, reference2 }: Pick<WantedMembership, 'priceId' | 'reference1' | 'reference2'>): string {
  return JSON.stringify([priceId, reference1, reference2])
}

/**
 * Checks and prices memberships; they stand in a cart of their own. Refusals: CART_INCOMPATIBLE (with anything else), MEMBERSHIP_NOT_FOUND, SALE_NOT_OPEN,
 * SALE_CLOSED, MEMBERSHIP_LIMIT, CURRENCY_MIXED, CURRENCY_NOT_CHARGED, referenceNotEligible, TICKET_BALANCE_INSUFFICIENT (the reference is used up),
 * ITEMS_NOT_SOLD (of a type that is not sold yet); of a top-up memberNotFound, memberExpired.
 */
export function checkMemberships(
  wanted: readonly WantedMembership[],
  facts: MembershipFacts,
  around: CartAround,
): Result<readonly CheckedMembership[]> {
  if (wanted.length > 0 && around.before.length > 0) return refuse('CART_INCOMPATIBLE')
  const found = checkEach(wanted, (one) => findPrice(one, around))
  if (!found.ok) return found
  const currencies = new Set(found.value.map(({ price }) => price.currency.id))
  if (currencies.size > 1) return refuse('CURRENCY_MIXED')
  for (const own of Map.groupBy(found.value, ({ price }) => price.id).values()) {
    const max = own[0]?.membership.maxQuantity ?? 0
    if (own.length > max) return refuse('MEMBERSHIP_LIMIT', { max })
  }
  return checkEach(found.value, (one) => checkOne(one, facts, around.now))
}

interface Found {
  readonly wanted: WantedMembership
  readonly membership: Membership
  readonly price: MembershipPrice
}

function findPrice(wanted: WantedMembership, { catalogue, now }: CartAround): Result<Found> {
  const membership = catalogue.memberships.get(wanted.membershipId)
  const price = membership?.prices.find(({ id }) => id === wanted.priceId)
  if (!membership || !price) return refuse('MEMBERSHIP_NOT_FOUND')
  if (wanted.currencyId !== null && wanted.currencyId !== price.currency.id) return refuse('CURRENCY_MIXED')
  if (membership.saleOpensAt !== null && now < membership.saleOpensAt) return refuse('SALE_NOT_OPEN')
  if (membership.saleClosesAt !== null && now >= membership.saleClosesAt) return refuse('SALE_CLOSED')
  return accept({ wanted, membership, price })
}

function checkOne({ wanted, membership, price }: Found, facts: MembershipFacts, now: number): Result<CheckedMembership> {
  if (price.currency.id !== SHOP_CURRENCY.id) return refuse('CURRENCY_NOT_CHARGED')
  if (membership.typeId !== MEMBERSHIP_TYPE.open || membership.amount !== null) return refuse('ITEMS_NOT_SOLD')
  const reference = referenceOf(wanted, price, facts)
  if (!reference.ok) return reference
  const topsUp = topUpOf(wanted, membership, facts, now)
  if (!topsUp.ok) return topsUp
  const { businessId, authProfileId } = membership
  return accept({
    ...{
      kind: 'membership',
      total: 'others',
      name: `${membership.name}, ${price.name}`,
      presentation: null,
      seller: { businessId, authProfileId },
    },
    ...{ quantity: 1, price: price.price, serviceCharge: 0, firstPrice: price.price, isCharged: false, redeems: [] },
    ...{ subjectId: membership.id, priceId: price.id, uses: membership.uses, topsUp: topsUp.value, ...validityOf(membership, now) },
    reference: reference.value,
    facts: factsOf(wanted),
  })
}

function referenceOf(wanted: WantedMembership, price: MembershipPrice, { references }: MembershipFacts): Result<ProvedReference | null> {
  if (isMissing(price.ref1prompt, wanted.reference1) || isMissing(price.ref2prompt, wanted.reference2))
    return refuse('referenceNotEligible')
  if (price.referenceCheck === 'none') return accept(null)
  const proved = references.get(referenceKey(wanted))
  if (!proved) return refuse('referenceNotEligible')
  return proved.left === 0 ? refuse('TICKET_BALANCE_INSUFFICIENT') : accept(proved)
}

function isMissing(prompt: string | null, typed: string | null): boolean {
  return prompt !== null && (typed ?? '').trim() === ''
}

function topUpOf({ topsUp }: WantedMembership, membership: Membership, { held }: MembershipFacts, now: number): Result<number | null> {
  if (topsUp === null) return accept(null)
  const own = held.get(topsUp)
  if (!own?.isActive || own.membershipId !== membership.id || !membership.isTopup) return refuse('memberNotFound')
  return own.endsAt !== null && now >= own.endsAt ? refuse('memberExpired') : accept(own.entitlementId)
}

/** From the purchase for so many whole days (Asia/Jerusalem), or as the catalogue says. */
function validityOf({ validDays, validFrom, validUntil }: Membership, now: number): Pick<CheckedMembership, 'validFrom' | 'validUntil'> {
  return { validFrom, validUntil: validDays === null ? validUntil : startOfDay(addDays(dayOf(now), validDays + 1)) }
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

/** One purchase of entries, in the order in which they are used up. */
export interface EntriesBought {
  readonly entries: number
  /** Entries that it had been used for when it was cancelled; null: it stands. */
  readonly taken: number | null
}

/** How many entries of each purchase are used, if `used` are in all: the oldest first; of what was cancelled, as many as by then. */
export function usedOfEach(bought: readonly EntriesBought[], used: number): readonly number[] {
  let rest = used
  return bought.map(({ entries, taken }) => {
    const own = Math.max(0, Math.min(rest, taken ?? entries))
    rest -= own
    return own
  })
}

/** What used entries of a purchase cost: their part of its price, rounded down. */
export function worthOfUsed(price: Agorot, entries: number, used: number): Agorot {
  return Math.floor((price * used) / entries)
}
