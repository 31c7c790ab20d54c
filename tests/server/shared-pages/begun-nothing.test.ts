import { beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { whoHasBegunNothing } from '#lib/server/shared-pages/begun-nothing.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeAll(freshDatabase)

async function hasBegunNothing(uuid: string): Promise<boolean> {
  return (await whoHasBegunNothing(uuid)) !== undefined
}

/** Writes as $1 the visitor's, and nothing of what it refers to. */
async function write(text: string, uuid: string): Promise<void> {
  await inTransaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(text, [uuid])
  })
}

test('a new visitor has begun nothing, nor has one whose seats are bought', async () => {
  const uuid = await newVisitor()
  expect(await hasBegunNothing(uuid)).toBe(true)
  await write(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id) VALUES (1, 1, 'S', $1, now(), $1)`,
    uuid,
  )
  expect(await hasBegunNothing(uuid)).toBe(true)
  await database().query('DELETE FROM session WHERE uuid = $1', [uuid])
  expect(await hasBegunNothing(uuid)).toBe(false)
})

test.each([
  [
    'holds a seat',
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at) VALUES (1, 2, 'H', $1, now(), now() + interval '1 minute')`,
  ],
  [
    'pays a seat',
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, order_id) VALUES (1, 3, 'P', $1, now(), now(), $1)`,
  ],
  ['has a cart', `UPDATE session SET cart = '{}' WHERE uuid = $1`],
  ['is signed in for the order', `UPDATE session SET customer_id = 1, sid_hash = 'one' WHERE uuid = $1`],
  ['has a personal area open', `UPDATE session SET area_customer_id = 1, sid_hash = 'two' WHERE uuid = $1`],
  ['has looked up a code', 'INSERT INTO session_grant (uuid, entitlement_id) VALUES ($1, 1)'],
  ['has proven a reference', `INSERT INTO session_reference (uuid, reference_index) VALUES ($1, 'S-1')`],
  [
    'has come from another system',
    `INSERT INTO integration_opening (integration_id, id_hash, signature, uuid, return_url, expires_at) VALUES (1, '1', '1', $1, '', now())`,
  ],
])('who %s has begun something, and nobody else has', async (_what, text) => {
  const [uuid, other] = [await newVisitor(), await newVisitor()]
  await write(text, uuid)
  expect([await hasBegunNothing(uuid), await hasBegunNothing(other)]).toEqual([false, true])
})

test('who is in a mini-site has begun nothing, and which one is told', async () => {
  const [uuid, other] = [await newVisitor(), await newVisitor()]
  await write('UPDATE session SET mini_site_id = 7 WHERE uuid = $1', uuid)
  expect([await whoHasBegunNothing(uuid), await whoHasBegunNothing(other)]).toEqual([{ miniSiteId: 7 }, { miniSiteId: null }])
})
