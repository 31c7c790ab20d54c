import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'

/** Adds what sales have changed to the sums of sales (LOCKING.md); does nothing while somebody else is at it. Who reads adds both, so that no sale is late. */
export async function foldSales(): Promise<void> {
  await database().query({ name: 'fold-sales', text: 'SELECT fold_sales() AS folded' })
}

/** The sums write days by the time at which one ends; what stands in them is written anew if that has changed. @param ends HH:MM @returns whether it has */
export async function setDayEnd(ends: string): Promise<boolean> {
  const { rowCount } = await database().query('UPDATE sales_clock SET day_ends = $1::text::time WHERE day_ends <> $1::text::time', [ends])
  if (rowCount !== 1) return false
  await database().query('SELECT repair_sales() AS amiss')
  return true
}

/** The sums are wrong here by this much. Amounts are agorot; presentationId 0: of none. */
export interface AmissSum {
  readonly day: string
  readonly presentationId: number
  readonly kind: string
  readonly subjectId: number
  readonly channel: string
  readonly quantity: number
  readonly quantityBack: number
  readonly gross: number
  readonly refunded: number
}

interface Found {
  /** Up to 1,000 of them. */
  readonly amiss: readonly AmissSum[]
  readonly count: number
  /** Coarser sums that are not those of the days. */
  readonly coarse: number
}

/** Parts of the books that are read one after the other, so that there is progress to tell. */
const PARTS = 20
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Compares the sums of sales with the books, as both are at one instant, and adds what they lack if asked to. The shop may be open: sales add rows of their own
 * meanwhile, and nobody waits.
 * @param tell is told the share of the books that was read, 0 to 1
 */
export async function checkSums({ repairs, tell }: { readonly repairs: boolean; readonly tell: (share: number) => void }): Promise<Found> {
  // After a restore or an import in bulk the database knows nothing of what the books hold yet, and would read each part once for each of its orders.
  await database().query('ANALYZE orders, order_seat, order_product, order_item')
  const found = await inTransaction(async (client) => {
    await client.query('SET LOCAL TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    // Nothing is looked at before: two that add what is lacking would add it twice.
    await client.query('LOCK TABLE sales_found IN EXCLUSIVE MODE')
    // Millions of sums are hashed; one connection does so for some seconds.
    await client.query(`SET LOCAL work_mem = '128MB'`)
    await readBooks(client, tell)
    const amiss = await findAmiss(client, repairs)
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM sales_sums_amiss')
    await client.query('TRUNCATE sales_found')
    return { ...amiss, coarse: rows[0]?.count ?? 0 }
  })
  // What was added to the days is added to the coarser sums as they are folded; only what was wrong before is written anew.
  if (repairs) await (found.coarse > 0 ? sumAnew() : foldSales())
  return found
}

async function readBooks(client: Queryable, tell: (share: number) => void): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT order_id AS id FROM (SELECT order_id, row_number() OVER (ORDER BY order_id) AS place, count(*) OVER () AS total FROM orders) AS o
     WHERE place % greatest(total / $1::int, 1) = 0 ORDER BY order_id`,
    [PARTS],
  )
  let after = FIRST_ID
  for (const [at, until] of [...rows.map(({ id }) => id), LAST_ID].entries()) {
    await client.query(
      `INSERT INTO sales_found (day, presentation_id, kind, subject_id, channel, quantity, quantity_back, gross, refunded)
       SELECT day, presentation_id, kind, subject_id, channel, sum(quantity), sum(quantity_back), sum(gross), sum(refunded)
       FROM sales_scan WHERE order_id > $1 AND order_id <= $2 AND sold_id > $1 AND sold_id <= $2 GROUP BY 1, 2, 3, 4, 5`,
      [after, until],
    )
    after = until
    tell((at + 1) / (rows.length + 1))
  }
  await client.query(
    `INSERT INTO sales_found (day, presentation_id, kind, subject_id, channel, quantity, quantity_back, gross, refunded)
     SELECT day, presentation_id, kind, subject_id, channel, -quantity, -quantity_back, -gross, -refunded FROM sales`,
  )
}

/** What is left of both sides together; added to the sums as one more change if they are to be repaired. */
async function findAmiss(client: Queryable, repairs: boolean): Promise<Pick<Found, 'amiss' | 'count'>> {
  const repair = `, repaired AS (INSERT INTO sales_delta (day, presentation_id, kind, subject_id, channel, quantity, quantity_back, gross, refunded) SELECT * FROM amiss)`
  const { rows } = await client.query<AmissSum & { readonly count: number }>(
    `WITH amiss AS MATERIALIZED (
       SELECT day, presentation_id, kind, subject_id, channel, sum(quantity)::int AS quantity, sum(quantity_back)::int AS quantity_back,
         sum(gross)::bigint AS gross, sum(refunded)::bigint AS refunded
       FROM sales_found GROUP BY day, presentation_id, kind, subject_id, channel
       HAVING (sum(quantity), sum(quantity_back), sum(gross), sum(refunded)) <> (0, 0, 0, 0))${repairs ? repair : ''}
     SELECT day::text AS day, presentation_id AS "presentationId", kind, subject_id AS "subjectId", channel, quantity, quantity_back AS "quantityBack",
       gross::float8 AS gross, refunded::float8 AS refunded, (SELECT count(*) FROM amiss)::int AS count
     FROM amiss ORDER BY day, presentation_id, kind, subject_id, channel LIMIT 1000`,
  )
  return { amiss: rows, count: rows[0]?.count ?? 0 }
}

async function sumAnew(): Promise<void> {
  await foldSales()
  await inTransaction(async (client) => {
    await client.query('SELECT lock_sums() AS locked')
    await client.query('SELECT sum_anew() AS summed')
  })
}
