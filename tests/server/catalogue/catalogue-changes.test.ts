import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { inWords } from '#lib/domain/catalogue/words.ts'
import { importDemo } from '#lib/demo/import-demo.ts'
import { PARTS_OF_TABLE, readCatalogue } from '#lib/server/catalogue/catalogue-parts.ts'
import { featureInShop } from '#lib/server/programme/features.ts'
import { prepare } from '#lib/server/programme/prepared-showings.ts'
import { allShownOf, changedPart, type AllShown, type Shown } from '#lib/server/sales/live/all-shown.ts'
import { sweepCatalogueChanges } from '#lib/server/catalogue/catalogue-changes.ts'
import { catalogue, forgetCatalogue, recheckCatalogue, wordedIn } from '#lib/server/catalogue/catalogue.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { recordStatements } from '#tests/support/database/recorded.ts'

const RAISE = 'UPDATE catalogue_version SET version = version + 1'

beforeAll(async () => {
  await freshDatabase()
  await importDemo(undefined, '2026-11-22')
}, 120_000)

/** A new presentation like one that is there, with its prices and products. */
async function addPresentation(client: Queryable, like: number, startsAt: Date): Promise<void> {
  const { rows } = await client.query<{ id: number }>('SELECT max(presentation_id) + 1 AS id FROM presentation')
  const ids = [rows[0]?.id, like]
  await client.query(
    `INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at) SELECT $1, feature_id, venue_id, seatplan_id, $3 FROM presentation WHERE presentation_id = $2`,
    [...ids, startsAt],
  )
  for (const [table, rest] of [
    ['presentation_price', 'category, ticket_group_id, allocation_id'],
    ['presentation_product', 'product_id, ordinal'],
  ])
    await client.query(
      `INSERT INTO ${String(table)} (presentation_id, ${String(rest)}) SELECT $1, ${String(rest)} FROM ${String(table)} WHERE presentation_id = $2`,
      ids,
    )
}

const WORDS = `words = jsonb_build_object('en', jsonb_build_object('name', random()::text))`
/** What is changed of a row of each table, that `at` counts to in the order of its rows. */
const CHANGES: Readonly<Record<string, string>> = {
  location: `city = city || 'x'`,
  venue: 'venue_type_id = 1 + (venue_type_id + 100) % 200',
  feature_category: 'ordinal = 100 - ordinal',
  feature: WORDS,
  ticket_group: WORDS,
  ticket: 'price = coalesce(price, 0) + 100',
  product: 'price = price + 100',
  service_charge: WORDS,
  presentation: `starts_at = starts_at + (random() * 20 - 10) * interval '1 day', only_in_mini_sites = random() < 0.3`,
  presentation_price: 'allocation_id = -allocation_id',
  presentation_product: 'ordinal = 9 - ordinal',
  cancellation_policy: `name = name || 'x'`,
  seatplan: `name = name || 'x'`,
  section: `name = name || 'x'`,
  seat: `category = category || 'x'`,
  picture: `etag = etag || 'x'`,
  membership: `name = name || 'x'`,
  membership_price: 'price = price + 100',
  membership_rate: 'price = price + 100',
  season: `name = name || 'x'`,
  donation: `name = name || 'x'`,
  donation_detail: `name = name || 'x'`,
  film: 'price = price + 100',
  mini_site: 'presentation_ids = presentation_ids[2:] || presentation_ids[1:1]',
  system_voucher_super_class: `name = name || 'x'`,
  system_voucher_class: `name = name || 'x'`,
  system_voucher_price: 'price = price + 100',
}
/** Tables of which rows may go without anything else. */
const DELETED = [
  'presentation_price',
  'presentation_product',
  'membership_ticket',
  'membership_rate',
  'membership_presentation',
  'seat',
  'picture',
]

type Step = { readonly what: 'change' | 'delete' | 'add' | 'remove'; readonly table: string; readonly at: number }

