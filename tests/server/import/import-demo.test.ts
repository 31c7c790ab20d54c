import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { ImportOutcome } from '#lib/server/import/import-catalogue.ts'
import { importFromTerminal } from '#lib/server/import/cli.ts'
import { EXIT } from '#lib/server/platform/terminal/terminal.ts'
import { demoFiles, importDemo } from '#lib/demo/import-demo.ts'
import { writtenSchemas } from '#lib/server/import/schema/publish-schema.ts'
import { planIn } from '#lib/domain/catalogue/plan-words.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { planOf, seatplanAnswer } from '#lib/server/catalogue/seatplans.ts'
import { venuePicturesOf } from '#lib/server/catalogue/venue-pictures.ts'
import { viewNameOf } from '#lib/server/platform/http/view-name.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

async function rows<Row extends object>(sql: string): Promise<Row[]> {
  return (await database().query<Row>(sql)).rows
}

describe('the demo catalogue', () => {
  let outcome: ImportOutcome | undefined
  beforeAll(async () => {
    await freshDatabase()
    outcome = await importDemo(undefined, '2026-11-22')
  })

  test('is imported without a warning', () => {
    expect(outcome?.warnings).toEqual([])
  })

  test('R1.4 has cinemas, theatres, concert venues, clubs and cultural sites, 40 features and 400 presentations in the next 60 days', async () => {
    const categories = await rows<{ name: string; features: number }>(
      'SELECT c.name, count(*)::int AS features FROM feature JOIN feature_category c USING (feature_category_id) GROUP BY 1',
    )
    expect(categories.map((category) => category.name).sort()).toEqual(['אתרי תרבות', 'ילדים', 'מוזיקה', 'ספורט', 'קולנוע', 'תיאטרון'])
    expect(categories.reduce((sum, category) => sum + category.features, 0)).toBeGreaterThanOrEqual(40)
    const [range] = await rows<{ count: number; first: Date; last: Date }>(
      'SELECT count(*)::int AS count, min(starts_at) AS first, max(starts_at) AS last FROM presentation',
    )
    expect(range?.count).toBeGreaterThanOrEqual(400)
    expect(range?.first.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-22T00:00+02:00'))
    expect(range?.last.getTime()).toBeLessThan(Date.parse('2027-01-21T00:00+02:00'))
  })

  test('shows every feature and sells every presentation by the prices of its plan, and keeps the 352 seats of the stadium’s subscribers until a week before', async () => {
    expect(
      await rows('SELECT name FROM feature f WHERE NOT EXISTS (SELECT FROM presentation p WHERE p.feature_id = f.feature_id)'),
    ).toEqual([])
    expect(
      await rows(`SELECT DISTINCT s.seatplan_id, s.category FROM presentation p JOIN (SELECT seatplan_id, category FROM seat UNION SELECT seatplan_id, category FROM section WHERE NOT is_reserved) s USING (seatplan_id)
      WHERE NOT EXISTS (SELECT FROM presentation_price r WHERE r.presentation_id = p.presentation_id AND r.category = s.category)`),
    ).toEqual([])
    expect(
      await rows(`SELECT DISTINCT s.category, count(*)::int AS seats, p.starts_at - k.until AS before FROM seat_keep k JOIN presentation p USING (presentation_id)
        JOIN seat s USING (seatplan_id, seat_id) WHERE k.kind = 'allocation' GROUP BY p.presentation_id, s.category, k.until`),
    ).toEqual([{ category: 'שמור לבעלי מנוי', seats: 352, before: { days: 7 } }])
    expect(await rows(`SELECT count(*)::int AS seats FROM seat WHERE seatplan_id = 121 AND category <> 'שמור לבעלי מנוי'`)).toEqual([
      { seats: 39_264 },
    ])
  })

  test('R2.50 has memberships of every type: with top-up, virtual seats, rates, dates to choose, a sale that is over and one to renew', async () => {
    forgetCatalogue()
    const { memberships } = await catalogue()
    const all = [...memberships.values()]
    expect(all.map(({ code, typeId }) => `${code} ${String(typeId)}`)).toEqual([
      ...['eight 1', 'twelve 1', 'balance 1', 'premieres 2', 'winter 2', 'premieres-first 2', 'season 3', 'season-last 3'],
    ])
    const now = Date.parse('2026-11-22T12:00+02:00')
    const codes = (of: (one: (typeof all)[number]) => boolean) => all.filter(of).map(({ code }) => code)
    expect(codes(({ isTopup }) => isTopup)).toEqual(['twelve', 'balance'])
    expect(codes(({ amount }) => amount !== null)).toEqual(['balance'])
    expect(codes(({ isSkipMemberSeat }) => isSkipMemberSeat)).toEqual(['winter'])
    expect(codes(({ saleClosesAt }) => saleClosesAt !== null && saleClosesAt < now)).toEqual(['premieres-first', 'season-last'])
    expect(codes(({ renewal }) => renewal !== null && renewal.until > now)).toEqual(['premieres', 'season'])
    expect(codes(({ rates }) => rates.length > 0)).toEqual(['premieres', 'premieres-first', 'season'])
    expect(memberships.get(31)).toMatchObject({ presentationIds: { length: 5 }, choice: { count: 3, options: { length: 8 } } })
  })

  test('has last year’s subscribers of the season, whose seats are kept for them on its five fixed dates', async () => {
    const kept = await rows(
      `SELECT e.public_code AS "memberNumber", s.row_name AS row, s.seat_name AS seat, count(*)::int AS dates FROM seat_keep k JOIN presentation p USING (presentation_id)
         JOIN seat s USING (seatplan_id, seat_id) JOIN entitlement e USING (entitlement_id)
       WHERE k.kind = 'renewal' AND e.membership_id = 32 AND k.presentation_id IN (SELECT presentation_id FROM membership_presentation WHERE membership_id = 31 AND NOT is_choice)
       GROUP BY 1, 2, 3 ORDER BY 1`,
    )
    expect(kept).toEqual([
      { memberNumber: '5001', row: '8', seat: '12', dates: 5 },
      { memberNumber: '5002', row: '8', seat: '13', dates: 5 },
    ])
  })

  test('has prepaid vouchers for sale: amounts, bundles, one that pays whole only, and one whose sale opens later', async () => {
    forgetCatalogue()
    const all = [...(await catalogue()).voucherClasses.values()]
    expect(all.map(({ id, prices }) => [id, prices.length])).toEqual([
      [11, 5],
      [21, 1],
      [31, 2],
      [51, 2],
      [41, 1],
    ])
    const now = Date.parse('2026-11-22T12:00+02:00')
    expect(all.filter(({ allowsPartial }) => !allowsPartial).map(({ id }) => id)).toEqual([31])
    expect(all.filter(({ saleOpensAt }) => saleOpensAt !== null && saleOpensAt > now).map(({ id }) => id)).toEqual([41])
    expect(all.filter(({ exchangeDays }) => exchangeDays !== null).map(({ id }) => id)).toEqual([11, 21, 51])
  })

  test('has reserved, mixed and general-admission plans of one and several sections, and untimed features', async () => {
    const plans = await rows<{ reserved: number; general: number }>(
      'SELECT DISTINCT least(count(*) FILTER (WHERE is_reserved), 1)::int AS reserved, least(count(*) FILTER (WHERE NOT is_reserved), 2)::int AS general FROM section GROUP BY seatplan_id ORDER BY 1, 2',
    )
    expect(plans).toEqual([
      { reserved: 0, general: 1 },
      { reserved: 0, general: 2 },
      { reserved: 1, general: 0 },
      { reserved: 1, general: 1 },
    ])
    expect(await rows('SELECT count(*)::int AS count FROM feature WHERE feature_type_id = 7')).toEqual([{ count: 2 }])
  })

  test('has the presentations that its documentation names', async () => {
    const named = await rows(
      'SELECT presentation_id AS id, soldout, is_cancelled AS cancelled, sale_opens_at IS NOT NULL AS later, seating_policy_id AS policy FROM presentation WHERE presentation_id < 8 AND feature_id = 1 ORDER BY 1',
    )
    expect(named).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, soldout: id === 3, cancelled: id === 4, later: id === 6, policy: id === 5 ? 3 : 1 })),
    )
  })

  test('has views from each section of the theatre and the stadium, and pictures with links to the sections of the stadium and the open-air theatre', async () => {
    forgetCatalogue()
    const from = await catalogue()
    const ofVenue = (venueId: number) => {
      const shown = [...from.presentations.values()].filter((one) => one.venueId === venueId)
      const sections = from.seatplans.get(venueId)?.sections ?? []
      const views = sections.filter(({ id }) => from.pictures.has(viewNameOf(shown[0]?.viewAreaFilename ?? '', id)))
      const areas = shown.map((one) => new Set(venuePicturesOf(from, one).imageMap?.areas.map(({ sectionId }) => sectionId)).size)
      return { sections: sections.length, views: views.length, areas: [...new Set(areas)] }
    }
    expect(ofVenue(11)).toEqual({ sections: 4, views: 4, areas: [0] })
    expect(ofVenue(111)).toEqual({ sections: 7, views: 0, areas: [7] })
    expect(ofVenue(121)).toEqual({ sections: 58, views: 58, areas: [58] })
  })

  test('has a room of tables with a balcony as a level and stools without a picture, which the plan keeps in every language', async () => {
    const plan = await planOf(82)
    expect(plan?.levels?.map(({ name }) => name)).toEqual(['אולם', 'יציע'])
    expect(plan?.sections.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual(['יציע'])
    expect(plan?.sections.filter(({ isDrawn }) => isDrawn === false).map(({ name }) => name)).toEqual(['כיסאות ליד הבר'])
    expect(plan && planIn(plan, 'en').levels?.map(({ name }) => name)).toEqual(['Hall', 'Balcony'])
    const plain = await planOf(11)
    expect(plain && JSON.stringify([packPlan(plain), seatplanAnswer(plain)])).not.toMatch(/level|isDrawn|picture/)
  })

  test('has a picture behind the seats of a hall, as large as its drawing', async () => {
    expect((await planOf(61))?.picture).toMatchObject({ x: 0, y: 0, width: 1_000, height: 720 })
  })

  test('changes nothing if it is imported again on the same day', async () => {
    expect(await importDemo(undefined, '2026-11-22')).toMatchObject({ changes: 0, version: undefined })
  })
})

