import type { CustomerInfo, ModifyCart, StoredCart } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { OrderSeat } from '#lib/domain/order-seat.ts'
import { ORDER_FIELDS } from '#lib/domain/order-form.ts'
import type { OrderTotals } from '#lib/domain/price-order.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { availableMembersOf } from './available-members.ts'
import { cartOf, cartToPay } from './carts.ts'
import { catalogue } from './catalogue.ts'
import { checkPaying, type CheckoutVoucher } from './checkout-vouchers.ts'
import { orderPartsOf } from './order-parts.ts'
import { recentOrderOf } from './recent-order.ts'
import { voucherBalancesOf } from './system-vouchers.ts'

/** What the checkout is about to sell: only what is really held now. */
export interface Checkout {
  readonly presentations: readonly PresentationAnswer[]
  readonly seats: readonly OrderSeat[]
  readonly quantities: Readonly<Record<number, number>>
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
}

/**
 * The visitor's checkout.
 * Refusals: CART_EMPTY, HOLD_EXPIRED (with the presentation to go back to), and those of `checkCart`.
 */
export async function checkoutOf(uuid: string, locale: Locale): Promise<Result<Checkout>> {
  const [from, wanted, stored] = await Promise.all([catalogue(), cartToPay(uuid), cartOf(uuid)])
  if (wanted.seats.length === 0) {
    const lost = stored?.presentations?.find((presentation) => presentation.seats.length > 0)
    return lost ? refuse('HOLD_EXPIRED', { presentationId: lost.id }) : refuse('CART_EMPTY')
  }
  const paying = await checkPaying(uuid, wanted, wanted.modify)
  if (!paying.ok) return paying
  const { checked, lostVoucher } = paying.value
  const parts = await orderPartsOf(from, wanted.seats, stored, locale)
  return accept({
    presentations: parts.map(({ presentation }) => presentation),
    seats: parts.flatMap(({ seats }) => seats),
    quantities: Object.fromEntries(checked.products.map(({ product, quantity }) => [product.id, quantity])),
    totals: checked.totals,
    customerInfo: typedInfo(stored?.customerInfo ?? {}),
    vouchers: await namedVouchers(uuid, checked.vouchers, stored),
    lostVoucher,
    modify: wanted.modify,
    members: await availableMembersOf(
      uuid,
      parts.map(({ presentation }) => presentation.id),
    ),
  })
}

/** Of what the session knows of a customer, what the form asks for. Boxes are ticked anew for each order: nobody finds one ticked beforehand. */
function typedInfo(info: CustomerInfo): CustomerInfo {
  const names: readonly string[] = ORDER_FIELDS.filter((field) => field !== 'ssn')
  return Object.fromEntries(Object.entries(info).filter(([name]) => names.includes(name)))
}

/** A voucher is shown under the name that its holder has seen: the last signs of its reference. */
async function namedVouchers(
  uuid: string,
  paying: readonly { readonly id: number; readonly amount: number }[],
  stored: StoredCart | null,
): Promise<CheckoutVoucher[]> {
  const balances = await voucherBalancesOf(
    uuid,
    paying.map(({ id }) => id),
  )
  const nameOf = (id: number): string => stored?.voucherPayments?.find((one) => one.id === id)?.systemVoucher ?? ''
  return paying.map(({ id, amount }) => ({ id, amount, code: nameOf(id), balance: balances.get(id)?.balance ?? amount }))
}

/**
 * Where a visitor of the checkout belongs: on it, or on the page of an order that was just made or is still being paid. Coming back, reloading
 * and a second tab therefore never begin a second order.
 */
export async function checkoutPageOf(
  uuid: string | undefined,
  locale: Locale,
): Promise<{ readonly goTo: string } | { readonly checkout: Result<Checkout> }> {
  if (uuid === undefined) return { checkout: refuse('CART_EMPTY') }
  const [checkout, recent] = await Promise.all([checkoutOf(uuid, locale), recentOrderOf(uuid)])
  const isOver = recent?.state === 'paying' || (recent?.state === 'paid' && !checkout.ok && checkout.refusal.code === 'CART_EMPTY')
  return isOver ? { goTo: `/cart/${recent.reservationIdentifier}` } : { checkout }
}
