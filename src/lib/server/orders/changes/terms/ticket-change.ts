import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { SplitRefund } from '#lib/domain/money/split-refund.ts'
import { ticketsRefusal } from '#lib/domain/orders/change-rules.ts'
import type { GivenBack, WantedChange } from '#lib/domain/entitlements/grant.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { lockChain, moneyLeftOf, type MoneyLeft } from '#lib/server/payments/money-left.ts'
import { changeRefusalOf, givenEvenings } from './evenings.ts'
import { boughtOrderOf, type BoughtOrder } from './ticket-change-rows.ts'

/**
 * What the tickets of a change are worth. Refusals: NOT_FOUND (another's order, none, not paid, or none of its tickets), ORDER_CONFLICT (its ledger has moved on,
 * or a ticket is given back already), and those of `changeRefusal` and `ticketsRefusal`.
 */
export async function givenBackOf(catalogue: Catalogue, uuid: string, modify: WantedChange): Promise<Result<GivenBack>> {
  const order = await boughtOrderOf(database(), uuid, modify.resId)
  if (!order) return refuse('NOT_FOUND')
  const refusal = refusalOf(order, modify)
  if (refusal) return refuse(refusal)
  const money = await moneyLeftOf(database(), order.orderId)
  const described = describeGivenBack(catalogue, order, modify)
  return described.ok ? accept({ ...described.value, money }) : described
}

function refusalOf(order: BoughtOrder, { tickets, lastTransactionId }: WantedChange): RefusalCode | undefined {
  const unseen = lastTransactionId != null && lastTransactionId !== '' && lastTransactionId !== order.lastTransactionId
  return ticketsRefusal(order.tickets, new Set(tickets)) ?? (unseen ? 'ORDER_CONFLICT' : undefined)
}

function describeGivenBack(catalogue: Catalogue, order: BoughtOrder, modify: WantedChange): Result<Omit<GivenBack, 'money'>> {
  const chosen = ticketsGivenBack(order, modify)
  const ids = [...new Set(chosen.map((ticket) => ticket.presentationId))]
  const presentations = ids.map((id) => catalogue.presentations.get(id))
  const refusal = chosen.map((ticket) => changeRefusalOf(catalogue, ticket, order)).find((one) => one !== undefined)
  const [first] = presentations
  if (refusal || !first) return refuse(refusal ?? 'PRSNT_NOT_FOUND')
  return accept({
    orderId: order.orderId,
    ...worthOf(order, chosen),
    isFeePaid: isFeePaidFor(order, chosen),
    evenings: givenEvenings(catalogue, chosen, order.now),
    presentationIds: ids,
    businessId: first.businessId,
    authProfileId: first.authProfileId,
    modify,
  })
}

function ticketsGivenBack({ tickets }: BoughtOrder, modify: WantedChange): BoughtOrder['tickets'] {
  const identifiers = new Set(modify.tickets)
  return tickets.filter(({ ticketIdentifier }) => identifiers.has(ticketIdentifier))
}

/** Exchanging an evening of a membership costs no handling fee. */
function isFeePaidFor(order: BoughtOrder, chosen: BoughtOrder['tickets']): boolean {
  return order.isFeePaid || chosen.some(({ evening }) => evening !== null)
}

/** A percentage on the order goes on with its tickets, and what is left of it with the last of them. */
function worthOf(order: BoughtOrder, tickets: BoughtOrder['tickets']): Pick<GivenBack, 'amount' | 'charge'> {
  const isLast = !order.hasProducts && order.tickets.filter(({ isReleased }) => !isReleased).length === tickets.length
  const shares = tickets.reduce((sum, ticket) => sum + ticket.charge, 0)
  const charge = isLast ? order.chargeLeft : Math.min(shares, order.chargeLeft)
  return { amount: tickets.reduce((sum, { paid }) => sum + paid, charge), charge }
}

/**
 * Locks the order whose tickets an order wants and those that led to it, before anything else of that order is locked, and verifies once more what may have
 * changed since it was priced. @returns the money that can go back of them. Refusals: those of `givenBackOf`, ORDER_CONFLICT.
 */
export async function lockGivenBack(
  client: Queryable,
  uuid: string,
  { orderId, amount, isFeePaid, modify }: GivenBack,
): Promise<Result<MoneyLeft>> {
  await lockChain(client, orderId)
  const order = await boughtOrderOf(client, uuid, modify.resId)
  if (!order) return refuse('NOT_FOUND')
  const refusal = refusalOf(order, modify)
  if (refusal) return refuse(refusal)
  const chosen = ticketsGivenBack(order, modify)
  const isSame = worthOf(order, chosen).amount === amount && isFeePaidFor(order, chosen) === isFeePaid
  return isSame ? accept(await moneyLeftOf(client, orderId)) : refuse('ORDER_CONFLICT')
}

/** The new order is always locked before the one that it changes. */
export async function lockOrder(client: Queryable, orderId: string): Promise<void> {
  await client.query({ name: 'lock-order-to-change', text: 'SELECT FROM orders WHERE order_id = $1 FOR NO KEY UPDATE', values: [orderId] })
}

/** Tickets that are given back, and where what they are worth more goes. */
export interface TicketChange {
  readonly givenBack: GivenBack
  readonly back: SplitRefund
}

/**
 * From now on the tickets wait for the new order to be paid; nobody else can have them meanwhile, nor what goes back of them. They stay valid until then.
 */
export async function reserveGivenBack(
  client: Queryable,
  newOrderId: string,
  { givenBack: { orderId, modify }, back }: TicketChange,
): Promise<void> {
  await promiseReturn(client, newOrderId, back)
  await client.query({
    name: 'reserve-given-back',
    text: 'UPDATE order_seat SET released_by = $1 WHERE order_id = $2 AND ticket_identifier = ANY ($3::text[]) AND released_by IS NULL AND cancellation_id IS NULL',
    values: [newOrderId, orderId, modify.tickets],
  })
}

/** The new order was not paid: the old tickets stay what they are. */
export async function keepGivenBack(client: Queryable, newOrderId: string): Promise<void> {
  await client.query({
    name: 'keep-given-back',
    text: 'UPDATE order_seat SET released_by = NULL WHERE released_by = $1',
    values: [newOrderId],
  })
}

async function promiseReturn(client: Queryable, newOrderId: string, { toPayments, toVouchers, renewed }: SplitRefund): Promise<void> {
  for (const { paymentId, amount } of toPayments) await insertReturn(client, [newOrderId, paymentId, null, null, amount])
  for (const { orderId, voucherId, amount } of [...toVouchers, ...renewed])
    await insertReturn(client, [newOrderId, null, orderId, voucherId, amount])
}

async function insertReturn(client: Queryable, values: readonly unknown[]): Promise<void> {
  await client.query({
    name: 'promise-return',
    text: 'INSERT INTO change_return (order_id, payment_id, voucher_order_id, system_voucher_id, amount) VALUES ($1, $2, $3, $4, $5)',
    values: [...values],
  })
}