async function take(client: Queryable, { what, table, at }: Step): Promise<void> {
  const row = (name: string) =>
    `ctid = (SELECT ctid FROM ${name} ORDER BY ctid OFFSET ${String(at)} % greatest((SELECT count(*) FROM ${name}), 1) LIMIT 1)`
  if (what === 'change') await client.query(`UPDATE ${table} SET ${String(CHANGES[table])} WHERE ${row(table)}`)
  else if (what === 'delete') await client.query(`DELETE FROM ${table} WHERE ${row(table)}`)
  else if (what === 'add') await addPresentation(client, 1, new Date(Date.parse('2026-11-20') + at * 1_000_000))
  else
    await client.query(
      `DELETE FROM presentation p WHERE p.${row('presentation')} AND presentation_id > 2 AND NOT EXISTS (SELECT FROM membership_presentation m WHERE m.presentation_id = p.presentation_id)`,
    )
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('change' as const), table: fc.constantFrom(...Object.keys(CHANGES)), at: fc.nat(5_000) }),
    fc.record({ what: fc.constant('delete' as const), table: fc.constantFrom(...DELETED), at: fc.nat(5_000) }),
    fc.record({ what: fc.constantFrom('add' as const, 'remove' as const), table: fc.constant('presentation'), at: fc.nat(5_000) }),
  ),
  { minLength: 1, maxLength: 6 },
)

/** Equal, and everything with an order in the same one. */
function expectSame(known: Catalogue, whole: Catalogue): void {
  expect(known).toEqual(whole)
  for (const [name, part] of Object.entries(known))
    if (typeof part === 'object')
      expect([...(part as ReadonlyMap<unknown, unknown>).keys()], name).toEqual([
        ...(whole[name as keyof Catalogue] as ReadonlyMap<unknown, unknown>).keys(),
      ])
}

const idOf = ({ presentation }: Showing) => presentation.id

/** Lists of showings are those that the whole catalogue gives. Each is kept as if it were in a language of its own, so that those of one follow each other. */
function expectSameShowings(known: Catalogue, whole: Catalogue): void {
  const [now, today] = [Date.parse('2026-11-24'), '2026-11-24']
  const [prepared, anew] = [prepare(known, 'he'), prepare(whole, 'ru')]
  const wordsOf = ({ presentation, date, isUntimed }: Showing) => `${String(presentation.id)} ${date} ${String(isUntimed)}`
  const showings = [...prepared.ofShop.all]
  expect(showings.map(wordsOf)).toEqual([...anew.ofShop.all].map(wordsOf))
  for (const { presentation, feature, category, venue, location, date } of showings) {
    expect(date).toBe(datePartsOf(presentation.startsAt).date)
    const { presentations, features, categories, venues, locations } = known
    const found = [presentations.get(presentation.id), features.get(presentation.featureId), venues.get(presentation.venueId)]
    expect([presentation, feature, venue].every((one, at) => one === found[at])).toBe(true)
    expect([category, location].every((one, at) => one === [categories.get(feature.categoryId), locations.get(venue.locationId)][at])).toBe(
      true,
    )
  }
  const wanted = [
    {},
    ...[...whole.categories.keys()].map((categoryId) => ({ categoryId })),
    ...[...whole.features.keys()].map((featureId) => ({ featureId })),
    ...[...whole.locations.values()].flatMap(({ id, city }) => [{ place: String(id) }, { place: city }]),
  ]
  expect(prepared.words.index).toEqual(anew.words.index)
  const own = new Set(showings)
  for (const one of wanted) {
    const coming = prepared.ofShop.coming(one, now, today).slice()
    expect(coming.every((showing) => own.has(showing))).toBe(true)
    expect(coming.map(idOf)).toEqual(anew.ofShop.coming(one, now, today).slice().map(idOf))
  }
}

let shown: AllShown | undefined

