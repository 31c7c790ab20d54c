import { tellClaimsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { startEmbedded } from '#lib/server/platform/db/embedded.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { openDatabase } from '#tests/support/database/database.ts'
import { shopDataDir } from './own-shop.ts'

/** Connects this test file to the database of the browser tests' shop, so that `database()` and `checkInvariants()` look into it. */
export async function joinShopDatabase(): Promise<void> {
  process.env.DATA_DIR = shopDataDir
  process.env.INTERNAL_DATABASE_URL = (await startEmbedded(shopDataDir)).url
}

/** A new, migrated database in the PostgreSQL of the shop and beside its own. */
export async function databaseBesideShop(): Promise<void> {
  const { url } = await startEmbedded(shopDataDir)
  await openDatabase(url, shopDataDir, 'template1')
  await migrate()
}

/**
 * Lets time pass for a visitor: what they hold has `seconds` left. The shop is told, as of every change that another process makes: a hall that it shows
 * with a seat as taken which is free lets the next visitor leave that seat alone, and the order is then refused.
 */
export async function letHoldEndIn(seconds: number, uuid: string): Promise<void> {
  const { rows } = await database().query<{ presentation_id: number; seat_id: number }>(
    `UPDATE seat_claim SET expires_at = now() + $1::int * interval '1 second' WHERE holder = $2 AND state = 'H' RETURNING presentation_id, seat_id`,
    [seconds, uuid],
  )
  tellClaimsChanged(rows)
}

/** Lets time pass for a visitor whose time ran out: it may choose again. */
export async function letWaitEnd(uuid: string): Promise<void> {
  await database().query(`UPDATE past_hold SET ended_at = ended_at - interval '10 minutes' WHERE holder = $1`, [uuid])
  await database().query(
    `UPDATE seat_claim SET expires_at = expires_at - interval '10 minutes' WHERE holder = $1 AND state = 'H' AND expires_at <= now()`,
    [uuid],
  )
}

/** Lets time pass for an order whose payment is being checked: whoever has not charged by now never will. */
export async function letPaymentLapse(reservation: string): Promise<void> {
  await database().query(
    `WITH older AS (
       UPDATE orders SET created_at = created_at - interval '10 minutes' WHERE reservation_identifier = $1 RETURNING order_id)
     UPDATE payment SET created_at = created_at - interval '10 minutes' WHERE order_id IN (SELECT order_id FROM older)`,
    [reservation],
  )
}

/** How many orders a visitor has, by their state. */
export async function ordersOf(uuid: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database().query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM orders WHERE holder = $1 GROUP BY state',
    [uuid],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Changes what a ticket costs, in agorot, as the box office does; the shop notices within a second. */
export async function setTicketPrice(ticketId: number, price: number): Promise<void> {
  await database().query('UPDATE ticket SET price = $2 WHERE ticket_id = $1', [ticketId, price])
  await catalogueChanged()
}

/** Says that the catalogue was changed, as an import does, and waits for the second in which the shop notices. */
export async function catalogueChanged(): Promise<void> {
  await database().query('UPDATE catalogue_version SET version = version + 1')
  await new Promise((resolve) => setTimeout(resolve, 1_200))
}
