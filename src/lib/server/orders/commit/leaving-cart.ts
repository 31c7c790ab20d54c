import { productsOf } from '#lib/domain/cart/check-product.ts'
import { seatsOf, type CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { cartOf, toPayOf } from '#lib/server/orders/cart/carts.ts'
import { checkPaying } from '#lib/server/orders/cart/checkout-vouchers.ts'
import { heldByShow } from '#lib/server/seats/claims/holds.ts'
import { holdsAll } from '#lib/server/sold/held.ts'
import { isEmpty } from '#lib/server/sold/kinds.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Place } from '#lib/text/place-text.ts'
import { askedOthers } from './asked-others.ts'
import { checkoutItems, type CheckoutItem } from './checkout-items.ts'

/** What a visitor's cart holds that cannot be bought together with something else. */
export interface Leaving {
  readonly shows: readonly LeavingShow[]
  /** What else is ordered, of another kind than what begins. */
  readonly items: readonly CheckoutItem[]
  readonly products: readonly { readonly name: string; readonly quantity: number; readonly amount: Agorot }[]
}

/** A show whose seats are held. */
export interface LeavingShow {
  readonly presentationId: number
  readonly name: string
  /** ms since 1970 */
  readonly startsAt: number
  readonly seats: readonly Place[]
  /** Of its seats, with their service charges. */
  readonly amount: Agorot
  /** Until the first of them is free again. */
  readonly secondsLeft: number
}

/** What leaves the cart if the visitor begins to order memberships, vouchers, donations or a film (spec §4); undefined if it holds nothing else. */
export async function leavingCart(
  uuid: string,
  locale: Locale,
  begins: 'memberships' | 'vouchers' | 'donations' | 'films' = 'memberships',
): Promise<Leaving | undefined> {
  const stored = await cartOf(uuid)
  const [from, wanted] = await Promise.all([catalogue(locale), toPayOf(uuid, stored)])
  if (isEmpty(wanted)) return undefined
  const paying = await checkPaying(uuid, wanted)
  if (!paying.ok) return undefined
  const { lines } = paying.value.checked
  if (!(await holdsAll(uuid, lines))) return undefined
  const seats = seatsOf(lines).filter(({ coveredBy }) => coveredBy === undefined)
  const isOther = Object.keys(askedOthers(stored, seats.length > 0)).some((field) => field !== begins)
  const items = isOther ? checkoutItems(from, lines, locale) : []
  if (seats.length === 0 && items.length === 0) return undefined
  const products = productsOf(lines).map(({ product, quantity, price }) => ({
    ...{ name: from.products.get(product.id)?.name ?? product.name, quantity, amount: quantity * price },
  }))
  return { shows: await showsOf(from, uuid, seats), items, products }
}

async function showsOf(from: Catalogue, uuid: string, seats: readonly CheckedSeat[]): Promise<LeavingShow[]> {
  const held = seats.length > 0 ? await heldByShow(uuid) : new Map<number, number>()
  return [...Map.groupBy(seats, ({ presentation }) => presentation)].map(([{ id, featureId, startsAt }, own]) => ({
    presentationId: id,
    name: from.features.get(featureId)?.name ?? '',
    startsAt,
    seats: own.map(({ section, seat }) => ({
      ...{ sectionName: sectionWord(from, id, section.name), rowName: seat?.rowName ?? null, seatName: seat?.seatName ?? null },
    })),
    amount: own.reduce((sum, { price, serviceCharge }) => sum + price + serviceCharge, 0),
    secondsLeft: held.get(id) ?? 0,
  }))
}