/** What reports show is that of the whole catalogue, and a part of it what is found in all of it. */
function expectSameShown(known: Catalogue, whole: Catalogue): void {
  const [before, anew] = [shown, allShownOf(whole, undefined)]
  shown = allShownOf(known, before)
  const all = shown.list
  expect(all).toEqual(anew.list)
  expect(
    all.every((one) => shown?.byId.get(one.presentation.id) === one && one.presentation === known.presentations.get(one.presentation.id)),
  ).toBe(true)
  const isIn = ({ presentation }: Shown) => presentation.featureId % 2 === 0
  const part = before && changedPart({ list: before.list.filter(isIn), of: before.byId }, shown.byId, isIn)
  if (part) expect(part).toEqual(all.filter(isIn))
}

/** What is answered of each feature, at moments that follow each other, is what the whole catalogue gives. */
function expectSameFeatures(known: Catalogue, whole: Catalogue): void {
  for (const now of ['2026-11-20', '2026-11-24', '2026-11-24T18:00', '2026-12-01', '2026-11-25'].map((date) => Date.parse(date)))
    for (const [id, feature] of known.features) {
      const same = { ...present(whole.features.get(id)) } // nothing is kept of it
      expect(featureInShop(known, feature, now)).toEqual(featureInShop(whole, same, now))
    }
}

function present<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('It is in one catalogue only.')
  return one
}

