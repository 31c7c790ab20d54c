import type { CartSeat, CustomerInfo, ModifyCart, StoredCart } from '#lib/contract/order/order-cart.ts'
import { checkCart, type CheckedCart, type WantedCart } from '#lib/domain/cart/check-cart.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { CONSENT_FIELDS, normaliseOrderInfo, ORDER_FIELDS } from '#lib/domain/customers/order-form.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { sendAlong } from '#lib/server/platform/db/transactions.ts'
import { reserveFor } from '#lib/server/entitlements/entitlement-uses.ts'
import { orderFormOf } from './order-customer.ts'
import { orderFactsOf } from './order-facts.ts'
import { itemsToPay, partsOf, replacesCarts, wantedItems } from '#lib/server/sold/kinds.ts'
import { coveredClaims } from '#lib/server/sold/seat/seats-held.ts'
import type { AskedItems } from '#lib/server/sold/port/port.ts'
import { releaseAll } from '#lib/server/seats/claims/release-all.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'

/** A cart, and the tickets that are given back for it, if any. */
interface CartToCheck extends WantedCart {
  readonly modify?: ModifyCart | null | undefined
}

/** Checks a visitor's cart against the catalogue and what it redeems, and prices it; refusals as `checkCart`, `partsOf` and `orderFactsOf`. @param now as `orderFactsOf` */
export async function checkWanted(uuid: string, wanted: CartToCheck, now?: number): Promise<Result<CheckedCart>> {
  const from = await catalogue()
  const [facts, parts] = await Promise.all([orderFactsOf(from, uuid, { ...wanted, now }), partsOf(from, uuid, wanted)])
  if (!parts.ok) return parts
  if (!facts.ok) return facts
  return checkCart(from, facts.value, { parts: parts.value, vouchers: wanted.vouchers })
}

/**
 * Checks, prices and stores the visitor's cart, and reserves what it redeems for as long as its seats are held; no prices are kept. An ID number is kept
 * encrypted, where it is one, and never answered. A cart of memberships, or of vouchers or donations without seats, takes the place of the others (spec §4): the seats
 * that are locked are freed, but for those of its dates.
 * Refusals: those of `checkWanted` and `reserveFor`; nothing is stored then.
 */
export async function storeCartOf(uuid: string, cart: StoredCart): Promise<Result<CheckedCart>> {
  const wanted = wantedOf(cart)
  if (!wanted.ok) return wanted
  const checked = await checkWanted(uuid, { ...wanted.value, modify: cart.modify })
  if (!checked.ok) return checked
  const { customerInfo = {} } = cart
  const info = normaliseOrderInfo(customerInfo, orderFormOf(checked.value))
  return reserveFor(uuid, checked.value, async (client) => {
    const stored = client.query({
      name: 'store-cart',
      text: `UPDATE session SET cart = $2, ssn_encrypted = CASE WHEN $4 THEN $5 ELSE ssn_encrypted END,
               ssn_cart_id = CASE WHEN $4 THEN cart_id ELSE ssn_cart_id END, last_seen_at = now(),
               customer_info = CASE WHEN $3::jsonb IS NULL THEN customer_info ELSE coalesce(customer_info, '{}') - $6::text[] || $3::jsonb END
             WHERE uuid = $1`,
      values: [
        ...[uuid, JSON.stringify(tidied(cart)), customerInfoText(info)],
        ...[Boolean(customerInfo.ssn), hiddenSsn(customerInfo.ssn), INFO_FIELDS],
      ],
    })
    sendAlong(client, stored)
    const { lines } = checked.value
    if (replacesCarts(lines)) await releaseAll(client, uuid, coveredClaims(lines))
  })
}

/** null for what is no ID number. */
function hiddenSsn(typed = ''): Buffer | null {
  const ssn = normaliseIsraeliId(typed)
  return ssn === undefined ? null : encryptText(ssn)
}

/** Refusals: those of `wantedItems`. */
export function wantedOf(cart: StoredCart): Result<WantedCart> {
  const items = wantedItems(askedIn(cart))
  return items.ok ? accept({ ...items.value, vouchers: cart.voucherPayments ?? [] }) : items
}

