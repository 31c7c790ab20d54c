import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { call } from '#lib/client/http/call.ts'
import { storeNow } from '#lib/client/order/cart.ts'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { chargedOf, checkoutLines, keptCartOf, type Checkout } from './checkout.ts'
import { withAmounts } from './checkout-vouchers.ts'
import { shownOrder } from '#lib/client/order/shown-lines.ts'

/** The same checkout at today's prices, as the server reckons them; null where that cannot be shown line by line, or an answer is missing. */
export async function repriced(checkout: Checkout): Promise<Checkout | null> {
  // What items cost is known to the page alone.
  if (checkout.items.length > 0) return null
  const answers = await Promise.all(
    checkout.presentations.map(({ id }) =>
      call('getPresentation', { params: { presentationId: id }, query: $isHold.get() ? { isHold: '1' } : {} }),
    ),
  )
  const found = answers.flatMap((answer) => (answer.ok ? [answer.value.presentation] : []))
  if (found.length < checkout.presentations.length) return null
  const presentations = checkout.presentations.map((old, at) => withPaidFee(checkout, withHiddenTickets(found[at] ?? old, old), old))
  const fresh = { ...checkout, presentations }
  const stored = await storeNow(unpriced(keptCartOf(fresh)))
  if (!stored.ok || !addsUp(fresh, stored.value)) return null
  return withAmounts(fresh, stored.value)
}

/** Tickets that only a code gives are in no list: those of this order stay as they were. */
function withHiddenTickets(fresh: PresentationAnswer, old: PresentationAnswer): PresentationAnswer {
  const ticketGroups = fresh.ticketGroups.map((group) => {
    const listed = new Set([...group.tickets, ...group.voucherTickets].map(({ id }) => id))
    const before = old.ticketGroups.find((one) => one.id === group.id)?.tickets ?? []
    return { ...group, tickets: [...group.tickets, ...before.filter(({ id, access }) => access !== 'open' && !listed.has(id))] }
  })
  return { ...fresh, ticketGroups }
}

/** The handling fee that was paid before the tickets were exchanged is not asked for again. */
function withPaidFee({ modify }: Checkout, fresh: PresentationAnswer, old: PresentationAnswer): PresentationAnswer {
  return modify && old.serviceCharge === null ? { ...fresh, serviceCharge: null } : fresh
}

/** Without amounts nothing is compared: the answer says what it costs. */
function unpriced(cart: StoredCart): StoredCart {
  const presentations = (cart.presentations ?? []).map(({ id, seats }) => ({
    id,
    seats: seats.map(({ ticket, ...seat }) => ({ ...seat, ticket: { ...ticket, amount: null, serviceCharge: null } })),
  }))
  return { ...cart, presentations }
}

function addsUp(checkout: Checkout, { seatsPrice, productsPrice, globalServiceCharge }: OrderTotals): boolean {
  return shownOrder(checkoutLines(checkout), chargedOf(checkout)).total === seatsPrice + productsPrice + globalServiceCharge
}
