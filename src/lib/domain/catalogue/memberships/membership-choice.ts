import { isCharged } from './membership-offers.ts'
import type { Membership, MembershipPrice } from './memberships.ts'

/** What was typed for the holders of one price code. */
export interface HolderForm {
  readonly name: string
  readonly additionalName: string
  readonly reference1: string
  readonly reference2: string
}
export const EMPTY_HOLDER: HolderForm = { name: '', additionalName: '', reference1: '', reference2: '' }

/** The form of choosing memberships, as typed. */
export interface ChoiceForm {
  /** Chosen prices, as `choiceKey`. */
  readonly chosen: ReadonlySet<string>
  /** By price code: names and references are asked once for all memberships of a code. */
  readonly holders: Readonly<Record<string, HolderForm>>
  /** By membership: the number to top up; left out for a new card. */
  readonly topUps: Readonly<Record<number, string>>
}

/** A price of a membership in the form. */
export interface ChoicePrice {
  readonly membership: Membership
  readonly price: MembershipPrice
}

/** One card of the form: whom a price code is for, and what it asks. */
export interface ChoiceHolder {
  readonly priceCode: string
  readonly name: string
  readonly ref1prompt: string | null
  readonly ref2prompt: string | null
}

export function choiceKey({ membership, price }: ChoicePrice): string {
  return `${String(membership.id)}-${String(price.id)}`
}

/** All prices of these memberships that can be chosen. */
export function choicePrices(memberships: readonly Membership[]): readonly ChoicePrice[] {
  return memberships.flatMap((membership) => membership.prices.filter(isCharged).map((price) => ({ membership, price })))
}

/** The cards of the form, one for each price code; a prompt of any membership is asked for all of its code. */
export function choiceHolders(prices: readonly ChoicePrice[]): readonly ChoiceHolder[] {
  const byCode = Map.groupBy(prices, ({ price }) => price.priceCode)
  return [...byCode].map(([priceCode, own]) => ({
    priceCode,
    name: own[0]?.price.name ?? '',
    ref1prompt: own.find(({ price }) => price.ref1prompt !== null)?.price.ref1prompt ?? null,
    ref2prompt: own.find(({ price }) => price.ref2prompt !== null)?.price.ref2prompt ?? null,
  }))
}

/** A membership cart item (spec §7) with its holder's names. */
export interface ChosenItem {
  readonly membershipId: number
  readonly membershipPriceId: number
  readonly currencyId: number
  readonly reference1: string | null
  readonly reference2: string | null
  readonly memberNumber: string | null
  readonly isTopup: boolean
  readonly seat: null
  readonly name: string
  readonly additionalName: string
}

/** The chosen prices as cart items. */
export function chosenItems({ chosen, holders, topUps }: ChoiceForm, prices: readonly ChoicePrice[]): readonly ChosenItem[] {
  const own = prices.filter((one) => chosen.has(choiceKey(one)))
  return own.map(({ membership, price }) => {
    const { name, additionalName, reference1, reference2 } = holders[price.priceCode] ?? EMPTY_HOLDER
    const memberNumber = topUps[membership.id] ?? null
    return {
      membershipId: membership.id,
      membershipPriceId: price.id,
      currencyId: price.currency.id,
      reference1: price.ref1prompt === null ? null : reference1,
      reference2: price.ref2prompt === null ? null : reference2,
      memberNumber,
      isTopup: memberNumber !== null,
      seat: null,
      name,
      additionalName,
    }
  })
}

/** The first reference that a chosen price asks for and that is empty, as the field's name; undefined if none is. */
export function missingReference({ chosen, holders }: ChoiceForm, prices: readonly ChoicePrice[]): string | undefined {
  const asked = prices.filter((one) => chosen.has(choiceKey(one)))
  const empty = asked.flatMap(({ price: { priceCode, ref1prompt, ref2prompt } }) => {
    const holder = holders[priceCode] ?? EMPTY_HOLDER
    return [
      ...(ref1prompt !== null && holder.reference1 === '' ? [`reference1-${priceCode}`] : []),
      ...(ref2prompt !== null && holder.reference2 === '' ? [`reference2-${priceCode}`] : []),
    ]
  })
  return empty[0]
}

/** The price that somebody takes whose reference is not eligible: the first of the membership that asks for nothing and is not chosen; undefined if there is none. */
export function plainInstead({ chosen }: ChoiceForm, prices: readonly ChoicePrice[], refused: ChoicePrice): ChoicePrice | undefined {
  return prices.find(
    (one) =>
      one.membership.id === refused.membership.id &&
      one.price.ref1prompt === null &&
      one.price.ref2prompt === null &&
      !chosen.has(choiceKey(one)),
  )
}

/** The form with another price in the place of a chosen one, and its holder's names with it. */
export function withInstead(form: ChoiceForm, from: ChoicePrice, to: ChoicePrice): ChoiceForm {
  const chosen = new Set([...form.chosen].map((key) => (key === choiceKey(from) ? choiceKey(to) : key)))
  const { name, additionalName } = form.holders[from.price.priceCode] ?? EMPTY_HOLDER
  const before = form.holders[to.price.priceCode] ?? EMPTY_HOLDER
  const holder = { ...before, name: before.name || name, additionalName: before.additionalName || additionalName }
  return { ...form, chosen, holders: { ...form.holders, [to.price.priceCode]: holder } }
}
