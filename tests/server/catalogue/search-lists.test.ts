import { beforeAll, expect, it } from 'vitest'
import { importDemo } from '#lib/demo/import-demo.ts'
import { matchesFilter } from '#lib/domain/catalogue/calendar/calendar.ts'
import { findShowings } from '#lib/server/programme/search.ts'
import { programme } from '#lib/server/programme/showings.ts'
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
          expect(from.matching(filter)).toEqual(from.showings.filter((showing) => matchesFilter(showing, filter)))
        }
  },
)
