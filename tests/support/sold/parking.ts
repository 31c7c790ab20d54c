import { accept, refuse } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { cancelItemRows, cancellableItems, insertItems, issueItems, shownItems, type ItemLine } from '#lib/server/sold/port/order-items.ts'
import type { OwnTerms, SoldKind } from '#lib/server/sold/port/port.ts'

/** The smallest kind with every method of the port: the few places of a car park. Takes over the cart's array `vouchers` in tests, from the kind of vouchers, which is switched off meanwhile. */

interface WantedParking {
  readonly lotId: number
  readonly places: number
}

interface Lot {
  readonly lotId: number
  readonly name: string
  readonly price: number
}

type Lots = ReadonlyMap<number, Lot>

/** Opens lot 7 with two places by default, at ₪40 each. */
export async function openCarPark(places = 2): Promise<void> {
  await database().query(`
    CREATE TABLE IF NOT EXISTS parking_lot (lot_id int PRIMARY KEY, name text NOT NULL, price int NOT NULL, places int NOT NULL);
    CREATE TABLE IF NOT EXISTS parking_place (order_id uuid NOT NULL, line int NOT NULL, lot_id int NOT NULL REFERENCES parking_lot, is_sold boolean NOT NULL,
      PRIMARY KEY (order_id, line));
    DELETE FROM parking_place; DELETE FROM parking_lot`)
  await database().query(`INSERT INTO parking_lot VALUES (7, 'Car park', 4000, $1)`, [places])
}

/** The cancellation fee is ten percent. */
const TERMS: OwnTerms = {
  refusal: undefined,
  policy: {
    id: 900,
    name: 'Parking',
    withinDays: null,
    beforeDays: null,
    countsRestDays: true,
    charge: { kind: 'percent', percent: 10 },
    chargeLimit: null,
  },
  until: null,
}

function wantedOf(item: unknown): WantedParking | undefined {
  if (typeof item !== 'object' || item === null || !('SystemVoucherId' in item)) return undefined
  const places = 'Quantity' in item ? Number(item.Quantity) : 1
  return { lotId: Number(item.SystemVoucherId), places }
}

/** A line per place, because each has an identifier. */
function linesOf({ lotId, places }: WantedParking, { name, price }: Lot): ItemLine[] {
  const line: ItemLine = {
    ...{
      kind: 'parking',
      total: 'others',
      name,
      subjectId: lotId,
      priceId: null,
      presentation: null,
      seller: { businessId: 1, authProfileId: 1 },
    },
    ...{ quantity: 1, price, serviceCharge: 0, firstPrice: price, isCharged: false, redeems: [], facts: { plate: '12-345-67' } },
  }
  return Array.from({ length: places }, () => line)
}

async function takePlaces(client: Queryable, orderId: string, lines: readonly ItemLine[]): Promise<boolean> {
  const lotId = lines[0]?.subjectId
  await client.query({ name: 'lock-parking-lot', text: 'SELECT FROM parking_lot WHERE lot_id = $1 FOR UPDATE', values: [lotId] })
  const { rowCount } = await client.query({
    name: 'take-parking',
    text: `INSERT INTO parking_place SELECT $1, line, $2, false FROM generate_series(0, $3::int - 1) AS line
           WHERE (SELECT places FROM parking_lot WHERE lot_id = $2) >= $3 + (SELECT count(*) FROM parking_place WHERE lot_id = $2)`,
    values: [orderId, lotId, lines.length],
  })
  return rowCount === lines.length
}

export const parking = {
  name: 'parking',
  field: 'vouchers',
  parse({ vouchers = [] }) {
    const wanted = vouchers.map(wantedOf)
    return wanted.some((one) => one === undefined) ? refuse('BAD_REQUEST') : accept(wanted.filter((one) => one !== undefined))
  },
  wantedIn: ({ others }) => (others?.parking ?? []) as readonly WantedParking[],
  async factsOf() {
    const { rows } = await database().query<Lot>('SELECT lot_id AS "lotId", name, price FROM parking_lot')
    return accept(new Map(rows.map((lot) => [lot.lotId, lot])))
  },
  check(wanted, lots) {
    const lines = wanted.map((one) => ({ one, lot: lots.get(one.lotId) }))
    return lines.some(({ lot }) => !lot)
      ? refuse('PRODUCT_NOT_FOUND')
      : accept(lines.flatMap(({ one, lot }) => (lot ? linesOf(one, lot) : [])))
  },
  prepare: () => Promise.resolve(undefined),
  async reserve(client, { orderId }, { lines }) {
    if (!(await takePlaces(client, orderId, lines))) return { code: 'NOT_ENOUGH_PLACES' }
    await insertItems(client, orderId, lines)
    return undefined
  },
  async issue(client, { orderId }) {
    await issueItems(client, orderId, 'parking')
    await client.query({ name: 'sell-parking', text: 'UPDATE parking_place SET is_sold = true WHERE order_id = $1', values: [orderId] })
  },
  async release(client, { orderId }) {
    await client.query({ name: 'free-parking', text: 'DELETE FROM parking_place WHERE order_id = $1', values: [orderId] })
  },
  shown: (client, orderId) => shownItems(client, orderId, 'parking'),
  itemsOf: (client, { orderId }) => cancellableItems(client, orderId, { kind: 'parking', terms: TERMS }),
  async cancel(client, cancellation, items) {
    await cancelItemRows(client, cancellation, items)
    const lines = items.map(({ line }) => line)
    await client.query({
      name: 'give-parking-back',
      text: 'DELETE FROM parking_place WHERE order_id = $1 AND line = ANY ($2::int[])',
      values: [cancellation.orderId, lines],
    })
  },
} as const satisfies SoldKind<WantedParking, ItemLine, Lots, undefined>

/** The invariants of the car park while nothing is under way: each row is a violation. */
export async function brokenParking(): Promise<readonly unknown[]> {
  const { rows } = await database().query<{ what: string; which: string }>(`
    SELECT 'more places than there are' AS what, lot_id::text AS which FROM parking_lot l
      WHERE places < (SELECT count(*) FROM parking_place p WHERE p.lot_id = l.lot_id)
    UNION ALL SELECT 'a sold place without its line', p.order_id::text FROM parking_place p WHERE is_sold AND NOT EXISTS (
      SELECT FROM order_item i JOIN orders o USING (order_id) WHERE i.order_id = p.order_id AND i.kind = 'parking' AND i.line = p.line AND o.state IN ('paid', 'refunding')
        AND i.identifier IS NOT NULL AND i.cancellation_id IS NULL)
    UNION ALL SELECT 'a reserved place of nothing that is being paid', p.order_id::text FROM parking_place p
      WHERE NOT is_sold AND NOT EXISTS (SELECT FROM orders o WHERE o.order_id = p.order_id AND o.state IN ('unpaid', 'paying'))
    UNION ALL SELECT 'a paid line without its place', i.order_id::text FROM order_item i JOIN orders o USING (order_id)
      WHERE o.state = 'paid' AND i.cancellation_id IS NULL AND NOT EXISTS (
        SELECT FROM parking_place p WHERE p.order_id = i.order_id AND p.line = i.line AND p.is_sold)`)
  return rows
}
