import type { Catalogue, Presentation, Product, ServiceCharge, Ticket } from './catalogue.ts'
import { priceAt } from './presentation-facts.ts'
import { toAgorot, type Agorot } from './money.ts'
import { priceOrder, type OrderTotals } from './price-order.ts'
import type { RefusalCode } from './refusal.ts'
import { accept, refuse, type Result } from './result.ts'
import type { PlanSeat, PlanSection } from './seatplan.ts'

/** What a visitor wants to buy: ids and quantities. Amounts, in shekels, are only compared. */
export interface WantedSeat {
  readonly presentationId: number
  readonly venueId: number
  readonly seatplanId: number
  readonly sectionId: number
  readonly ticketGroupId: number
  readonly ticketId: number
  /** null for a place of general admission. */
  readonly x: number | null
  readonly y: number | null
  readonly amount?: number | null | undefined
  readonly serviceCharge?: number | null | undefined
}

export interface WantedProduct {
  readonly id: number
  readonly quantity: number
}

/** What the rules need of a plan. */
export interface PlanFacts {
  sectionOf(sectionId: number): PlanSection | undefined
  seatAt(sectionId: number, x: number, y: number): PlanSeat | undefined
}

/** A line of the order. `seatId` is undefined for a place of general admission: which place it is shows at commit. */
export interface CheckedSeat {
  readonly presentation: Presentation
  readonly section: PlanSection
  readonly seat: PlanSeat | undefined
  readonly ticket: Ticket
  readonly price: Agorot
}

export interface CheckedProduct {
  readonly product: Product
  readonly quantity: number
}

export interface CheckedCart {
  readonly seats: readonly CheckedSeat[]
  readonly products: readonly CheckedProduct[]
  readonly serviceCharge: ServiceCharge | null
  readonly totals: OrderTotals
}

/**
 * Checks a cart against the catalogue and prices it. Pure: whether the seats are really held is the database's to say.
 * Refusals: NOT_FOUND, SALE_CLOSED (cancelled since), CART_INCOMPATIBLE, NO_PRICE_POLICY, ticketNotFound, PRICE_CHANGED, SEAT_LIMIT, PRODUCT_NOT_FOUND, PRODUCT_LIMIT, BAD_REQUEST (a seat twice).
 */
export function checkCart(
  catalogue: Catalogue,
  plans: ReadonlyMap<number, PlanFacts>,
  wanted: { readonly seats: readonly WantedSeat[]; readonly products: readonly WantedProduct[] },
): Result<CheckedCart> {
  const seats = collect(wanted.seats, (seat) => checkSeat(catalogue, plans, seat))
  if (!seats.ok) return seats
  const presentations = [...new Set(seats.value.map((seat) => seat.presentation))]
  const problem = incompatible(presentations) ?? twice(seats.value)
  if (problem) return refuse(problem)
  const limit = overLimit(seats.value)
  if (limit) return refuse('SEAT_LIMIT', { max: limit })
  const products = collect(mergeProducts(wanted.products), (product) => checkProduct(catalogue, presentations, product))
  if (!products.ok) return products
  const serviceCharge = chargeOf(catalogue, presentations)
  const totals = priceOrder({
    seats: seats.value.map(({ price, ticket }) => ({ price, serviceCharge: ticket.serviceCharge })),
    products: products.value.map(({ product, quantity }) => ({ price: product.price, quantity })),
    serviceCharge,
  })
  return accept({ seats: seats.value, products: products.value, serviceCharge, totals })
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

function checkSeat(catalogue: Catalogue, plans: ReadonlyMap<number, PlanFacts>, wanted: WantedSeat): Result<CheckedSeat> {
  const presentation = catalogue.presentations.get(wanted.presentationId)
  if (presentation?.venueId !== wanted.venueId || presentation.seatplanId !== wanted.seatplanId) return refuse('NOT_FOUND')
  if (presentation.isCancelled) return refuse('SALE_CLOSED')
  const plan = plans.get(wanted.seatplanId)
  const section = plan?.sectionOf(wanted.sectionId)
  if (!plan || !section) return refuse('NOT_FOUND')
  const hasPoint = wanted.x !== null && wanted.y !== null
  if (hasPoint !== section.isReserved) return refuse('NOT_FOUND')
  const seat = wanted.x !== null && wanted.y !== null ? plan.seatAt(section.id, wanted.x, wanted.y) : undefined
  if (section.isReserved && !seat) return refuse('NOT_FOUND')
  const sold = priceAt(presentation, seat ?? section)
  if (!sold || sold.allocationId === -1) return refuse('NO_PRICE_POLICY')
  if (sold.ticketGroupId !== wanted.ticketGroupId) return refuse('NOT_FOUND')
  const ticket = catalogue.ticketGroups.get(sold.ticketGroupId)?.tickets.find((one) => one.id === wanted.ticketId)
  if (!ticket || ticket.code !== null || ticket.multiplyFactor > 1) return refuse('ticketNotFound')
  if (ticket.price === null) return refuse('NO_PRICE_POLICY')
  if (differs(wanted.amount, ticket.price) || differs(wanted.serviceCharge, ticket.serviceCharge)) return refuse('PRICE_CHANGED')
  return accept({ presentation, section, seat, ticket, price: ticket.price })
}

/** An amount that the client did not send is no difference. */
function differs(sent: number | null | undefined, ours: Agorot): boolean {
  return sent != null && toAgorot(sent) !== ours
}

function incompatible(presentations: readonly Presentation[]): RefusalCode | undefined {
  const profiles = new Set(presentations.map((one) => one.authProfileId))
  const businesses = new Set(presentations.map((one) => one.businessId))
  return profiles.size > 1 || businesses.size > 1 ? 'CART_INCOMPATIBLE' : undefined
}

function twice(seats: readonly CheckedSeat[]): RefusalCode | undefined {
  const keys = seats.filter((one) => one.seat).map((one) => `${String(one.presentation.id)}:${String(one.seat?.id)}`)
  return new Set(keys).size < keys.length ? 'BAD_REQUEST' : undefined
}

/** The seat limit of the first presentation that passes it. */
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

/** One handling fee an order: of its presentations that have one, that with the lowest id, in whatever order the seats come. */
function chargeOf(catalogue: Catalogue, presentations: readonly Presentation[]): ServiceCharge | null {
  const charged = presentations.filter((one) => one.serviceChargeId !== null)
  const id = charged.reduce<Presentation | undefined>(
    (first, one) => (first && first.id < one.id ? first : one),
    undefined,
  )?.serviceChargeId
  return catalogue.serviceCharges.get(id ?? 0) ?? null
}
