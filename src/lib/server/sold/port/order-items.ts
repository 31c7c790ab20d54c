import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import type { CancellableItem, OrderCancellation, ShownLine } from './port.ts'

/** A line of a kind that keeps its lines in `order_item`. */
export interface ItemLine extends CheckedLine {
  /** What of its kind, and under which of its prices. */
  readonly subjectId: number
  readonly priceId: number | null
  /** For whom, if not for the buyer. */
  readonly customerId?: number | null
  /** ms since 1970. */
  readonly validFrom?: number | null
  readonly validUntil?: number | null
  /** What the buyer has said of it. */
  readonly facts?: Readonly<Record<string, string>>
}

/** Writes the lines of one kind, in their order. */
export async function insertItems(client: Queryable, orderId: string, lines: readonly ItemLine[]): Promise<void> {
  const rows = lines.map((item, line) => ({
    kind: item.kind,
    line,
    subject_id: item.subjectId,
    price_id: item.priceId,
    name: item.name,
    quantity: item.quantity,
    unit_price: item.price,
    service_charge: item.serviceCharge,
    is_charged: item.isCharged,
    presentation_id: item.presentation?.id ?? null,
    customer_id: item.customerId ?? null,
    valid_from: dateOf(item.validFrom),
    valid_until: dateOf(item.validUntil),
    facts: item.facts ?? {},
  }))
  await client.query({
    name: 'insert-order-items',
    text: `INSERT INTO order_item (order_id, kind, line, subject_id, price_id, name, quantity, unit_price, service_charge, is_charged, presentation_id, customer_id,
             valid_from, valid_until, facts)
           SELECT $1, i.* FROM jsonb_to_recordset($2::jsonb) AS i (kind text, line int, subject_id int, price_id int, name text, quantity int, unit_price int,
             service_charge int, is_charged boolean, presentation_id int, customer_id int, valid_from timestamptz, valid_until timestamptz, facts jsonb)`,
    values: [orderId, JSON.stringify(rows)],
  })
}

function dateOf(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString()
}

/** Each line of one kind of a paid order gets its identifier. */
export async function issueItems(client: Queryable, orderId: string, kind: string): Promise<void> {
  const { rows } = await client.query<{ line: number }>({
    name: 'items-of-kind',
    text: 'SELECT line FROM order_item WHERE order_id = $1 AND kind = $2 ORDER BY line',
    values: [orderId, kind],
  })
  await client.query({
    name: 'issue-items',
    text: `UPDATE order_item i SET identifier = issued.identifier FROM unnest($3::int[], $4::text[]) AS issued (line, identifier)
           WHERE i.order_id = $1 AND i.kind = $2 AND i.line = issued.line`,
    values: [orderId, kind, rows.map(({ line }) => line), rows.map(() => unguessable(20))],
  })
}

type ItemRow = Pick<
  CancellableItem,
  'line' | 'id' | 'priceId' | 'item' | 'name' | 'quantity' | 'presentationId' | 'paid' | 'isCharged' | 'isUsed' | 'isGone'
>

/** The lines of one kind for cancelling, by terms of its own. */
export async function cancellableItems(
  client: Queryable,
  orderId: string,
  { kind, terms }: Pick<CancellableItem, 'kind' | 'terms'>,
): Promise<CancellableItem[]> {
  const { rows } = await client.query<ItemRow>({
    name: 'items-to-cancel',
    text: `SELECT line, subject_id AS id, price_id AS "priceId", coalesce(identifier, kind || '-' || line) AS item, name, quantity, presentation_id AS "presentationId",
             quantity * (unit_price + service_charge) AS paid, is_charged AS "isCharged", used_at IS NOT NULL AS "isUsed", cancellation_id IS NOT NULL AS "isGone"
           FROM order_item WHERE order_id = $1 AND kind = $2 ORDER BY line`,
    values: [orderId, kind],
  })
  return rows.map((row) => ({ kind, place: null, terms, isExtra: false, covered: null, ...row }))
}

/** Marks lines of one kind as cancelled. */
export async function cancelItemRows(
  client: Queryable,
  { orderId, cancellationId }: OrderCancellation,
  items: readonly CancellableItem[],
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'cancel-items',
    text: 'UPDATE order_item SET cancellation_id = $1 WHERE order_id = $2 AND kind = $3 AND line = ANY ($4::int[])',
    values: [cancellationId, orderId, items[0]?.kind, items.map(({ line }) => line)],
  })
  if (rowCount !== items.length) throw new Error('An item to cancel is not there.')
}

/** The lines of one kind, as pages and documents show them. */
export async function shownItems(client: Queryable, orderId: string, kind: string): Promise<readonly ShownLine[]> {
  const { rows } = await client.query<ShownLine>({
    name: 'shown-items',
    text: `SELECT subject_id AS id, price_id AS "priceId", name, quantity, unit_price + service_charge AS "unitPrice", cancellation_id IS NOT NULL AS "isCancelled",
             is_charged AS "isCharged"
           FROM order_item WHERE order_id = $1 AND kind = $2 ORDER BY line`,
    values: [orderId, kind],
  })
  return rows
}

/** The lines of all other kinds than these, with the names of theirs. */
export async function shownItemsBesides(
  client: Queryable,
  orderId: string,
  kinds: readonly string[],
): Promise<readonly (ShownLine & { readonly kind: string })[]> {
  const { rows } = await client.query<ShownLine & { readonly kind: string }>({
    name: 'shown-items-besides',
    text: `SELECT kind, subject_id AS id, price_id AS "priceId", name, quantity, unit_price + service_charge AS "unitPrice", cancellation_id IS NOT NULL AS "isCancelled",
             is_charged AS "isCharged"
           FROM order_item WHERE order_id = $1 AND kind <> ALL ($2::text[]) ORDER BY kind, line`,
    values: [orderId, kinds],
  })
  return rows
}
