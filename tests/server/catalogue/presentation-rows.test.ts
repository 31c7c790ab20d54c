import { beforeAll, expect, it } from 'vitest'
import { readPresentations } from '#lib/server/catalogue/presentation-rows.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const FIRST = Date.parse('2030-03-01T18:00:00.123Z')
const MINUTE = 60_000

/** Presentations of one show that differ in their start alone, two of which start together, and one that is cancelled; prices and products are some of them the same. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 4, places: 4 })
  await database().query(`
    INSERT INTO presentation SELECT (jsonb_populate_record(p, jsonb_build_object('presentation_id', other.id, 'starts_at', other.starts_at, 'is_cancelled', other.id = 13))).*
    FROM presentation p, (VALUES (2000000000, '2030-03-04 18:00:00+00'), (14, '2030-03-01 18:00:00.1239+00'), (15, '2030-03-02 18:00:00+00'), (11, '2030-03-01 18:02:00+00'), (12, '2030-03-01 18:01:00+00'), (10, '2030-03-01 18:02:00+00'),
      (13, '2030-03-01 18:01:30+00')) AS other (id, starts_at) WHERE presentation_id = 1;
    INSERT INTO presentation_price SELECT id, category, ticket_group_id, allocation
    FROM (VALUES (10, 'B', 7), (10, 'A', 7), (11, 'A', 7), (11, 'B', 7), (12, 'A', 8)) AS priced (id, category, allocation), (SELECT min(ticket_group_id) AS ticket_group_id FROM ticket_group) g;
    INSERT INTO product (product_id, name, price, image) VALUES (71, 'first', 100, ''), (72, 'second', 100, '');
    INSERT INTO presentation_product (presentation_id, product_id, ordinal) VALUES (10, 71, 2), (10, 72, 1), (12, 71, 1), (12, 72, 2), (13, 71, 0), (15, 72, 0), (2000000000, 71, 0)`)
})

it('presentations are read in the order of their starts, then of their ids, each with its own start in whole milliseconds', async () => {
  const read = await readPresentations(database(), [10, 11, 12, 13, 14])
  expect([...read.values()].map(({ id, startsAt }) => [id, (startsAt - FIRST) / MINUTE])).toEqual([
    [14, 0],
    [12, 1 - 0.123 / 60],
    [13, 1.5 - 0.123 / 60],
    [10, 2 - 0.123 / 60],
    [11, 2 - 0.123 / 60],
  ])
})

it('presentations that have the same prices have one list of them', async () => {
  const [ten, eleven, twelve] = await readPresentations(database(), [10, 11, 12]).then((read) =>
    [10, 11, 12].map((id) => read.get(id)?.prices),
  )
  expect(ten).toHaveLength(2)
  expect(eleven).toBe(ten)
  expect(twelve).not.toEqual(ten)
})

it('what a presentation has for itself is its own, beside others that are alike', async () => {
  const read = await readPresentations(database())
  const facts = (id: number) => {
    const { isCancelled, prices, productIds } = read.get(id) ?? {}
    return { isCancelled, prices: prices?.map(({ category, allocationId }) => [category, allocationId]), productIds }
  }
  const both = [
    ['A', 7],
    ['B', 7],
  ]
  expect(facts(10)).toEqual({ isCancelled: false, prices: both, productIds: [72, 71] })
  expect(facts(11)).toEqual({ isCancelled: false, prices: both, productIds: [] })
  expect(facts(12)).toEqual({ isCancelled: false, prices: [['A', 8]], productIds: [71, 72] })
  expect(facts(14)).toEqual({ isCancelled: false, prices: [], productIds: [] })
  expect(facts(15)).toEqual({ isCancelled: false, prices: [], productIds: [72] })
  // An organiser may number presentations at will.
  expect(facts(2_000_000_000)).toEqual({ isCancelled: false, prices: [], productIds: [71] })
  expect(facts(13)).toEqual({ isCancelled: true, prices: [], productIds: [71] })
  expect(read.has(1)).toBe(true)
})

it('what else is read in the same transaction is planned as usual', async () => {
  const settings = () => database().query("SELECT current_setting('enable_sort') AS sort, current_setting('work_mem') AS memory")
  const within = await inTransaction(async (client) => {
    await readPresentations(client)
    return client.query("SELECT current_setting('enable_sort') AS sort, current_setting('work_mem') AS memory")
  })
  expect(within.rows).toEqual((await settings()).rows)
})

it('only those that are asked for are read', async () => {
  expect([...(await readPresentations(database(), [12, 99])).keys()]).toEqual([12])
})
