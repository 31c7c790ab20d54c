import { shownTotals } from '#lib/server/orders/cart/totals-answer.ts'
import type { CustomerInfo, ModifyCart, StoredCart } from '#lib/contract/order/order-cart.ts'
import type { IntegrationData } from '#lib/contract/show/integration.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer, ProductAnswer } from '#lib/contract/wire.ts'
import { productsOf } from '#lib/domain/cart/check-product.ts'
import { productAnswer } from '#lib/server/programme/presentation-answers.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import type { CheckedLine, Seller } from '#lib/domain/cart/checked-line.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { ORDER_FIELDS } from '#lib/domain/customers/order-form.ts'
import type { OrderTotals } from '#lib/domain/pricing/price-order.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { cartOf, toPayOf, type CartToPay } from '#lib/server/orders/cart/carts.ts'
import { customerOf } from '#lib/server/customers/session/customer-session.ts'
import { withoutFee } from '#lib/server/orders/changes/terms/ticket-change-fee.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { checkPaying, type CheckoutVoucher } from '#lib/server/orders/cart/checkout-vouchers.ts'
import { maskedSsnOf } from '#lib/server/orders/cart/kept-ssn.ts'
import { customerDetailsOf } from '#lib/server/orders/cart/order-customer-info.ts'
import { orderPartsOf, type OrderPart } from '#lib/server/orders/cart/order-parts.ts'
import { currentOpening, integrationDataOf, isOfBusiness } from '#lib/server/integrations/opened-integration.ts'
import { recentOrderOf } from '#lib/server/orders/read/recent-order.ts'
import { voucherBalancesOf } from '#lib/server/entitlements/system-vouchers.ts'
import { holdsAll } from '#lib/server/sold/held.ts'
import { isEmpty } from '#lib/server/sold/kinds.ts'
import { checkUnpaidHold } from '#lib/server/orders/holds/unpaid-hold.ts'
import { askedOthers, type AskedOthers } from './asked-others.ts'
import { checkoutItems, itemsFlowOf, type CheckoutItem, type ItemsFlow } from './checkout-items.ts'
import { itemsHeadOf, type ItemsHead } from './items-head.ts'

/** What the checkout is about to sell: only what is really held now. */
export interface Checkout {
  readonly presentations: readonly PresentationAnswer[]
  readonly seats: readonly OrderSeat[]
  readonly quantities: Readonly<Record<number, number>>
  /** Products that are offered by no presentation of the order. */
  readonly offered: readonly ProductAnswer[]
  /** What else is sold, beside seats and products. */
  readonly items: readonly CheckoutItem[]
  /** What the stored cart asks for of them. */
  readonly asked: AskedOthers
  /** Where the items are chosen; null if there are none. */
  readonly itemsPath: string | null
  /** The flow that they are chosen in, whose steps the page shows. */
  readonly itemsFlow: ItemsFlow | null
  /** How their summary begins; null if there are none. */
  readonly itemsHead: ItemsHead | null
  readonly seller: Seller | null
  readonly totals: OrderTotals
  /** What the visitor typed before; never an ID number. */
  readonly customerInfo: CustomerInfo
  /** What pays a part, in the order in which it pays. */
  readonly vouchers: readonly CheckoutVoucher[]
  /** Why a voucher of the stored cart pays nothing any more; null where all pay. */
  readonly lostVoucher: RefusalCode | null
  /** Tickets that are given back in exchange for these. */
  readonly modify: ModifyCart | null
  /** The members that the visitor may order with. */
  readonly members: readonly MemberAnswer[]
  /** Until when seats that are held without paying are to be paid, in ms since 1970; null where the order is paid now. */
  readonly payUntil: number | null
  /** The ID number that is on file, as it may be shown: it need not be typed. */
  readonly keptSsn: string | null
  readonly isSignedIn: boolean
  /** Whether a producer sells, to somebody whose name and mobile number are asked for and nothing else. */
  readonly isProduced: boolean
  /** The outside system that the order will be told to; null if it comes from none. */
  readonly integrationData: IntegrationData | null
}

/** The checkout of a producer, without the members, ID number and further details of the browser's visitor, who is not the buyer. */
export async function producedCheckout(uuid: string, checkout: Checkout): Promise<Checkout> {
  const { firstName = '', mobileNumber = '' } = (await cartOf(uuid))?.customerInfo ?? {}
  return { ...checkout, customerInfo: { firstName, mobileNumber }, members: [], keptSsn: null, isProduced: true }
}

/**
 * The visitor's checkout; `isHold`: to hold the seats without paying, where there is anything to pay.
 * Refusals: CART_EMPTY, HOLD_EXPIRED (`presentationId` or, of a series, `itemsPath`: where to choose again), those of `checkCart`, and of a hold those of `checkUnpaidHold` (with the presentation to go back to).
 */
