import { beforeAll, describe, expect, test } from 'vitest'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { inventSales } from '#lib/demo/sales/invent-sales.ts'
import { readHouse } from '#lib/demo/sales/read-house.ts'
import { sellDemo } from '#lib/demo/sales/sell-demo.ts'
import { demoFiles, importDemo } from '#lib/demo/import-demo.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { cellOf, freshDatabase, violations } from '#tests/support/database/database.ts'

const TODAY = '2026-11-22'
/** Noon in Jerusalem. */
const NOW = Date.parse('2026-11-22T10:00:00Z')

async function rows<Row extends object>(sql: string): Promise<Row[]> {
  return (await database().query<Row>(sql)).rows
}

async function importSold(): Promise<void> {
  await importDemo(undefined, TODAY, (client) => sellDemo(client, NOW))
}

/** Reads tables of this size whole. */
async function checkWhole(client: Queryable): Promise<readonly unknown[]> {
  await client.query(`SET LOCAL work_mem = '64MB'`)
  return violations(client)
}

/** The capacity and sales of every presentation. */
const HOUSES = `
  WITH sellable AS (
    SELECT p.presentation_id, count(*)::int AS seats FROM presentation p JOIN seat s USING (seatplan_id)
      JOIN presentation_price r ON r.presentation_id = p.presentation_id AND r.category = s.category GROUP BY 1
    UNION ALL SELECT p.presentation_id, x.capacity FROM presentation p JOIN section x USING (seatplan_id)
      JOIN presentation_price r ON r.presentation_id = p.presentation_id AND r.category = x.category WHERE NOT x.is_reserved),
  house AS (SELECT presentation_id, sum(seats)::int AS seats FROM sellable GROUP BY 1)
  SELECT p.presentation_id AS id, p.soldout, extract(epoch FROM p.starts_at)::float8 * 1000 AS "startsAt", seats, p.is_cancelled OR p.sale_opens_at IS NOT NULL AS closed,
    keep_one_free OR seating_policy_id = 3 AS sparse,
    (SELECT count(*)::int FROM seat_claim c WHERE c.presentation_id = p.presentation_id AND c.state = 'S') AS sold
  FROM presentation p JOIN house USING (presentation_id)`

interface House {
  readonly id: number
  readonly soldout: boolean
  readonly startsAt: number
  readonly seats: number
  readonly closed: boolean
  /** Rows where one seat is kept free between parties. */
  readonly sparse: boolean
  readonly sold: number
}

/** Every index and constraint, by name and definition. */
const SCHEMA = `
  SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  ORDER BY 1, 2`

