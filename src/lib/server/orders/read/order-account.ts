import { chargeWord, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { paidPrices, shownPrice, type PaidCharge, type ShownPrices } from '#lib/domain/pricing/share-charge.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import type { Outcome } from '#lib/domain/orders/return-address.ts'
import type { OrderState } from '#lib/domain/orders/states.ts'
import { cancellationsOf, type ShownCancellation } from './cancellations-shown.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { openSiteById } from '#lib/server/catalogue/current-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { soldSeats, type SoldSeat } from '#lib/server/sold/seat/sold-seats.ts'
import { pricedLine, shownLines, type KindLine } from '#lib/server/sold/shown.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { maskReference } from '#lib/server/entitlements/system-vouchers.ts'

/** What an order was made of and what it cost, for the visitor who made it. Amounts are what was agreed, not today's prices. */
export interface OrderAccount {
  readonly seats: readonly AccountSeat[]
  /** What it has beside tickets; what was cancelled too. */
  readonly products: readonly Pick<KindLine, 'kind' | 'id' | 'name' | 'quantity' | 'unitPrice'>[]
  /** What its rows are shown to cost, by the rule of the checkout: seats first, then products. */
  readonly shown: ShownPrices
  /** How much less that is than the struck prices. */
  readonly saved: Agorot
  readonly handlingFeeName: string
  /** Tickets that were given back in exchange. */
  readonly modifiedAmount: Agorot
  readonly vouchers: readonly {
    readonly code: string
    readonly amount: Agorot
    readonly tickets: number | null
    readonly isOfMember: boolean
  }[]
  readonly amountDue: Agorot
  readonly giveBack: Agorot
  readonly numberOfPayments: number
  /** Until when seats that are held without paying can be paid, in ms since 1970; null for others. */
  readonly payUntil: number | null
  /** True of seats that were held without paying, when their time is over, by the database's clock. */
  readonly isLapsed: boolean
  /** The house has called off one of its presentations. */
  readonly isCalledOff: boolean
  /** True of seats that were held without paying and given up by whoever held them. */
  readonly isGivenUp: boolean
  /** What of it was cancelled, in the order of time. */
  readonly cancellations: readonly ShownCancellation[]
  /** True where a second payment of the same seats was returned. */
  readonly wasPaidTwice: boolean
  /** True where the order was settled within the last hour. */
  readonly isNew: boolean
  /** The mini-site that it was begun in, to which its pages lead back; undefined if none, or if its page is gone. */
  readonly site: MiniSite | undefined
  /** What became of it, as the outside system is told that it was begun in, and where that is noted; null if in none. */
  readonly outcome: Outcome
  readonly openingId: number | null
}

export interface AccountSeat {
  readonly presentationId: number
  readonly featureName: string
  readonly categoryName: string
  readonly ticketName: string
  /** With the ticket's service charge. */
  readonly price: Agorot
  readonly serviceCharge: Agorot
  /** How much less than the full price. */
  readonly discount: Agorot
  /** What a ticket bundle has paid of it beside `price`. */
  readonly paidByBundle: Agorot
  /** Whether a series or season of the order pays it. */
  readonly isCovered: boolean
}

interface OrderRow extends PaidCharge {
  readonly order_id: string
  readonly amount_due: number
  readonly global_service_charge_name: string | null
  readonly modified_amount: number
  readonly give_back: number
  readonly number_of_payments: number
  readonly pay_until: Date | null
  readonly is_lapsed: boolean
  readonly is_called_off: boolean
  readonly is_given_up: boolean
  readonly paid_twice: boolean
  readonly is_new: boolean
  readonly mini_site_id: number | null
  readonly opening_id: number | null
  readonly state: OrderState
  readonly is_cancelled: boolean
}

/** undefined where the reservation is another's, or none. */
export async function orderAccountOf(
  reservationIdentifier: string,
  uuid: string,
  locale: Locale = DEFAULT_LOCALE,
): Promise<OrderAccount | undefined> {
  const { rows } = await database().query<OrderRow>({
    name: 'account-order',
    text: `SELECT order_id, amount_due, global_service_charge AS charge, is_percent_charge AS "isPercent", charge_percent AS percent, global_service_charge_name, modified_amount, give_back, number_of_payments, pay_until,
             kind = 'hold' AND (state = 'unpaid' AND pay_until <= now() OR state = 'failed' AND coalesce(failure_code = 'HOLD_EXPIRED', false)) AS is_lapsed,
             is_called_off(o),
             state = 'failed' AND failure_code = 'CANCELLED' AS is_given_up,
             EXISTS (SELECT FROM refund r WHERE r.reason = 'double' AND r.cause = o.order_id) AS paid_twice,
             coalesce(settled_at, created_at) > now() - interval '1 hour' AS is_new, mini_site_id, opening_id, state,
             EXISTS (SELECT FROM cancellation c WHERE c.order_id = o.order_id AND c.is_whole) AS is_cancelled
           FROM orders o WHERE reservation_identifier = $1 AND is_order_of(o, $2)`,
    values: [reservationIdentifier, uuid],
  })
  const order = rows[0]
  if (!order) return undefined
  const [seats, products, vouchers, cancellations, site] = await Promise.all([
    seatsOf(order.order_id, locale),
    shownLines(database(), order.order_id, locale),
    vouchersOf(order.order_id),
    cancellationsOf(order.order_id, locale),
    openSiteById(order.mini_site_id),
  ])
  return {
    seats,
    products: products.map(({ kind, id, name, quantity, unitPrice }) => ({ kind, id, name, quantity, unitPrice })),
    vouchers,
    ...shownOf(seats, products, order),
    handlingFeeName: chargeWord(await catalogue(locale), order.global_service_charge_name) ?? '',
    modifiedAmount: order.modified_amount,
    amountDue: order.amount_due,
    giveBack: order.give_back,
    numberOfPayments: order.number_of_payments,
    payUntil: order.pay_until?.getTime() ?? null,
    isLapsed: order.is_lapsed,
    isCalledOff: order.is_called_off,
    isGivenUp: order.is_given_up,
    cancellations,
    wasPaidTwice: order.paid_twice,
    isNew: order.is_new,
    site,
    outcome: outcomeOf(order),
    openingId: order.opening_id,
  }
}

const OUTCOMES = {
  unpaid: 'held',
  paying: 'checking',
  paid: 'paid',
  failed: 'failed',
  refunding: 'cancelled',
  refunded: 'cancelled',
} as const satisfies Record<OrderState, Outcome>

function outcomeOf({ state, is_cancelled, is_lapsed }: OrderRow): Outcome {
  return is_cancelled ? 'cancelled' : is_lapsed ? 'failed' : OUTCOMES[state]
}

function shownOf(seats: OrderAccount['seats'], products: readonly KindLine[], paid: PaidCharge): Pick<OrderAccount, 'shown' | 'saved'> {
  const isTotal = settings().pricesIncludeCharges
  const rate = paid.isPercent ? { amountPerOrder: null, percentRatePerOrder: paid.percent } : null
  const lines = [...seats.map(({ price, serviceCharge }) => ({ price: price - serviceCharge, serviceCharge })), ...products.map(pricedLine)]
  const savings = seats.map(({ price, serviceCharge, discount }) => {
    const line = { price: price - serviceCharge, serviceCharge }
    return shownPrice({ ...line, price: line.price + discount }, rate, isTotal) - shownPrice(line, rate, isTotal)
  })
  const shown = paidPrices(lines, paid, isTotal)
  const full = shown.lines.map((amount, at) => amount + (seats[at]?.paidByBundle ?? 0))
  return { shown: { ...shown, lines: full }, saved: savings.reduce((sum, amount) => sum + amount, 0) }
}

async function seatsOf(orderId: string, locale: Locale): Promise<AccountSeat[]> {
  const [from, sold] = await Promise.all([catalogue(locale), soldSeats(database(), orderId)])
  return sold.map((seat) => accountSeat(from, seat))
}

function accountSeat(from: Catalogue, { presentationId, serviceCharge, discount, paidByBundle, ...seat }: SoldSeat): AccountSeat {
  const feature = from.features.get(from.presentations.get(presentationId)?.featureId ?? 0)
  return {
    presentationId,
    featureName: feature?.name ?? '',
    categoryName: from.categories.get(feature?.categoryId ?? 0)?.name ?? '',
    ticketName: ticketWord(from, seat.ticketId, seat.ticketName),
    price: seat.price + serviceCharge,
    serviceCharge,
    discount,
    paidByBundle,
    isCovered: seat.series !== null,
  }
}

async function vouchersOf(orderId: string): Promise<OrderAccount['vouchers']> {
  const { rows } = await database().query<Omit<OrderAccount['vouchers'][number], 'code'> & { reference: Buffer }>({
    name: 'account-vouchers',
    text: `SELECT reference_encrypted AS reference, voucher_paid(u) AS amount, tickets, entitlement_id IS NOT NULL AS "isOfMember"
           FROM order_voucher u JOIN system_voucher USING (system_voucher_id) WHERE order_id = $1 ORDER BY system_voucher_id`,
    values: [orderId],
  })
  return rows.map(({ reference, ...row }) => ({ code: maskReference(decryptText(reference)), ...row }))
}
