import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { lookupsOf, membershipLookupsOf } from './entitlement-lookup.ts'

/** A reference of a list that a ticket asks for. */
export interface ListedReference {
  /** 0 of a price of a membership, whose references have no numbers. */
  readonly rowId: number
  readonly priceId: number
  /** null: without limit. */
  readonly quantity: number | null
  readonly used: number
  /** null: of any. */
  readonly businessId: number | null
  /** As it was typed when it was used; empty before. */
  readonly ref1: string
  readonly ref2: string
}

interface Row extends Omit<ListedReference, 'ref1' | 'ref2'> {
  readonly lookup: string
  readonly typed: readonly { readonly ref1: string | null; readonly ref2: string | null }[]
}

/** The nil uuid, so that the uses reserved by any visitor's cart count as used. */
const NOBODY = `'00000000-0000-0000-0000-000000000000'`

const USED_OF_TICKET = `taken_uses(e.entitlement_id, ${NOBODY})::int`

const USED_OF_PRICE = `(SELECT count(*) FROM membership_purchase p JOIN orders o USING (order_id)
    JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
  WHERE p.membership_price_id = r.membership_price_id AND p.reference_lookup = r.lookup AND o.state IN ('unpaid', 'paying', 'paid', 'refunding')
    AND i.cancellation_id IS NULL)::int`

/** Who asks for references of tickets. */
interface Asker {
  /** The presentations at which they were used, as far as the asker may see what was typed and by whom; null: all. */
  readonly shows: readonly number[] | null
  /** Only those that this customer has used there. */
  readonly customerId?: number | undefined
}

/** The references of tickets. */
export async function referencesOfTickets(
  client: Queryable,
  ticketIds: readonly number[],
  { shows, customerId }: Asker,
): Promise<readonly ListedReference[]> {
  const { rows } = await client.query<Row>({
    name: 'references-of-tickets',
    text: `SELECT e.entitlement_id AS "rowId", t.ticket_id AS "priceId", e.uses AS quantity, ${USED_OF_TICKET} AS used, e.business_id AS "businessId", e.lookup,
             coalesce((SELECT json_agg(DISTINCT jsonb_build_object('ref1', s.ref1, 'ref2', s.ref2)) FROM entitlement_use u
               JOIN order_seat s ON s.order_id = u.order_id AND s.presentation_id = u.presentation_id AND s.ticket_id = t.ticket_id
               WHERE u.entitlement_id = e.entitlement_id AND u.order_id IS NOT NULL AND ($3::int[] IS NULL OR u.presentation_id = ANY ($3))), '[]') AS typed
           FROM entitlement e JOIN entitlement_ticket t USING (entitlement_id)
           WHERE e.kind = 'reference' AND e.is_active AND t.ticket_id = ANY ($1::int[])
             AND ($2::int IS NULL OR EXISTS (SELECT FROM entitlement_use u JOIN orders o USING (order_id) WHERE u.entitlement_id = e.entitlement_id AND o.customer_id = $2
               AND ($3::int[] IS NULL OR u.presentation_id = ANY ($3))))
           ORDER BY t.ticket_id, e.entitlement_id`,
    values: [ticketIds, customerId ?? null, shows],
  })
  return rows.map(({ lookup, typed, ...row }) => {
    const own = typed.find((one) => lookupsOf('reference', referenceName(row.priceId, one)).includes(lookup))
    return { ...row, ref1: own?.ref1 ?? '', ref2: own?.ref2 ?? '' }
  })
}

/** The references of prices of memberships. */
export async function referencesOfPrices(client: Queryable, priceIds: readonly number[]): Promise<readonly ListedReference[]> {
  const { rows } = await client.query<Omit<ListedReference, 'ref1' | 'ref2' | 'rowId' | 'businessId'>>({
    name: 'references-of-prices',
    text: `SELECT membership_price_id AS "priceId", quantity, ${USED_OF_PRICE} AS used FROM membership_reference r
           WHERE membership_price_id = ANY ($1::int[]) ORDER BY membership_price_id, lookup`,
    values: [priceIds],
  })
  return rows.map((row) => ({ ...row, rowId: 0, businessId: null, ref1: '', ref2: '' }))
}

