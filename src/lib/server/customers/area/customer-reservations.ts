import type { CustomerReservation } from '#lib/contract/customers.ts'
import { UNTIMED_FEATURE_TYPE, type Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { cancelRefusal } from '#lib/domain/orders/cancel-rules.ts'
import { changeRefusal, type ChangeTime } from '#lib/domain/orders/change-rules.ts'
import { ticketEndsAt, ticketStateOf, type TicketState } from '#lib/domain/orders/issued-ticket.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { sortReservations } from '#lib/domain/orders/reservation-list.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { listSeatNames } from '#lib/text/seat-names.ts'
import type { CustomerOrder, OrderLine, OrderRefund } from './customer-order-rows.ts'
import { distinct, RES_STATE } from '#lib/server/orders/read/reservations.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** States in which an order still has its seats. */
const STANDING: ReadonlySet<string> = new Set(['unpaid', 'paying', 'paid'])

/** States in which an order has a document: tickets, or receipts of refunds. */
const DOCUMENTED: ReadonlySet<string> = new Set(['paid', 'refunding', 'refunded'])

/** A customer's reservations for the personal area (spec §4). @param now ms since 1970, by the database's clock */
export function reservationsOf(from: Catalogue, orders: readonly CustomerOrder[], now: number): CustomerReservation[] {
  const refunds = refundsByOrder(orders)
  const all = new Map(orders.map((order) => [order.orderId, order]))
  return sortReservations(
    orders.map((order) => ({
      ...describe(from, order, refunds.get(order.orderId) ?? [], now),
      ...cancelling(from, order, { boughtAt: firstBoughtAt(order, all), now }),
    })),
  )
}

/** The order's remaining seats: neither exchanged nor cancelled. */
function standingOf({ state, lines }: CustomerOrder): readonly OrderLine[] {
  return STANDING.has(state) ? lines.filter((line) => !line.isExchanged && !line.isCancelled) : []
}

/** The state of the line's ticket at the door. */
export function stateOfLine(from: Catalogue, order: CustomerOrder, line: OrderLine, now: number): TicketState {
  const isCalledOff = from.presentations.get(line.presentationId)?.isCancelled === true
  const isCancelled = !STANDING.has(order.state) || line.isCancelled || isCalledOff
  return ticketStateOf({ ...timesOf(from, line), isCancelled, isExchanged: line.isExchanged, isUsed: line.isUsed }, now, grace())
}

function timesOf(from: Catalogue, { presentationId, startsAt, dayEndsAt }: OrderLine) {
  const feature = from.features.get(from.presentations.get(presentationId)?.featureId ?? 0)
  return { startsAt, minutes: feature?.minutes ?? 0, dayEndsAt: feature?.featureTypeId === UNTIMED_FEATURE_TYPE ? dayEndsAt : null }
}

function grace(): number {
  return settings().ticketGraceMinutes
}

type Cancelling = Pick<CustomerReservation, 'canCancel' | 'cancelRefusal' | 'presentationIds' | 'firstBoughtAt'>
type Described = Omit<CustomerReservation, keyof Cancelling>

function describe(from: Catalogue, order: CustomerOrder, refunds: readonly OrderRefund[], now: number): Described {
  const standing = standingOf(order)
  const coming = standing.filter((line) => now < ticketEndsAt(timesOf(from, line), grace()))
  const told = [coming, standing, order.lines].find((lines) => lines.length > 0) ?? []
  return {
    ...stateFields(order, standing),
    ...showingFields(from, told[0]),
    presentations: new Set(told.map(({ presentationId }) => presentationId)).size,
    isUpcoming: coming.length > 0,
    ticketNames: distinct(told.map(({ ticketName }) => ticketName)),
    products: standing.length > 0 || hasProductsOnly(order, standing) ? [...(order.products ?? [])] : [],
    canChange: mayChange(from, order, coming, { boughtAt: order.boughtAt.getTime(), now }),
    refunded: refundedOf(refunds),
  }
}

/** A cancelled reservation has state 3, no quantity, no places, and is not unpaid (spec §4). */
function stateFields(order: CustomerOrder, standing: readonly OrderLine[]) {
  const isOver = standing.length === 0
  return {
    ReservationIdentifier: order.reservationIdentifier,
    orderNumber: formatOrderNumber(order.orderNumber),
    ResStateId: isOver ? RES_STATE.refunded : RES_STATE[order.state],
    Quantity: standing.length,
    SectionName: distinct(standing.map(({ sectionName }) => sectionName)),
    RowNames: distinct(standing.map(({ rowName }) => rowName)),
    SeatNames: listSeatNames(standing.map(({ seatName }) => seatName).filter((name) => name !== null)),
    IsUnpaid: !isOver && order.state === 'unpaid',
    state: order.state,
    amount: toShekels(order.amountDue),
    ticketIdentifiers: standing.map(({ ticketIdentifier }) => ticketIdentifier).filter((one) => one !== null),
    documentKey: DOCUMENTED.has(order.state) ? order.documentKey : null,
    email: order.email,
    mobileNumber: order.mobileNumber,
    payUntil: !isOver && order.state !== 'paid' ? (order.payUntil?.toISOString() ?? null) : null,
  }
}

function showingFields(from: Catalogue, line: OrderLine | undefined) {
  const presentation = from.presentations.get(line?.presentationId ?? 0)
  const feature = from.features.get(presentation?.featureId ?? 0)
  const location = from.locations.get(from.venues.get(presentation?.venueId ?? 0)?.locationId ?? 0)
  return {
    StartDateTime: new Date(line?.startsAt ?? 0).toISOString(),
    presentationId: line?.presentationId ?? 0,
    featureId: feature?.id ?? 0,
    featureName: feature?.name ?? '',
    locationName: location?.name ?? '',
    city: location?.city ?? '',
    isUntimed: feature?.featureTypeId === UNTIMED_FEATURE_TYPE,
  }
}

/** Whether the customer can cancel some of it now. The cancellation call itself says which part, and at what price. */
function cancelling(from: Catalogue, order: CustomerOrder, time: ChangeTime): Cancelling {
  const refusal = order.state === 'paid' || order.state === 'unpaid' ? whyNotCancelled(from, order, time) : 'NOTHING_TO_CANCEL'
  return {
    canCancel: refusal === undefined,
    cancelRefusal: refusal ?? null,
    presentationIds: [...new Set(presentationsToCancel(order))],
    firstBoughtAt: new Date(time.boughtAt).toISOString(),
  }
}

function whyNotCancelled(from: Catalogue, order: CustomerOrder, time: ChangeTime): RefusalCode | undefined {
  const isAllowed = settings().customerCancellation
  if (order.state === 'unpaid') return isAllowed ? undefined : 'CANCEL_NOT_ALLOWED'
  const refusals = presentationsToCancel(order).map((id) => cancelRefusal(from.presentations.get(id), time, isAllowed))
  if (refusals.includes(undefined)) return undefined
  return refusals[0] ?? (standingOf(order).length > 0 ? 'CONTACT_PROVIDER' : 'NOTHING_TO_CANCEL')
}

function presentationsToCancel(order: CustomerOrder): number[] {
  const standing = standingOf(order)
  return hasProductsOnly(order, standing)
    ? [Math.min(...order.lines.map(({ presentationId }) => presentationId))]
    : standing.filter((line) => !line.isUsed).map(({ presentationId }) => presentationId)
}

/** Whether all tickets were exchanged or cancelled but products remain. The first presentation's date then applies. */
function hasProductsOnly(order: CustomerOrder, standing: readonly OrderLine[]): boolean {
  return order.state === 'paid' && standing.length === 0 && order.products !== null
}

function mayChange(from: Catalogue, order: CustomerOrder, coming: readonly OrderLine[], time: ChangeTime): boolean {
  if (order.state !== 'paid') return false
  return coming.some((line) => !line.isUsed && changeRefusal([from.presentations.get(line.presentationId)], time) === undefined)
}

/** When the first tickets in a chain of changes were bought: a change does not restart the cancellation period. */
function firstBoughtAt(order: CustomerOrder, all: ReadonlyMap<string, CustomerOrder>): number {
  let first = order.boughtAt.getTime()
  for (let before = all.get(order.modifies ?? ''); before; before = all.get(before.modifies ?? ''))
    first = Math.min(first, before.boughtAt.getTime())
  return first
}

/**
 * Refunds by the order that caused them, although the money goes to the cards of an earlier order if tickets were changed. The refund of a duplicate payment
 * concerns no ticket and is left out.
 */
function refundsByOrder(orders: readonly CustomerOrder[]): ReadonlyMap<string, readonly OrderRefund[]> {
  const owner = new Map(
    orders.flatMap(({ orderId, cancellations }) => [orderId, ...cancellations].map((cause) => [cause, orderId] as const)),
  )
  const found = new Map<string, OrderRefund[]>()
  for (const order of orders)
    for (const refund of order.refunds ?? []) {
      if (refund.reason === 'double') continue
      const orderId = owner.get(refund.cause ?? '') ?? order.orderId
      found.set(orderId, [...(found.get(orderId) ?? []), refund])
    }
  return found
}

function refundedOf(refunds: readonly OrderRefund[]): CustomerReservation['refunded'] {
  const [first] = refunds
  if (!first) return null
  const amount = refunds.reduce((sum, one) => sum + one.amount, 0)
  return { amount: toShekels(amount), last4: first.last4, isPending: refunds.some(({ isPending }) => isPending) }
}