/** What a stored cart asks for, as a cart of the wire does. */
function askedIn({ presentations = [], ...cart }: StoredCart): AskedItems {
  return { ...cart, seats: presentations.flatMap(({ seats }) => seats) }
}

/** What the order form knows of a customer, and so replaces; what else the session knows of one stays. */
const INFO_FIELDS: readonly string[] = [...ORDER_FIELDS, ...CONSENT_FIELDS, 'mailingConsent']

/** As it is kept: no prices, and no presentation without seats (spec §4); products go only with seats or vouchers. */
function tidied({ customerInfo: _apart, ...cart }: StoredCart): StoredCart {
  const presentations = (cart.presentations ?? [])
    .filter(({ seats }) => seats.length > 0)
    .map(({ id, seats }) => ({ id, seats: seats.map(unpriced) }))
  const vouchers = cart.vouchers?.map(({ Price: _price, RedemptionData: _worth, ...voucher }) => voucher)
  const voucherPayments = cart.voucherPayments?.map(({ amount: _anew, ...voucher }) => voucher)
  return {
    ...cart,
    presentations,
    ...(vouchers && { vouchers }),
    products: presentations.length + (cart.vouchers ?? []).length === 0 ? [] : (cart.products ?? []),
    ...(voucherPayments && { voucherPayments }),
  }
}

function unpriced({ ticket: { amount: _amount, oldPrice: _old, serviceCharge: _charge, ...ticket }, ...seat }: CartSeat): CartSeat {
  return { ...seat, ticket }
}

/** null, which leaves what is known as it is, where nothing but an ID number came. */
function customerInfoText({ ssn: _never, ...info }: CustomerInfo): string | null {
  return Object.keys(info).length === 0 ? null : JSON.stringify(info)
}

/** A visitor's cart as it was at one moment. */
export interface ReadCart {
  /** Which of the visitor's carts it is; null: they have no session. */
  readonly id: string | null
  /** With the customer info of the session, or null (spec §4: both are restored from the session). */
  readonly stored: StoredCart | null
  /** When it was read, by the database's clock, in ms since 1970; undefined: they have no session. */
  readonly readAt: number | undefined
}

interface CartRow {
  readonly id: string
  readonly cart: StoredCart | null
  readonly customer_info: StoredCart['customerInfo'] | null
  readonly read_at: Date
}

/** Reads a visitor's cart, which one it is and its customer at once: an order between two reads would leave another. */
export async function readCart(uuid: string): Promise<ReadCart> {
  const { rows } = await database().query<CartRow>({
    name: 'cart-of',
    text: 'SELECT cart_id AS id, cart, customer_info, now() AS read_at FROM session WHERE uuid = $1',
    values: [uuid],
  })
  const [row] = rows
  const known = { id: row?.id ?? null, readAt: row?.read_at.getTime() }
  if (!row?.cart && !row?.customer_info) return { ...known, stored: null }
  return { ...known, stored: { ...row.cart, ...(row.customer_info && { customerInfo: row.customer_info }) } }
}

/** The visitor's stored cart. */
export async function cartOf(uuid: string): Promise<StoredCart | null> {
  const { stored } = await readCart(uuid)
  return stored
}

/** Empties the cart of visitor $1 after its order, so that the next one begins, and keeps who the customer is. A cart begun since cart $2 was ordered stays. */
export const CLEAR_CART =
  'UPDATE session SET cart = NULL, cart_id = gen_random_uuid() WHERE uuid = $1 AND ($2::uuid IS NULL OR cart_id = $2)'

/** What a visitor is about to pay, and the tickets that are given back for it; null: none. */
export interface CartToPay extends CartToCheck {
  readonly modify: ModifyCart | null
}

/** What the visitor is about to pay. */
export async function cartToPay(uuid: string): Promise<CartToPay> {
  return toPayOf(uuid, await cartOf(uuid))
}

/**
 * What the visitor is about to pay of a stored cart: the seats that are really held now, with the ticket types and products of the cart; seats that the
 * cart does not know get their default ticket.
 */
export async function toPayOf(uuid: string, stored: StoredCart | null): Promise<CartToPay> {
  return {
    ...(await itemsToPay(uuid, askedIn(stored ?? {}))),
    vouchers: (stored?.voucherPayments ?? []).map(({ id }) => ({ id })),
    modify: stored?.modify ?? null,
  }
}
