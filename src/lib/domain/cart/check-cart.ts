import type { Catalogue, Presentation, Product, ServiceCharge } from '#lib/domain/catalogue/catalogue.ts'
import { splitRefund } from '#lib/domain/money/split-refund.ts'
import { usesOf, type GrantUse, type RedeemingLine } from '#lib/domain/entitlements/check-grants.ts'
import { checkSeat, type CheckedSeat, type PlanFacts, type WantedSeat } from './check-seat.ts'
import { checkVouchers, voucherRefusal, type WantedVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import type { GivenBack, OrderFacts, VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { priceOrder, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

export interface WantedProduct {
  readonly id: number
  readonly quantity: number
}

/** A cart as the rules see it: ids and quantities. */
export interface WantedCart {
  readonly seats: readonly WantedSeat[]
  readonly products: readonly WantedProduct[]
  readonly vouchers?: readonly WantedVoucher[]
}

export interface CheckedProduct {
  readonly product: Product
  readonly quantity: number
}

export interface CheckedCart {
  readonly seats: readonly CheckedSeat[]
  readonly products: readonly CheckedProduct[]
  readonly serviceCharge: ServiceCharge | null
  /** The grants that the cart redeems. */
  readonly uses: readonly GrantUse[]
  readonly vouchers: readonly { readonly id: number; readonly amount: Agorot }[]
  readonly givenBack: GivenBack | null
  readonly totals: OrderTotals
}

/**
 * Checks a cart against the catalogue and prices it. Pure: the database decides whether the seats are really locked. Refusals: those of `checkSeat`, `usesOf`,
 * `checkVouchers`, `voucherRefusal` and `splitRefund`; CART_INCOMPATIBLE, SEAT_LIMIT, PRODUCT_NOT_FOUND, PRODUCT_LIMIT, BAD_REQUEST (a seat twice).
 */
export function checkCart(
  catalogue: Catalogue,
  plans: ReadonlyMap<number, PlanFacts>,
  facts: OrderFacts,
  wanted: WantedCart,
): Result<CheckedCart> {
  const seats = collect(wanted.seats, (seat) => checkSeat(catalogue, plans, facts, seat))
  if (!seats.ok) return seats
  const presentations = [...new Set(seats.value.map((seat) => seat.presentation))]
  const problem = incompatible(presentations, facts.givenBack) ?? twice(seats.value)
  if (problem) return refuse(problem)
  const limit = overLimit(seats.value)
  if (limit) return refuse('SEAT_LIMIT', { max: limit })
  const products = collect(mergeProducts(wanted.products), (product) => checkProduct(catalogue, presentations, product))
  if (!products.ok) return products
  const uses = usesOf(seats.value.flatMap(redeemingLines))
  if (!uses.ok) return uses
  const vouchers = checkVouchers(wanted.vouchers ?? [], facts.vouchers, presentations[0]?.businessId, facts.now)
  if (!vouchers.ok) return vouchers
  return price({ catalogue, facts, wanted, presentations, seats: seats.value, products: products.value, uses: uses.value }, vouchers.value)
}

interface ToPrice extends Pick<CheckedCart, 'seats' | 'products' | 'uses'> {
  readonly catalogue: Catalogue
  readonly facts: OrderFacts
  readonly wanted: WantedCart
  readonly presentations: readonly Presentation[]
}

function price(
  { catalogue, facts, wanted, presentations, seats, products, uses }: ToPrice,
  vouchers: readonly VoucherBalance[],
): Result<CheckedCart> {
  const serviceCharge = facts.givenBack?.isFeePaid ? null : chargeOf(catalogue, presentations)
  const totals = priceOrder({
    seats,
    products: products.map(({ product, quantity }) => ({ price: product.price, quantity })),
    serviceCharge,
    // Nothing is exchanged until new seats are chosen.
    modified: seats.length === 0 ? 0 : (facts.givenBack?.amount ?? 0),
    voucherBalances: vouchers.map(({ balance }) => balance),
  })
  const back = facts.givenBack && splitRefund(totals.giveBack, facts.givenBack.money, false)
  if (back?.ok === false) return back
  const refusal = voucherRefusal(wanted.vouchers ?? [], vouchers, totals.voucherPayments)
  if (refusal) return refuse(refusal)
  const payments = vouchers.map(({ id }, at) => ({ id, amount: totals.voucherPayments[at] ?? 0 }))
  return accept({ seats, products, serviceCharge, uses, vouchers: payments, givenBack: facts.givenBack, totals })
}

function redeemingLines({ presentation, ticket, isSub, grant, referenceGrant }: CheckedSeat): RedeemingLine[] {
  const own = grant ? [{ grant, presentation, ticket, isSub }] : []
  // References that an outside system checks are not counted here.
  return referenceGrant && referenceGrant.id > 0
    ? [...own, { grant: referenceGrant, presentation, ticket: { ...ticket, multiplyFactor: 1 }, isSub: false }]
    : own
}

function collect<From, To>(items: readonly From[], check: (item: From) => Result<To>): Result<To[]> {
  const checked: To[] = []
  for (const item of items) {
    const result = check(item)
    if (!result.ok) return result
    checked.push(result.value)
  }
  return accept(checked)
}

/** Every item must be sold by one business under one profile, including the tickets given back in exchange. */
function incompatible(presentations: readonly Presentation[], givenBack: GivenBack | null): RefusalCode | undefined {
  const sold = givenBack && presentations.length > 0 ? [...presentations, givenBack] : presentations
  const profiles = new Set(sold.map((one) => one.authProfileId))
  const businesses = new Set(sold.map((one) => one.businessId))
  return profiles.size > 1 || businesses.size > 1 ? 'CART_INCOMPATIBLE' : undefined
}

function twice(seats: readonly CheckedSeat[]): RefusalCode | undefined {
  const keys = seats.filter((one) => one.seat).map((one) => `${String(one.presentation.id)}:${String(one.seat?.id)}`)
  return new Set(keys).size < keys.length ? 'BAD_REQUEST' : undefined
}

/** Returns the seat limit of the first presentation that exceeds it. */
function overLimit(seats: readonly CheckedSeat[]): number | undefined {
  const byPresentation = Map.groupBy(seats, (seat) => seat.presentation)
  for (const [presentation, own] of byPresentation) if (own.length > presentation.maxSeats) return presentation.maxSeats
  return undefined
}

function mergeProducts(wanted: readonly WantedProduct[]): WantedProduct[] {
  const quantities = new Map<number, number>()
  for (const { id, quantity } of wanted) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  return [...quantities].map(([id, quantity]) => ({ id, quantity }))
}

function checkProduct(catalogue: Catalogue, presentations: readonly Presentation[], wanted: WantedProduct): Result<CheckedProduct> {
  const product = catalogue.products.get(wanted.id)
  if (!product || !presentations.some((one) => one.productIds.includes(wanted.id))) return refuse('PRODUCT_NOT_FOUND')
  if (wanted.quantity > product.maxQuantity) return refuse('PRODUCT_LIMIT', { max: product.maxQuantity })
  return accept({ product, quantity: wanted.quantity })
}

/** Picks one handling fee per order: that of the presentation with the lowest id that has one, regardless of seat order. */
function chargeOf(catalogue: Catalogue, presentations: readonly Presentation[]): ServiceCharge | null {
  const charged = presentations.filter((one) => one.serviceChargeId !== null)
  const id = charged.reduce<Presentation | undefined>(
    (first, one) => (first && first.id < one.id ? first : one),
    undefined,
  )?.serviceChargeId
  return catalogue.serviceCharges.get(id ?? 0) ?? null
}
