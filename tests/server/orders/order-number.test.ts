import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatOrderNumber, ORDER_NUMBER_SIGNS } from '#lib/domain/orders/order-number.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { calendarOf } from '#lib/server/documents/document-calendar.ts'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { renderMail, renderSms } from '#lib/server/messages/messages.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

beforeEach(async () => {
  await freshDatabase()
  await buildHouse()
})
afterEach(checkInvariants)

/** Buys a seat of row 1 (₪105 and ₪7). @returns the number of its order */
async function buySeat(x: number): Promise<string> {
  const uuid = randomUUID()
  await lock(seatAt(x, 1), fromHere(uuid))
  const made = await commit(uuid, { cart: cartOf([seatAt(x, 1)], await prepareCard(uuid, 11_200)) }, 'he')
  if (!made.ok) throw new Error(made.refusal.code)
  return String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [made.value.reservationIdentifier]))
}

test('an order gets a number of eight unambiguous characters beside its identifier', async () => {
  expect(await buySeat(1)).toMatch(new RegExp(`^[${ORDER_NUMBER_SIGNS}]{8}$`))
  const { rows } = await database().query<{ sign: string; count: number }>(
    `SELECT sign, count(*)::int FROM (SELECT new_order_number() AS number FROM generate_series(1, 20000)) AS drawn, unnest(string_to_array(number, NULL)) AS sign
     GROUP BY sign ORDER BY sign COLLATE "C"`,
  )
  expect(rows.map(({ sign }) => sign).join('')).toBe(ORDER_NUMBER_SIGNS)
  expect(Math.min(...rows.map(({ count }) => count)) / Math.max(...rows.map(({ count }) => count))).toBeGreaterThan(0.75)
})

test('a number that is in use is drawn again without the buyer noticing', async () => {
  await database().query(`CREATE SEQUENCE draws`)
  await database().query(
    `CREATE OR REPLACE FUNCTION new_order_number() RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT CASE WHEN nextval('draws') <= 4 THEN 'AAAABBBB' ELSE 'CCCCDDDD' END $$`,
  )
  expect(await buySeat(1)).toBe('AAAABBBB')
  expect(await buySeat(3)).toBe('CCCCDDDD')
  expect(await cellOf(`SELECT last_value FROM draws`)).toBe(5)
})

test('orders from before the migration get a number each, even after a collision', async () => {
  await Promise.all([1, 3, 5].map(buySeat))
  await database().query(`ALTER TABLE orders DROP COLUMN order_number; DROP FUNCTION new_order_number(); CREATE SEQUENCE draws`)
  const migration = await readFile(new URL('../../../src/lib/server/platform/db/migrations/020-order-numbers.sql', import.meta.url), 'utf8')
  // The first five draws are equal.
  const alike = migration
    .replace('SELECT string_agg(', `SELECT CASE WHEN nextval('draws') < 6 THEN 'AAAABBBB' ELSE string_agg(`)
    .replace(`1), '')`, `1), '') END`)
  await database().query(alike)
  expect(await cellOf('SELECT count(DISTINCT order_number) FROM orders')).toBe(3)
})

test('mail, SMS and calendar file show the number, in two groups that keep their order in a Hebrew line', async () => {
  const number = await buySeat(1)
  const order = await documentOfOrder(String(await cellOf('SELECT order_id FROM orders WHERE order_number = $1', [number])))
  if (!order) throw new Error('There is no document.')
  // Digits alone before the hyphen and letters after it would change places in a Hebrew line.
  const shown = `\u2066${formatOrderNumber(number)}\u2069`
  const { text, html } = renderMail(order)
  expect(html).toContain(formatOrderNumber(number))
  for (const said of [text, renderSms(order), calendarOf(order, 'he').replaceAll(/\r?\n\s/g, '')]) expect(said).toContain(shown)
})