/** Which reference is to have which quantity. */
export interface QuantityAsked {
  readonly priceId: number
  /** 0: the one that is named. */
  readonly rowId: number
  readonly ref1: string
  readonly ref2: string
  readonly quantity: number
  /** undefined: whatever it is now. */
  readonly expected: number | undefined
}

interface Locked {
  readonly quantity: number | null
  readonly used: number
}

/**
 * Sets how often a reference of a ticket may be used, in a transaction: whoever reserves uses waits. Refusals: NOT_FOUND, QUANTITY_CHANGED, QUANTITY_USED (less than
 * were used).
 */
export async function setTicketQuantity(client: Queryable, asked: QuantityAsked): Promise<Result<Locked>> {
  const { priceId, rowId, ref1, ref2, quantity } = asked
  const isNamed = rowId === 0 || ref1 !== '' || ref2 !== ''
  const lookups = isNamed ? lookupsOf('reference', referenceName(priceId, { ref1, ref2 })) : null
  const { rows: locked } = await client.query<{ id: number }>({
    name: 'lock-reference',
    text: `SELECT entitlement_id AS id FROM entitlement e WHERE kind = 'reference' AND is_active AND ($1 = 0 OR entitlement_id = $1)
             AND ($2::text[] IS NULL OR lookup = ANY ($2)) AND EXISTS (SELECT FROM entitlement_ticket t WHERE t.entitlement_id = e.entitlement_id AND t.ticket_id = $3)
           ORDER BY entitlement_id LIMIT 1 FOR NO KEY UPDATE`,
    values: [rowId, lookups, priceId],
  })
  const id = locked[0]?.id
  const { rows } = await client.query<Locked>({
    name: 'uses-of-reference',
    text: `SELECT uses AS quantity, ${USED_OF_TICKET} AS used FROM entitlement e WHERE entitlement_id = $1`,
    values: [id ?? 0],
  })
  const problem = problemOf(rows[0], asked)
  if (!problem.ok) return problem
  await client.query({ name: 'set-uses', text: 'UPDATE entitlement SET uses = $2 WHERE entitlement_id = $1', values: [id ?? 0, quantity] })
  return problem
}

/** The same of a price of a membership. */
export async function setPriceQuantity(client: Queryable, asked: QuantityAsked): Promise<Result<Locked>> {
  const { priceId, ref1, ref2, quantity } = asked
  const lookups = membershipLookupsOf(referenceName(priceId, { ref1, ref2 }))
  await client.query({
    name: 'lock-price-reference',
    text: 'SELECT FROM membership_reference WHERE membership_price_id = $1 AND lookup = ANY ($2::text[]) FOR UPDATE',
    values: [priceId, lookups],
  })
  const { rows } = await client.query<Locked>({
    name: 'uses-of-price-reference',
    text: `SELECT quantity, ${USED_OF_PRICE} AS used FROM membership_reference r WHERE membership_price_id = $1 AND lookup = ANY ($2::text[])`,
    values: [priceId, lookups],
  })
  const problem = problemOf(rows[0], asked)
  if (!problem.ok) return problem
  await client.query({
    name: 'set-price-uses',
    text: 'UPDATE membership_reference SET quantity = $3 WHERE membership_price_id = $1 AND lookup = ANY ($2::text[])',
    values: [priceId, lookups, quantity],
  })
  return problem
}

function problemOf(locked: Locked | undefined, { quantity, expected }: QuantityAsked): Result<Locked> {
  if (!locked) return refuse('NOT_FOUND')
  if (expected !== undefined && locked.quantity !== expected) return refuse('QUANTITY_CHANGED')
  return quantity < locked.used ? refuse('QUANTITY_USED', { used: locked.used }) : accept({ quantity, used: locked.used })
}