export async function checkoutOf(uuid: string, locale: Locale, isHold = false): Promise<Result<Checkout>> {
  const stored = await cartOf(uuid)
  const [from, wanted] = await Promise.all([catalogue(locale), toPayOf(uuid, stored)])
  if (isEmpty(wanted)) return refuseEmpty(stored)
  const paying = await checkPaying(uuid, wanted)
  if (!paying.ok) return paying
  const { checked, lostVoucher } = paying.value
  const itemsFlow = itemsFlowOf(from, stored, wanted.seats.length > 0)
  const itemsPath = itemsFlow?.path ?? null
  if (!(await holdsAll(uuid, checked.lines))) return refuse('HOLD_EXPIRED', itemsPath === null ? {} : { itemsPath })
  const payUntil = isHold ? await payUntilOf(uuid, wanted, checked) : accept(null)
  if (!payUntil.ok) return payUntil
  const parts = await orderPartsOf(from, { seats: wanted.seats, stored }, locale)
  return accept({
    presentations: parts.map(({ presentation }) => withoutFee(presentation, checked.givenBack?.isFeePaid === true)),
    seats: parts.flatMap(({ seats }) => seats),
    quantities: Object.fromEntries(productsOf(checked.lines).map(({ product, quantity }) => [product.id, quantity])),
    offered: offeredBeside(
      from,
      checked.lines,
      parts.flatMap(({ presentation }) => presentation.products),
    ),
    items: checkoutItems(from, checked.lines, locale),
    asked: askedOthers(stored, parts.length > 0),
    itemsPath,
    itemsFlow,
    itemsHead: itemsHeadOf({ from, locale }, stored, itemsFlow),
    seller: checked.seller ?? null,
    totals: shownTotals(checked),
    vouchers: await namedVouchers(uuid, checked.vouchers, stored),
    lostVoucher,
    modify: wanted.modify,
    payUntil: payUntil.value,
    ...(await buyerFields(uuid, stored, parts)),
    isProduced: false,
    integrationData: await integrationOf(uuid, checked.seller, locale),
  })
}

/** Until when a hold is to be paid, in ms since 1970; null if it is paid now. Refusals: those of `checkUnpaidHold`, with the presentation to go back to. */
async function payUntilOf(uuid: string, { modify, seats }: CartToPay, checked: CheckedCart): Promise<Result<number | null>> {
  if (modify !== null || checked.totals.balanceDue <= 0) return accept(null)
  const terms = await checkUnpaidHold(uuid, checked)
  return terms.ok ? accept(terms.value.payUntil.getTime()) : refuse(terms.refusal.code, { presentationId: seats[0]?.presentationId ?? 0 })
}

/** What is known of who orders: of the session, and of whom it is signed in as. */
async function buyerFields(
  uuid: string,
  stored: StoredCart | null,
  parts: readonly OrderPart[],
): Promise<Pick<Checkout, 'customerInfo' | 'members' | 'keptSsn' | 'isSignedIn'>> {
  return {
    customerInfo: typedInfo({ ...(await customerDetailsOf(uuid)), ...typedOf(stored?.customerInfo ?? {}) }),
    members: await availableMembersOf(
      uuid,
      parts.map(({ presentation }) => presentation.id),
    ),
    keptSsn: await maskedSsnOf(uuid),
    isSignedIn: (await customerOf(uuid)) !== undefined,
  }
}

/** What the visitor has come by; nothing where it is of other businesses than the order's. */
async function integrationOf(uuid: string, seller: Seller | undefined, locale: Locale): Promise<IntegrationData | null> {
  const opened = await currentOpening(uuid)
  return seller && isOfBusiness(opened, seller.businessId) ? integrationDataOf(opened, locale) : null
}

/** Nothing is held: the time of seats that were chosen has run out, or nothing was chosen. */
function refuseEmpty(stored: StoredCart | null) {
  const lost = stored?.presentations?.find((presentation) => presentation.seats.length > 0)
  return lost ? refuse('HOLD_EXPIRED', { presentationId: lost.id }) : refuse('CART_EMPTY')
}

/** The products of the order that none of its presentations offers: vouchers do. */
function offeredBeside(from: Catalogue, lines: readonly CheckedLine[], known: readonly ProductAnswer[]): ProductAnswer[] {
  const ids = new Set(known.map(({ id }) => id))
  return productsOf(lines).flatMap(({ product }) => (ids.has(product.id) ? [] : [productAnswer(from.products.get(product.id) ?? product)]))
}

/** Of what the session knows of a customer, what the form asks for. Boxes are ticked anew for each order: nobody finds one ticked beforehand. */
function typedInfo(info: CustomerInfo): CustomerInfo {
  const names: readonly string[] = ORDER_FIELDS.filter((field) => field !== 'ssn')
  return Object.fromEntries(Object.entries(info).filter(([name]) => names.includes(name)))
}

/** What was typed counts for more than what is on file; what was left empty does not. */
function typedOf(info: CustomerInfo): CustomerInfo {
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== ''))
}

/** A voucher is shown under the name that its holder has seen: the last signs of its reference. The money of memberships is in no voucher of the cart. */
async function namedVouchers(
  uuid: string,
  paying: readonly { readonly id: number; readonly amount: number }[],
  stored: StoredCart | null,
): Promise<CheckoutVoucher[]> {
  const balances = await voucherBalancesOf(
    uuid,
    paying.map(({ id }) => id),
  )
  const named = new Map(stored?.voucherPayments?.map(({ id, systemVoucher }) => [id, systemVoucher ?? '']))
  return paying.flatMap(({ id, amount }) => {
    const code = named.get(id)
    const { balance = amount, bundle = null } = balances.get(id) ?? {}
    return code === undefined ? [] : [{ id, amount, code, balance: bundle ? 0 : balance, tickets: bundle && balance }]
  })
}

/**
 * Where a visitor of the checkout belongs: on it, or on the page of an order that was just made or is still being paid. Coming back, reloading
 * and a second tab therefore never begin a second order.
 */
export async function checkoutPageOf(
  uuid: string | undefined,
  locale: Locale,
  isHold = false,
): Promise<{ readonly goTo: string } | { readonly checkout: Result<Checkout> }> {
  if (uuid === undefined) return { checkout: refuse('CART_EMPTY') }
  const [checkout, recent] = await Promise.all([checkoutOf(uuid, locale, isHold), recentOrderOf(uuid)])
  const isMade = recent?.state === 'paid' || recent?.state === 'unpaid'
  const isOver = recent?.state === 'paying' || (isMade && !checkout.ok && checkout.refusal.code === 'CART_EMPTY')
  return isOver ? { goTo: `/cart/${recent.reservationIdentifier}` } : { checkout }
}
