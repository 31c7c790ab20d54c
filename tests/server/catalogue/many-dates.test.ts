import { beforeAll, expect, test } from 'vitest'
import { featureAskedBy, featureView, LISTED_AT_ONCE } from '#lib/server/programme/feature-page.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

const MANY = 1_000

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await database().query(`
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats)
      SELECT 1 + n, 1, 1, 1, now() + interval '3 days' + n * interval '1 hour', 1, 8, 'allowed' FROM generate_series(1, ${String(MANY - 1)}) n;
    INSERT INTO presentation_price SELECT 1 + n, 'A', 1, 1 FROM generate_series(1, ${String(MANY - 1)}) n;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})

const viewOf = (query: string) => featureView(1, featureAskedBy(new URLSearchParams(query)))

test('a page of a show with many dates lists a part of them, and its parts have each once, in order', async () => {
  const seen: number[] = []
  let part: number | undefined = 1
  while (part !== undefined) {
    const view = await viewOf(`part=${String(part)}`)
    const ids = [...(view?.dates.near ?? []), ...(view?.dates.further ?? [])].flatMap(({ showings }) =>
      showings.map(({ presentation }) => presentation.id),
    )
    expect(ids.length).toBeLessThanOrEqual(LISTED_AT_ONCE)
    expect(view?.earlier).toBe(part === 1 ? undefined : part - 1)
    expect(view?.next?.presentation.id).toBe(1)
    seen.push(...ids)
    part = view?.later
  }
  expect(seen).toEqual(Array.from({ length: MANY }, (_one, at) => at + 1))
})

test.each([
  ['', 1],
  ['part=0', 1],
  ['part=-1', 1],
  ['part=1e9', 1],
  ['part=2.5', 1],
  ['part=99999', 5],
  ['part=3&location=%D7%97%D7%99%D7%A4%D7%94', 3],
])('%s is part %i', async (query, part) => {
  const view = await viewOf(query)
  expect([view?.earlier, view?.later]).toEqual([part === 1 ? undefined : part - 1, part === 5 ? undefined : part + 1])
})
