import { beforeAll, expect, it } from 'vitest'
import { importDemo } from '#lib/demo/import-demo.ts'
import { matchesFilter } from '#lib/domain/catalogue/calendar/calendar.ts'
import { FIT, fitOf } from '#lib/domain/catalogue/calendar/search-words.ts'
import { wordsOf } from '#lib/domain/catalogue/calendar/search-text.ts'
import { recheckCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { findShowings, suggestionsFor } from '#lib/server/programme/search.ts'
import { programme, type Programme } from '#lib/server/programme/showings.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  await importDemo()
}, 120_000)

it.each(['הסערה', 'תיאטרון', 'חיפה', 'א', 'אין כזה'])(
  'what is found by %s is all that is on and has it, by category, place and day, in order',
  async (text) => {
    const from = await programme()
    const found = findShowings(from, text)?.keys
    const categories = [undefined, ...from.catalogue.categories.keys()]
    const places = [undefined, ...[...from.catalogue.locations.values()].map(({ id }) => String(id))]
    const dates = [undefined, ...new Set(from.showings.slice(0, 20).map(({ date }) => date))]
    for (const categoryId of categories)
      for (const place of places)
        for (const date of dates) {
          const filter = { found, categoryId, place, date }
          expect(from.matching(filter).slice()).toEqual(from.showings.filter((showing) => matchesFilter(showing, filter)))
        }
  },
)

/** Everything of coming showings that a text may be the beginning of, in the order in which it is suggested. */
function choicesIn({
  showings: listed,
  catalogue: { categories },
}: Programme): readonly { readonly kind: string; readonly text: string }[] {
  const showings = listed.slice()
  const features = [...new Set(showings.map(({ feature }) => feature))]
  const locations = [...new Set(showings.map(({ location }) => location))]
  const of = (kind: string, texts: Iterable<string>) => [...new Set(texts)].map((text) => ({ kind, text }))
  return [
    ...features.map(({ name }) => ({ kind: 'feature', text: name })),
    ...locations.map(({ name }) => ({ kind: 'place', text: name })),
    ...of(
      'place',
      locations.map(({ city }) => city),
    ),
    ...[...categories.values()].map(({ name }) => ({ kind: 'category', text: name })),
    ...of(
      'person',
      features.flatMap(({ credits }) => credits.flatMap(({ names }) => names.split(/\s*[,،;]\s*/))),
    ),
  ]
}

/** The first eight by the worst fit of the typed words. */
function expectedOf(from: Programme, typed: string) {
  const fits = choicesIn(from).flatMap((choice) => {
    const words = wordsOf(choice.text)
    const best = wordsOf(typed).map((one) => Math.min(...words.map((word) => fitOf(one, word) ?? Infinity)))
    const fit = Math.max(...best)
    return Number.isFinite(fit) ? [{ choice, fit }] : []
  })
  const exact = fits.filter(({ fit }) => fit < FIT.near)
  const found = (exact.length > 0 ? exact : fits).toSorted((one, other) => one.fit - other.fit)
  return found.slice(0, 8).map(({ choice }) => choice)
}

const suggestedFor = async (typed: string) => (await suggestionsFor(typed, 'he')).map(({ kind, text }) => ({ kind, text }))

it('what is suggested is all that is on and fits, by the next showing of each, also as shows change', async () => {
  const letters = [...'אבגדהוזחטיכלמנסעפצקרשת']
  const typed = [
    ...letters,
    ...letters.map((letter) => `ה${letter}`),
    'הסע',
    'תיאט',
    'חיפ',
    'תל אב',
    'הסעטה',
    'קומדיה',
    'ברק',
    'אין כזה דבר',
  ]
  for (const change of [
    undefined,
    `UPDATE presentation SET starts_at = starts_at - interval '400 days' WHERE feature_id % 3 = 0`,
    `UPDATE feature SET name = 'הסערה של ' || name WHERE feature_id % 2 = 0`,
    `UPDATE presentation SET only_in_mini_sites = true WHERE feature_id % 5 = 1`,
    `UPDATE feature SET credits = (SELECT jsonb_agg(c ORDER BY n DESC) FROM jsonb_array_elements(credits) WITH ORDINALITY AS e (c, n)) WHERE credits <> '[]'`,
  ]) {
    if (change) await database().query(change)
    await database().query('UPDATE catalogue_version SET version = version + 1')
    await recheckCatalogue()
    const from = await programme()
    for (const one of typed) expect(await suggestedFor(one), one).toEqual(expectedOf(from, one))
  }
  expect(await suggestedFor('vxgrv')).toEqual(await suggestedFor('הסערה'))
})

it('what was found is kept while the shows are found by the same words, for some texts at a time', async () => {
  const from = await programme()
  const first = findShowings(from, 'גרגמל')
  expect(findShowings(await programme(), 'גרגמל')).toBe(first)
  expect(findShowings(from, '?!')).toBeUndefined()
  await database().query(`UPDATE feature SET name = 'גרגמל'`)
  await database().query('UPDATE catalogue_version SET version = version + 1')
  await recheckCatalogue()
  const changed = await programme()
  const second = findShowings(changed, 'גרגמל')
  expect([first?.keys.size, second?.keys.size === 0]).toEqual([0, false])
  for (let n = 0; n < 200; n++) findShowings(changed, `אין ${String(n)}`)
  const third = findShowings(changed, 'גרגמל')
  expect(third).not.toBe(second)
  expect(third).toEqual(second)
})
