import { atom, computed } from 'nanostores'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer, ProductAnswer, TicketAnswer } from '#lib/contract/wire.ts'
import { isOfVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import type { KnownCode } from '#lib/domain/seating/rules/order-seat.ts'
import { NOTHING_DUE, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import type { CallResult } from '#lib/client/http/call.ts'
import { $stored, storedCartOf, storeNow, storeSoon, storeWithSsn, type KeptCart } from './cart.ts'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { chargedPart, linesOf, linesOfAll, totalsOf, type OrderLines, type OrderPart, type Quantities } from './order-lines.ts'
import { $references, settledLines } from './references-state.ts'
import { $selectedSeats } from '#lib/client/seats/seats.ts'

const NOTHING: OrderLines = { seats: [], products: [] }

/** The presentation that this page sells. */
export const $presentation = atom<PresentationAnswer | null>(null)
/** Other presentations of the visitor's order, with their seats. */
export const $others = atom<readonly OrderPart[]>([])
/** How many of each add-on product are taken. */
export const $quantities = atom<Quantities>({})
/** What is known of the codes of this order, by name. */
export const $knownCodes = atom<Readonly<Record<string, KnownCode>>>({})
/** The members that the visitor may order with (spec §4). */
export const $availableMembers = atom<readonly MemberAnswer[]>([])
/** What else the stored cart holds. */
const $kept = atom<KeptCart>({})

/** What this page sells. */
export const $lines = computed([$presentation, $selectedSeats, $quantities], (presentation, seats, quantities) =>
  presentation ? linesOf(presentation, seats, quantities) : NOTHING,
)

const $parts = computed([$presentation, $selectedSeats, $others], (presentation, seats, others): readonly OrderPart[] =>
  presentation ? [...others, { presentation, seats }] : [],
)

/** The whole order, other presentations included. */
export const $allLines = computed([$parts, $quantities], (parts, quantities) => linesOfAll(parts, quantities))

const $settled = computed([$allLines, $references], (lines, known) => settledLines(lines.seats, known))

/** What is stored: a seat stays out until what its ticket asks for is typed and checked. */
const $cart = computed([$allLines, $settled, $kept], ({ products }, seats, kept) => storedCartOf({ seats, products }, kept))

/** The presentation whose handling fee the order carries. */
export const $charged = computed($parts, (parts) => {
  const sold = parts.filter((part) => part.seats.length > 0).map((part) => part.presentation)
  return chargedPart(sold) ?? sold[0] ?? null
})

/** Whether no seat stays out of what is stored. */
const $isWhole = computed([$allLines, $settled], (lines, settled) => settled.length === lines.seats.length)

/** The server's sum, where it is of this cart and all of it. */
const $serverTotals = computed([$isWhole, $cart, $stored], (isWhole, cart, stored) =>
  isWhole && stored?.cart === JSON.stringify(cart) ? stored.totals : null,
)

/** What the order costs: the server's answer where it knows this cart, else the same sum made here. */
export const $totals = computed([$charged, $allLines, $serverTotals], (charged, lines, known) =>
  charged ? (known ?? totalsOf(lines, charged)) : NOTHING_DUE,
)

/** What a visitor comes back to, as the server found it. */
export interface Opened {
  readonly presentation: PresentationAnswer
  /** When it begins, by momentOf (format-date.ts) in the page's language: for its first formatter of dates a slow phone takes a tenth of a second. */
  readonly moment: { readonly date: string; readonly time: string }
  readonly cart: StoredCart | null
  readonly others: readonly OrderPart[]
  readonly codes: readonly KnownCode[]
  readonly members: readonly MemberAnswer[]
  /** Whether the seats are to be held without paying. */
  readonly isHold?: boolean
  /** Where the same seats are looked for on other dates; left out where there are none. */
  readonly otherDates?: string
}

/** Begins with what the visitor's stored cart holds. */
export function openOrder({ presentation, cart, others, codes, members, isHold = false }: Omit<Opened, 'moment'>): void {
  const { presentations: _seats, products, ...kept } = cart ?? {}
  const sold = new Map(
    [presentation, ...others.map((other) => other.presentation)].flatMap((one) => one.products.map((product) => [product.id, product])),
  )
  $isHold.set(isHold)
  $presentation.set(presentation)
  $others.set(others)
  $kept.set(kept)
  $knownCodes.set(Object.fromEntries(codes.map((code) => [code.name, code])))
  $availableMembers.set(members)
  $quantities.set(
    Object.fromEntries(
      (products ?? []).flatMap(({ id, quantity }) => {
        const product = sold.get(id)
        return product ? [[id, Math.min(quantity, product.maxQuantity)]] : []
      }),
    ),
  )
}

/** Between none and the product's limit. */
export function setQuantity(product: ProductAnswer, quantity: number): void {
  $quantities.set({ ...$quantities.get(), [product.id]: Math.max(0, Math.min(product.maxQuantity, quantity)) })
}

/** A ticket that a look-up found joins its group, so that lines under it have a name and a price. */
export function learnTicket(ticket: TicketAnswer, code: KnownCode): void {
  const presentation = $presentation.get()
  if (!presentation) return
  $knownCodes.set({ ...$knownCodes.get(), [code.name]: code })
  const ticketGroups = presentation.ticketGroups.map((group) =>
    group.id === ticket.ticketGroupId ? { ...group, tickets: [...group.tickets.filter(({ id }) => id !== ticket.id), ticket] } : group,
  )
  $presentation.set({ ...presentation, ticketGroups })
}

/** Stores the cart whenever it changes. @returns a function that stops it. */
export function keepCart(): () => void {
  return $cart.listen((cart) => storeSoon(cart))
}

/** Stores the cart at once, for example before a step is left. */
export async function storeOrder(): Promise<CallResult<OrderTotals>> {
  const stored = await storeNow($cart.get())
  if (stored.ok || !isOfVoucher(stored.refusal.code)) return stored
  // A smaller order may leave a voucher nothing to pay: it must not keep anybody from going on, and can be entered again where it is paid.
  const { voucherPayments: _refused, ...kept } = $kept.get()
  $kept.set(kept)
  return storeNow($cart.get())
}

/** The same with an ID number that look-ups need. */
export function storeOrderWithSsn(ssn: string): Promise<CallResult<OrderTotals>> {
  return storeWithSsn($cart.get(), ssn)
}
