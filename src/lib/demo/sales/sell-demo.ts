import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inventSales } from './invent-sales.ts'
import { readHouse } from './read-house.ts'
import { writeSales } from './write-sales.ts'

/**
 * Sells the demo catalogue to invented people as real houses sell: tonight nearly full, next month little. Runs within the transaction that imports the
 * catalogue into an empty database, so that both are written or neither; does nothing if there is any order or hold.
 * @returns the number of orders.
 */
export async function sellDemo(client: Queryable, now = Date.now()): Promise<number> {
  const { rows } = await client.query<{ is_used: boolean }>(
    'SELECT EXISTS (SELECT FROM orders) OR EXISTS (SELECT FROM seat_claim) OR EXISTS (SELECT FROM ledger) AS is_used',
  )
  if (rows[0]?.is_used !== false) return 0
  const sales = inventSales(await readHouse(client), now)
  await writeSales(client, sales)
  return sales.length
}
