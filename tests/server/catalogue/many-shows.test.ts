import { beforeAll, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { featureShelves, shelvesAskedBy, SHOWN_AT_ONCE } from '#lib/server/programme/feature-shelves.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { startApp } from '#tests/support/processes/server.ts'

/** Shows of category 1 and of category 2; the later a show's number, the earlier its dates. */
const [MANY, FEW] = [150, 5]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await database().query(`
    INSERT INTO feature_category VALUES (2, 'מחול', 2), (3, 'ריק', 3);
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster)
      SELECT 100 + n, n::text, CASE WHEN n <= ${String(MANY)} THEN 1 ELSE 2 END, 90, poster FROM feature, generate_series(1, ${String(MANY + FEW)}) n;
    INSERT INTO presentation SELECT (jsonb_populate_record(p, jsonb_build_object('presentation_id', 1000 * again + n, 'feature_id', 100 + n,
      'starts_at', now() + again * interval '100 days' - n * interval '1 hour'))).* FROM presentation p, generate_series(1, ${String(MANY + FEW)}) n, generate_series(1, 2) again;
    DELETE FROM presentation_price WHERE presentation_id = 1;
    DELETE FROM presentation_product WHERE presentation_id = 1;
    DELETE FROM presentation WHERE presentation_id = 1;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})

const shelvesOf = (query: string) => featureShelves('he', shelvesAskedBy(new URLSearchParams(query)))

test('the list of shows has a part of each category, and how many there are', async () => {
  const shelves = await shelvesOf('')
  expect(shelves.map(({ category, cards, count, earlier, later }) => [category.id, cards.length, count, earlier, later])).toEqual([
    [1, SHOWN_AT_ONCE, MANY, undefined, 2],
    [2, FEW, FEW, undefined, undefined],
  ])
})

test('the parts of a category have each show once, in the order of their next dates', async () => {
  const seen: number[] = []
  for (let part: number | undefined = 1; part !== undefined;) {
    const [shelf, ...others] = await shelvesOf(`category=1&part=${String(part)}`)
    expect([others, shelf?.earlier]).toEqual([[], part === 1 ? undefined : part - 1])
    seen.push(...(shelf?.cards ?? []).map(({ feature }) => feature.id))
    part = shelf?.later
  }
  expect(seen).toEqual(Array.from({ length: MANY }, (_one, at) => 100 + MANY - at))
})

test.each(['part=2', 'category=3&part=2', 'category=x', 'category=99', 'category='])('%s is the whole list', async (query) => {
  expect(await shelvesOf(query)).toEqual(await shelvesOf(''))
})

test.each([
  ['part=99', 3],
  ['part=0', 1],
  ['part=2.5', 1],
])('category=1&%s is part %i', async (query, part) => {
  const [shelf] = await shelvesOf(`category=1&${query}`)
  expect([shelf?.earlier, shelf?.later]).toEqual([part === 1 ? undefined : part - 1, part === 3 ? undefined : part + 1])
})

test('the page leads from each part to the next, at the category, and the other way', async () => {
  const app = await startApp()
  try {
    const seen: string[] = []
    let [address, before]: [string | undefined, string] = ['/booking?category=1', '']
    while (address !== undefined) {
      const page = await (await fetch(app.origin + address)).text()
      seen.push(...[...page.matchAll(/href="\/booking\/features\/(\d+)"/g)].map(([, id = '']) => id))
      expect(linkNamed(page, 'המופעים הקודמים')).toBe(before === '' ? undefined : before)
      expect(page).toContain('id="category-1"')
      const later = linkNamed(page, 'מופעים נוספים')
      before = later === undefined ? '' : `/booking?category=1&part=${String(partOf(later) - 1)}#category-1`
      address = later
    }
    expect(seen).toEqual(Array.from({ length: MANY }, (_one, at) => String(100 + MANY - at)))
  } finally {
    await app.stop()
  }
})

function linkNamed(page: string, name: string): string | undefined {
  return [...page.matchAll(/<a class="btn ghost" href="([^"]*)">\s*([^<]*?)\s*</g)]
    .find(([, , text]) => text === name)?.[1]
    ?.replaceAll('&amp;', '&')
}

function partOf(address: string): number {
  return Number(new URL(address, 'http://shop').searchParams.get('part'))
}