describe('the demo sales are realistic', () => {
  let houses: readonly House[] = []
  let schemaBefore: readonly object[] = []
  beforeAll(async () => {
    await freshDatabase()
    schemaBefore = await rows(SCHEMA)
    await importSold()
    await database().query('ANALYZE')
    houses = await rows<House>(HOUSES)
  })

  const within = (least: number, most: number) =>
    houses.filter(({ startsAt, closed, soldout, seats }) => {
      const days = (startsAt - NOW) / 86_400_000
      return days >= least && days < most && !closed && !soldout && seats < 5_000
    })
  const shareOf = ({ sold, seats }: House) => sold / seats

  test('sell 60 to 95 % tonight, falling to 10 to 30 % next month, except for sold-out presentations and those with a few left or with seats kept free', () => {
    const isUsual = ({ sold, seats, sparse }: House) => seats - sold > 12 && !sparse
    for (const [least, most, from, to] of [
      [0, 0.6, 0.55, 0.95],
      [30, 61, 0.08, 0.3],
    ] as const) {
      const shown = within(least, most).filter(isUsual)
      expect(shown.length).toBeGreaterThan(5)
      for (const house of shown) {
        expect(shareOf(house), String(house.id)).toBeGreaterThanOrEqual(from)
        expect(shareOf(house), String(house.id)).toBeLessThanOrEqual(to)
      }
    }
    const means = [0, 2, 5, 9, 16, 25, 35].map((day, at, days) => {
      const shown = within(day, days[at + 1] ?? 61).filter(isUsual)
      return shown.reduce((sum, house) => sum + shareOf(house), 0) / shown.length
    })
    expect(means).toEqual([...means].sort((a, b) => b - a))
  })

  test('sell some out, leave a few seats in some, sell the stadium’s presentation 10 to 85 %, and sell nothing that is cancelled or not yet on sale', () => {
    expect(houses.find(({ id }) => id === 3)).toMatchObject({ sold: 600 })
    const soon = within(0, 12)
    expect(soon.filter(({ sold, seats }) => sold === seats).length).toBeGreaterThan(4)
    expect(soon.filter(({ sold, seats }) => sold < seats && seats - sold <= 12).length).toBeGreaterThan(10)
    const stadium = houses.find(({ id }) => id === 10)
    // Of those that everybody may buy: the rest is for subscribers.
    expect((stadium?.sold ?? 0) / ((stadium?.seats ?? 1) - 352)).toBeCloseTo(0.85, 3)
    expect(houses.filter(({ closed, sold }) => closed && sold > 0)).toEqual([])
  })

  test('seat people together: mostly pairs, few singles, and few lone free seats in reserved halls', async () => {
    const [parties] = await rows<{ lone: number; pairs: number; all: number }>(
      `SELECT count(*) FILTER (WHERE n = 1)::float8 AS lone, count(*) FILTER (WHERE n = 2)::float8 AS pairs, count(*)::float8 AS all
       FROM (SELECT count(*) AS n FROM order_seat GROUP BY order_id) AS o`,
    )
    expect((parties?.lone ?? 1) / (parties?.all ?? 1)).toBeLessThan(0.1)
    expect((parties?.pairs ?? 0) / (parties?.all ?? 1)).toBeGreaterThan(0.35)
    const [free] = await rows<{ lone: number; all: number }>(`
      WITH s AS (
        SELECT p.presentation_id, s.section_id, s.x, s.y, c.seat_id IS NULL AS is_free, s.features && '{10,11}' AS is_access
        FROM presentation p JOIN seat s USING (seatplan_id) LEFT JOIN seat_claim c USING (presentation_id, seat_id)
        WHERE p.presentation_id IN (1, 2, 7, 8, 13, 14)),
      b AS (SELECT *, lag(is_free AND x IS NOT NULL) OVER w AS before, lag(x) OVER w AS x_before, lead(is_free) OVER w AS after, lead(x) OVER w AS x_after
        FROM s WINDOW w AS (PARTITION BY presentation_id, section_id, y ORDER BY x))
      SELECT count(*) FILTER (WHERE NOT (coalesce(before, false) AND x_before = x - 1) AND NOT (coalesce(after, false) AND x_after = x + 1))::float8 AS lone,
        count(*)::float8 AS all FROM b WHERE is_free AND NOT is_access`)
    expect((free?.lone ?? 1) / (free?.all ?? 1)).toBeLessThan(0.08)
  })

  test('sell the middle before the sides, in halls and in each section of the stadium', async () => {
    const off = (middle: string) => `
      SELECT avg(off) FILTER (WHERE sold)::float8 AS sold, avg(off) FILTER (WHERE NOT sold)::float8 AS free FROM (
        SELECT abs(s.seatplan_x - ${middle}) AS off, c.seat_id IS NOT NULL AS sold
        FROM presentation p JOIN seat s USING (seatplan_id) LEFT JOIN seat_claim c USING (presentation_id, seat_id)
        WHERE p.presentation_id = ANY ($1) AND NOT s.features && '{10,11}') AS seats`
    const hall = await database().query<{ sold: number; free: number }>(
      off('(SELECT (min(seatplan_x) + max(seatplan_x)) / 2 FROM seat h WHERE h.seatplan_id = p.seatplan_id)'),
      [[1, 2, 7, 8, 13]],
    )
    expect(hall.rows[0]?.sold).toBeLessThan((hall.rows[0]?.free ?? 0) * 0.75)
    const stadium = await database().query<{ sold: number; free: number }>(off('(avg(s.seatplan_x) OVER (PARTITION BY s.section_id))'), [
      [10],
    ])
    expect(stadium.rows[0]?.sold).toBeLessThan(stadium.rows[0]?.free ?? 0)
  })

  test('leave wheelchair places mostly free', async () => {
    const [places] = await rows<{ sold: number; all: number }>(
      `SELECT count(c.seat_id)::float8 AS sold, count(*)::float8 AS all FROM presentation p JOIN seat s USING (seatplan_id)
         LEFT JOIN seat_claim c USING (presentation_id, seat_id)
       WHERE 10 = ANY (features) AND NOT soldout AND (SELECT count(*) FROM seat_claim x WHERE x.presentation_id = p.presentation_id)
         < 0.9 * (SELECT count(*) FROM seat x WHERE x.seatplan_id = p.seatplan_id)`,
    )
    expect((places?.sold ?? 1) / (places?.all ?? 1)).toBeLessThan(0.2)
    expect(places?.sold).toBeGreaterThan(0)
  })

  test('make only complete orders: invariants hold, references resolve, nobody gets messages, no customer is touched', async () => {
    expect(await inTransaction(checkWhole)).toEqual([])
    const strays = await rows(`
      SELECT order_id FROM order_seat LEFT JOIN orders o USING (order_id) WHERE o.order_id IS NULL
      UNION ALL SELECT order_id FROM order_product LEFT JOIN orders o USING (order_id) WHERE o.order_id IS NULL
      UNION ALL SELECT order_id FROM payment LEFT JOIN orders o USING (order_id) WHERE o.order_id IS NULL
      UNION ALL SELECT l.order_id FROM ledger l LEFT JOIN orders o USING (order_id) LEFT JOIN payment p USING (payment_id) WHERE o.order_id IS NULL OR p.payment_id IS NULL
      UNION ALL SELECT order_id FROM outbox LEFT JOIN orders o USING (order_id) WHERE o.order_id IS NULL`)
    expect(strays).toEqual([])
    expect(await cellOf('SELECT count(*) FROM seat_keep k JOIN seat_claim c USING (presentation_id, seat_id) WHERE k.until > now()')).toBe(
      0,
    )
    expect(await rows('SELECT DISTINCT state FROM outbox')).toEqual([{ state: 'withheld' }])
    expect(await cellOf('SELECT count(*) FROM orders WHERE customer_id IS NOT NULL')).toBe(0)
    expect(await cellOf(`SELECT count(*) FROM orders WHERE email !~ '@buyers\\.example$' OR mobile_number !~ '^05000'`)).toBe(0)
    expect(await cellOf('SELECT count(*) FROM orders WHERE created_at > to_timestamp($1)', [NOW / 1000])).toBe(0)
    expect(await cellOf('SELECT count(*) FROM customer')).toBe(7)
  })

  test('every index and constraint is there as before, those too that were away while rows were written', async () => {
    expect(schemaBefore.length).toBeGreaterThan(100)
    expect(await rows(SCHEMA)).toEqual(schemaBefore)
  })

  test('leave nothing pending: no receipts, no uncertain payments, no refunds', async () => {
    const receipts = await cellOf('SELECT count(*) FROM receipt')
    expect(await numberReceipts()).toBe(0)
    expect(await reconcile()).toBe(0)
    expect(await cellOf('SELECT count(*) FROM receipt')).toBe(receipts)
    expect(await cellOf('SELECT count(*) FROM refund')).toBe(0)
    const early = 'SELECT count(*) FROM (SELECT at < lag(at) OVER (ORDER BY entry_id) AS is_early FROM ledger) AS entry WHERE is_early'
    expect(await cellOf(early)).toBe(0)
  })

  test('sell the same seats at the same prices to the same names for the same instant; identifiers are random', async () => {
    const sales = await inTransaction(async (client) => {
      const house = await readHouse(client)
      return [inventSales(house, NOW), inventSales(house, NOW)]
    })
    expect(JSON.stringify(sales[1]) === JSON.stringify(sales[0])).toBe(true)
    const sold = await rows<{ seats: string }>(
      `SELECT string_agg(presentation_id || ':' || seat_id || ':' || price, ' ' ORDER BY presentation_id, seat_id) AS seats FROM order_seat`,
    )
    const invented = sales[0]?.flatMap(({ showing, party, tickets }) =>
      party.seatIds.map((seatId, at) => [showing.id, seatId, tickets[at]?.price ?? 0] as const),
    )
    const inOrder = invented?.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((seat) => seat.join(':'))
    expect(inOrder?.join(' ') === sold[0]?.seats).toBe(true)
    expect(await cellOf('SELECT count(DISTINCT document_key) = count(*) FROM orders')).toBe(true)
  })

  test('run once: another import of the demo sells nothing', async () => {
    const orders = await cellOf('SELECT count(*) FROM orders')
    await importSold()
    await importDemo(undefined, '2026-11-23', (client) => sellDemo(client, NOW + 86_400_000))
    await importCatalogue(demoFiles(), { today: TODAY })
    expect(await cellOf('SELECT count(*) FROM orders')).toBe(orders)
  })
})

test('are not added to a database in which anybody holds or ordered a seat', async () => {
  await freshDatabase()
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
     VALUES (999999, 1, 'H', gen_random_uuid(), now(), now() + interval '10 minutes')`,
  )
  await importSold()
  expect(await cellOf('SELECT count(*) FROM orders')).toBe(0)
})