describe('the catalogue in memory changes by what changed', () => {
  it('after any changes it is what a whole read gives', async () => {
    await catalogue()
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 3 }), async (transactions) => {
        for (const wanted of transactions)
          await inTransaction(async (client) => {
            for (const step of wanted) await take(client, step)
            await client.query(RAISE)
          })
        const known = await recheckCatalogue()
        const whole = await readCatalogue(known.version)
        expectSame(known, whole)
        expectSameShowings(known, whole)
        expectSameShown(known, whole)
        expectSameFeatures(known, whole)
        const [english, wholeEnglish] = [wordedIn(known, 'en'), inWords(whole, 'en')]
        expectSame(english, wholeEnglish)
        expect(prepare(english, 'en').words.index).toEqual(prepare(wholeEnglish, 'ar').words.index)
      }),
      { numRuns: 40 },
    )
  })

  it('what commits late is not missed, whichever version stands then', async () => {
    const before = (await recheckCatalogue()).presentations.get(1)?.maxSeats ?? 0
    const late = new pg.Client({ connectionString: process.env.INTERNAL_DATABASE_URL })
    await late.connect()
    try {
      await late.query('BEGIN')
      await late.query('UPDATE presentation SET max_seats = max_seats + 1 WHERE presentation_id = 1')
      await database().query('UPDATE presentation SET max_seats = max_seats + 1 WHERE presentation_id = 2')
      await database().query(RAISE)
      expect((await recheckCatalogue()).presentations.get(1)?.maxSeats).toBe(before)
      await late.query('COMMIT')
      await database().query(RAISE)
      expect((await recheckCatalogue()).presentations.get(1)?.maxSeats).toBe(before + 1)
    } finally {
      await late.end()
    }
  })

  it('one changed presentation is all that is read of presentations, and everything else stays the same objects', async () => {
    const before = await recheckCatalogue()
    const englishBefore = wordedIn(before, 'en')
    const found = [prepare(before, 'he').words.index, prepare(englishBefore, 'en').words.index]
    const shownBefore = allShownOf(before, undefined)
    const now = Date.parse('2026-11-24')
    const answersIn = (from: Catalogue) =>
      [...from.features.values()].map((feature) => [feature.id, featureInShop(from, feature, now)] as const)
    const answersBefore = new Map(answersIn(before))
    await database().query('UPDATE presentation SET max_seats = max_seats + 1 WHERE presentation_id = 2')
    await database().query(RAISE)
    const asked = await recordStatements(recheckCatalogue)
    const after = await catalogue()
    expect(after.version).toBe(before.version + 1)
    for (const { values } of asked.filter(
      ({ text }) => /\bFROM presentation(_price|_product)?\s/.test(text) && !text.includes('membership'),
    ))
      expect(values).toEqual([[2]])
    expect(asked.filter(({ text }) => /FROM (seat|feature|ticket)\b/.test(text))).toEqual([])
    const changed = [...after.presentations.values()].filter((one) => before.presentations.get(one.id) !== one)
    expect(changed.map(({ id }) => id)).toEqual([2])
    const english = wordedIn(after, 'en')
    const changedInEnglish = [...english.presentations.values()].filter((one) => englishBefore.presentations.get(one.id) !== one)
    expect(changedInEnglish.map(({ id }) => id)).toEqual([2])
    for (const name of ['features', 'seatplans', 'ticketGroups', 'locations'] as const) {
      expect(after[name]).toBe(before[name])
      expect(english[name]).toBe(englishBefore[name])
    }
    const foundNow = [prepare(after, 'he').words.index, prepare(english, 'en').words.index]
    expect(foundNow.every((index, at) => index === found[at])).toBe(true)
    const shownAfter = allShownOf(after, shownBefore)
    const made = shownAfter.list.filter((one) => shownBefore.byId.get(one.presentation.id) !== one)
    expect(made.map(({ presentation }) => presentation.id)).toEqual([2])
    const answered = answersIn(after).filter(([id, answer]) => answersBefore.get(id) !== answer)
    expect(answered.map(([id]) => id)).toEqual([after.presentations.get(2)?.featureId])
    const others = { list: shownBefore.list.slice(0, 3), of: shownBefore.byId }
    expect(changedPart(others, shownAfter.byId, () => false)).toBe(others.list)
  })

  it('more changes of one statement than are counted are a change of everything in the table', async () => {
    await recheckCatalogue()
    await database().query('DELETE FROM catalogue_change')
    await database().query(`UPDATE seat SET category = category || 'y'`)
    expect(await cellOf(`SELECT count(*)::int FROM catalogue_change`)).toBeLessThan(1_000)
    await database().query(
      `INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at)
       SELECT 500000 + n, feature_id, venue_id, seatplan_id, starts_at FROM presentation, generate_series(1, 1001) n WHERE presentation_id = 1`,
    )
    expect(await cellOf(`SELECT json_agg(id)::text FROM catalogue_change WHERE table_name = 'presentation'`)).toBe('[null]')
    await database().query(RAISE)
    const known = await recheckCatalogue()
    expectSame(known, await readCatalogue(known.version))
  })

  it('every table that the catalogue is read from tells of its changes', async () => {
    forgetCatalogue()
    const asked = await recordStatements(catalogue)
    const read = new Set(asked.flatMap(({ text }) => [...text.matchAll(/\b(?:FROM|JOIN) ([a-z_]+)/g)].map(([, table = '']) => table)))
    const own = new Set(['catalogue_version', 'catalogue_change'])
    const tables = [...read].filter((table) => !own.has(table)).sort()
    expect(tables).toEqual(Object.keys(PARTS_OF_TABLE).sort())
    const { rows } = await database().query<{ table: string; triggers: number }>(
      `SELECT tgrelid::regclass::text AS table, count(*)::int AS triggers FROM pg_trigger WHERE tgfoid = 'note_catalogue_change'::regproc GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual(tables.map((table) => ({ table, triggers: 4 })))
  })

  it('an hour of UTC is of one day of the shop, as lists of showings take it', () => {
    const HOUR = 3_600_000
    for (let at = Date.UTC(2026, 0); at < Date.UTC(2028, 0); at += HOUR) expect(datePartsOf(at).date).toBe(datePartsOf(at + HOUR - 1).date)
  })

  it('changes are kept for a day', async () => {
    await database().query(`UPDATE catalogue_change SET at = now() - interval '25 hours' WHERE table_name = 'presentation'`)
    const others = await cellOf(`SELECT count(*)::int FROM catalogue_change WHERE table_name <> 'presentation'`)
    await sweepCatalogueChanges()
    expect(await cellOf('SELECT count(*)::int FROM catalogue_change')).toBe(others)
  })
})