describe('the command', () => {
  const lines: string[] = []
  const errors: string[] = []
  const terminal = { say: (line: string) => lines.push(line), complain: (line: string) => errors.push(line), folder: '/' }

  test('checks the demo, reports its steps and repairs, and writes nothing on a dry run', async () => {
    await freshDatabase()
    expect(await importFromTerminal(['--dry-run', ...demoFiles()], terminal)).toBe(EXIT.done)
    expect(lines.filter((line) => line.startsWith('repaired'))).toHaveLength(422)
    expect(lines.at(-1)).toMatch(/^Dry run: \d+ rows and plans would be written\. Repaired: 422, as listed above\.$/)
    expect(lines.filter((line) => line.startsWith('warning'))).toEqual([])
    expect(await rows('SELECT count(*)::int AS count FROM location')).toEqual([{ count: 0 }])
  })

  test('exits with 1 and lists each problem of wrong files, and with 2 if it is used wrongly', async () => {
    await freshDatabase()
    expect(await importFromTerminal(['nowhere.json'], terminal)).toBe(EXIT.refused)
    expect(errors).toEqual(['problem   /nowhere.json: $: cannot read /nowhere.json (ENOENT)', 'Nothing was written. Problems: 1.'])
    expect(await importFromTerminal([], terminal)).toBe(EXIT.misused)
    expect(await importFromTerminal(['--force', 'a.json'], terminal)).toBe(EXIT.misused)
  })
})

test('publishes JSON Schemas that match the importer (npm run schema writes them)', async () => {
  for (const [name, text] of Object.entries(writtenSchemas())) {
    expect(await readFile(new URL(`../../../public/${name}`, import.meta.url), 'utf8')).toBe(text)
  }
})
