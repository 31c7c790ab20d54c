import { randomBytes, randomUUID } from 'node:crypto'
import { ORDER_NUMBER_SIGNS } from '#lib/domain/orders/order-number.ts'
import { ascendingIdentifiers } from '#lib/server/platform/secrets/identifiers.ts'
import { textOf } from '#lib/text/text.ts'
import type { Sale } from './invent-sales.ts'

export const LOCALE = 'he'
const NUMBER_LENGTH = 8
/** Random bytes of a payment's key. */
const KEY_BYTES = 6

/** Parameters of the statements that write a batch, one array per column. */
export interface Columns {
  readonly orders: readonly unknown[]
  readonly seats: readonly unknown[]
  readonly products: readonly unknown[]
}

interface Batch {
  /** Number of orders written before this batch. */
  readonly first: number
  readonly numbers: readonly string[]
}

/** Order numbers as the database draws them, without duplicates: no other order exists yet. */
export function drawOrderNumbers(count: number): readonly string[] {
  const drawn = new Set<string>()
  while (drawn.size < count) {
    const bytes = randomBytes((count - drawn.size) * NUMBER_LENGTH)
    for (let at = 0; at < bytes.length; at += NUMBER_LENGTH) drawn.add(numberOf(bytes.subarray(at, at + NUMBER_LENGTH)))
  }
  return [...drawn]
}

function numberOf(bytes: Uint8Array): string {
  let number = ''
  for (const byte of bytes) number += ORDER_NUMBER_SIGNS.charAt(byte % ORDER_NUMBER_SIGNS.length)
  return number
}

/** Makes the columns of a batch, yielding after each. */
export function* columnsOf(sales: readonly Sale[], { first, numbers }: Batch): Generator<void, Columns> {
  const orderIds = sales.map(({ at }) => timedUuid(at))
  const keys = timedKeys(sales)
  const charge = textOf(LOCALE)('common.handlingFee')
  const orders: unknown[] = []
  for (const column of [
    () => arrayOf(orderIds),
    () => arrayOf(ascendingIdentifiers(sales.length, 20)),
    () => arrayOf(ascendingIdentifiers(sales.length, 26)),
    () => arrayOf(keys),
    () => arrayOf(sales.map(({ totals }) => totals.balanceDue)),
    () => arrayOf(sales.map(({ totals }) => totals.seatsPrice)),
    () => arrayOf(sales.map(({ totals }) => totals.productsPrice)),
    () => arrayOf(sales.map(({ totals }) => totals.globalServiceCharge)),
    () => sales.map(({ showing }) => showing.charge?.name ?? charge),
    () => sales.map(({ showing }) => showing.charge?.percentRatePerOrder ?? null),
    () => sales.map(({ firstName }) => firstName),
    () => sales.map(({ lastName }) => lastName),
    () => arrayOf(sales.map(({ at }) => at)),
    () => arrayOf(sales.map((_, index) => first + index + 1)),
    () => arrayOf(numbers),
    () => arrayOf(sales.map(({ at }) => timedUuid(at))),
  ]) {
    orders.push(column())
    yield
  }
  const seats = yield* seatColumns(sales, orderIds)
  const withProduct = sales.flatMap(({ product }, index) => (product ? [{ ...product, orderId: orderIds[index] }] : []))
  const products = [withProduct.map(({ orderId }) => orderId), withProduct.map(({ id }) => id), withProduct.map(({ quantity }) => quantity)]
  return { orders, seats, products }
}

function* seatColumns(sales: readonly Sale[], orderIds: readonly string[]): Generator<void, readonly unknown[]> {
  const lines = sales.flatMap(({ showing, party, tickets }, index) =>
    tickets.map((ticket, line) => ({ ticket, line, orderId: orderIds[index] ?? '', showing, party, seatId: party.seatIds[line] ?? null })),
  )
  const columns: unknown[] = []
  for (const column of [
    () => lines.map(({ orderId }) => orderId),
    () => lines.map(({ line }) => line),
    () => lines.map(({ showing }) => showing.id),
    () => lines.map(({ showing }) => showing.seatplanId),
    () => lines.map(({ party }) => party.sectionId),
    () => lines.map(({ seatId }) => seatId),
    () => lines.map(({ ticket }) => ticket.id),
    () => lines.map(({ ticket }) => (ticket.firstPrice > ticket.price ? ticket.firstPrice : null)),
    () => ascendingIdentifiers(lines.length, 20),
  ]) {
    columns.push(arrayOf(column()))
    yield
  }
  return columns
}

/** An array literal of numbers and identifiers, which need no escaping: checking each value would take longer than the rest of this file. */
function arrayOf(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** Identifiers of payments, ascending as `timedUuid`. */
function timedKeys(sales: readonly Sale[]): string[] {
  const drawn = randomBytes(sales.length * KEY_BYTES).toString('hex')
  return sales.map(({ at }, index) => hexOf(at) + drawn.slice(index * KEY_BYTES * 2, (index + 1) * KEY_BYTES * 2))
}

/** Ascends with time (version 7), so that indexes grow at their end. */
function timedUuid(at: number): string {
  const time = hexOf(at)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

function hexOf(at: number): string {
  return Math.floor(at).toString(16).padStart(12, '0')
}
