import type { CustomerReservation } from '#lib/contract/area/customers.ts'
import { UNTIMED_FEATURE_TYPE, type Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { ticketEndsAt, ticketStateOf, type TicketState } from '#lib/domain/orders/issued-ticket.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { sortReservations } from '#lib/domain/orders/reservation-list.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { namesOfLines } from '#lib/text/line-names.ts'
import { listSeatNames } from '#lib/text/seat-names.ts'
import {
  cancelling,
  firstBoughtAt,
  hasProductsOnly,
  STANDING,
  standingItems,
  standingOf,
  type AreaMoment,
  type Cancelling,
  type ItemRefusals,
} from './customer-cancelling.ts'
import type { CustomerOrder, OrderItem, OrderLine, OrderRefund } from './customer-order-rows.ts'
import { featureFields, placeFields } from '#lib/server/catalogue/showing-words.ts'
import { changeRefusalOf } from '#lib/server/orders/changes/terms/evenings.ts'
import { distinct, lineAnswer, RES_STATE, seatsOnce } from '#lib/server/orders/read/reservations.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** States in which an order has a document: tickets, or receipts of refunds. */
const DOCUMENTED: ReadonlySet<string> = new Set(['paid', 'refunding', 'refunded'])

/** A customer's reservations for the personal area (spec §4). @param refusals why items are not cancelled, by order, as of `itemRefusalsOf` */
export function reservationsOf(
  moment: AreaMoment,
  orders: readonly CustomerOrder[],
  refusals: ItemRefusals = new Map(),
): CustomerReservation[] {
  const refunds = refundsByOrder(orders)
  const all = new Map(orders.map((order) => [order.orderId, order]))
  return sortReservations(
    orders.map((order) => ({
      ...describe(moment, order, refunds.get(order.orderId) ?? []),
      ...cancelling(moment, order, { boughtAt: firstBoughtAt(order, all), ofItems: refusals.get(order.orderId) ?? [] }),
    })),
  )
}

/** The state of the line's ticket at the door. */
export function stateOfLine({ from, now }: AreaMoment, order: CustomerOrder, line: OrderLine): TicketState {
  const isCalledOff = from.presentations.get(line.presentationId)?.isCancelled === true
  const isCancelled = !STANDING.has(order.state) || line.isCancelled || isCalledOff
  const { isExchanged, isSoldOn, isUsed, isSent } = line
  return ticketStateOf({ ...timesOf(from, line), isCancelled, isExchanged, isSoldOn, isUsed, isSent }, now, grace())
}

function timesOf(from: Catalogue, { presentationId, startsAt, dayEndsAt }: OrderLine) {
  const feature = from.features.get(from.presentations.get(presentationId)?.featureId ?? 0)
  return { startsAt, minutes: feature?.minutes ?? 0, dayEndsAt: feature?.featureTypeId === UNTIMED_FEATURE_TYPE ? dayEndsAt : null }
}

function grace(): number {
  return settings().ticketGraceMinutes
}

type Described = Omit<CustomerReservation, keyof Cancelling>

function describe(moment: AreaMoment, order: CustomerOrder, refunds: readonly OrderRefund[]): Described {
  const { from, now } = moment
  const standing = standingOf(order)
  const items = standingItems(order)
  const coming = standing.filter((line) => now < ticketEndsAt(timesOf(from, line), grace()))
  const told = standing.length === 0 && items.length > 0 ? [] : ([coming, standing, order.lines].find((lines) => lines.length > 0) ?? [])
  return {
    ...stateFields(order, standing, items),
    ...(told[0] ? showingFields(from, told[0]) : fieldsWithoutShowing(order, items)),
    presentations: new Set(told.map(({ presentationId }) => presentationId)).size,
    isUpcoming: coming.length > 0 || (standing.length === 0 && items.some(({ validUntil }) => validUntil === null || now < validUntil)),
    tickets: standing.length,
    ticketNames: distinct(told.map(({ ticketName }) => ticketName)),
    products: [...(standing.length > 0 || hasProductsOnly(order) ? (order.products ?? []) : []), ...items].map(lineAnswer),
    canChange: mayChange(moment, order, coming),
    refunded: refundedOf(refunds),
  }
}

/** A cancelled reservation has state 3, no quantity, no places, and is not unpaid (spec §4). */
function stateFields(order: CustomerOrder, standing: readonly OrderLine[], items: readonly OrderItem[]) {
  const isOver = standing.length + items.length === 0
  return {
    ReservationIdentifier: order.reservationIdentifier,
    orderNumber: formatOrderNumber(order.orderNumber),
    ResStateId: isOver ? RES_STATE.refunded : RES_STATE[order.state],
    Quantity: standing.length + items.length,
    SectionName: distinct(standing.map(({ sectionName }) => sectionName)),
    RowNames: distinct(standing.map(({ rowName }) => rowName)),
    SeatNames: listSeatNames(seatsOnce(standing)),
    IsUnpaid: !isOver && order.state === 'unpaid',
    state: order.state,
    amount: toShekels(order.amountDue),
    ticketIdentifiers: [...standing.map(({ ticketIdentifier }) => ticketIdentifier), ...items.map(({ identifier }) => identifier)].filter(
      (one) => one !== null,
    ),
    documentKey: DOCUMENTED.has(order.state) ? order.documentKey : null,
    email: order.email,
    mobileNumber: order.mobileNumber,
    payUntil: !isOver && order.state !== 'paid' ? (order.payUntil?.toISOString() ?? null) : null,
  }
}

/** Of an order that is for no show, or has nothing of it left: its lines and when it was made stand in the show's place. */
function fieldsWithoutShowing({ boughtAt, items: all }: CustomerOrder, items: readonly OrderItem[]) {
  const nowhere = { presentationId: 0, featureId: 0, locationName: '', city: '', isUntimed: true }
  return { ...nowhere, StartDateTime: boughtAt.toISOString(), featureName: namesOfLines(items.length > 0 ? items : all) }
}

function showingFields(from: Catalogue, line: OrderLine) {
  const presentation = from.presentations.get(line.presentationId)
  const { featureId, featureName, isUntimed } = featureFields(from, presentation)
  const { locationName, city } = placeFields(from, presentation)
  return {
    StartDateTime: new Date(line.startsAt).toISOString(),
    presentationId: line.presentationId,
    featureId,
    featureName,
    locationName,
    city,
    isUntimed,
  }
}

function mayChange({ from, now }: AreaMoment, order: CustomerOrder, coming: readonly OrderLine[]): boolean {
  if (order.state !== 'paid') return false
  const time = { boughtAt: order.boughtAt.getTime(), now }
  return coming.some((line) => !line.isUsed && !line.isSent && changeRefusalOf(from, line, time) === undefined)
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
