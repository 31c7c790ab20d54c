import { beforeAll, describe, expect, it } from 'vitest'
import { presentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { catalogue, forgetCatalogue, recheckCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { presentationsFor, type WantedPresentations } from '#lib/server/programme/presentations.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const HOURS = [-200, -30, -23, -2, 2, 26, 50, 400]

/** Two shows, of which one has no times, at two places: each over, on and to come, cancelled or not, some in mini-sites alone. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 4, places: 4 })
  await database().query(`
    INSERT INTO location VALUES (2, 'מקום אחר', 'אילת', 'רחוב 2');
    INSERT INTO venue VALUES (2, 2, 'אולם 2', 1);
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster, feature_type_id) SELECT 2, 'בלי שעה', 1, 90, poster, 7 FROM feature WHERE feature_id = 1;
    INSERT INTO presentation SELECT (jsonb_populate_record(p, jsonb_build_object('presentation_id', 1000 + row_number() OVER (), 'feature_id', f, 'venue_id', v,
      'starts_at', now() + h * interval '1 hour', 'is_cancelled', c, 'only_in_mini_sites', s))).*
    FROM presentation p, unnest('{${HOURS.join()}}'::int[]) h, unnest('{1,2}'::int[]) f, unnest('{1,2}'::int[]) v, unnest('{true,false}'::bool[]) c, unnest('{true,false}'::bool[]) s
    WHERE presentation_id = 1`)
  forgetCatalogue()
})

/** What looking at each presentation finds. */
async function lookedAt({ featureIds = [], locationId, date, inSite, mayBeHad }: WantedPresentations): Promise<readonly number[]> {
  const from = await catalogue()
  return [...from.presentations.values()]
    .filter((one) => presentationFacts(from, one, { taken: 0, now: Date.now() }).saleState !== 'past')
    .filter((one) => featureIds.length === 0 || featureIds.includes(one.featureId))
    .filter((one) => locationId === undefined || from.venues.get(one.venueId)?.locationId === locationId)
    .filter((one) => date === undefined || datePartsOf(one.startsAt).date === date)
    .filter((one) => inSite?.includes(one.id) ?? !one.isOnlyInSites)
    .filter((one) => mayBeHad?.(one) !== false)
    .map(({ id }) => id)
}

async function found(wanted: WantedPresentations): Promise<readonly number[]> {
  const answer = await presentationsFor(wanted, null)
  return answer.ok ? answer.value.found.map(({ presentation }) => presentation.id) : []
}

describe('presentations are found in prepared lists', () => {
  const dates = HOURS.map((hours) => datePartsOf(Date.now() + hours * 3_600_000).date)
  const wanted: WantedPresentations[] = [undefined, [1], [2], [2, 1], [7]].flatMap((featureIds) =>
    [undefined, 1, 2, 3].flatMap((locationId) =>
      [undefined, ...dates].flatMap((date) =>
        [undefined, [1, 1003, 1001, 1017, 1100, 1100, 5]].map((inSite) => ({ featureIds, locationId, date, inSite })),
      ),
    ),
  )

  it('with the same result as checking every presentation, for each combination of filters', async () => {
    let count = 0
    for (const one of wanted) {
      const ids = await found(one)
      expect(ids, JSON.stringify(one)).toEqual(await lookedAt(one))
      count += ids.length
    }
    const mayBeHad: WantedPresentations['mayBeHad'] = ({ id }) => id % 3 === 0
    expect(await found({ mayBeHad })).toEqual(await lookedAt({ mayBeHad }))
    expect(count).toBeGreaterThan(100)
  })

  it('also after one is moved, cancelled and hidden', async () => {
    for (const change of [
      'is_cancelled = NOT is_cancelled',
      'only_in_mini_sites = NOT only_in_mini_sites',
      'venue_id = 3 - venue_id',
      `starts_at = now() + interval '60 hours'`,
    ]) {
      await database().query(`UPDATE presentation SET ${change} WHERE presentation_id IN (1001, 1004, 1030)`)
      await database().query('UPDATE catalogue_version SET version = version + 1')
      await recheckCatalogue()
      for (const one of wanted.slice(0, 60)) expect(await found(one), change).toEqual(await lookedAt(one))
    }
  })
})
