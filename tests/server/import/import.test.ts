import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue, type ImportOutcome } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
import { insertOrder } from '#tests/support/database/order-rows.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'

beforeEach(freshDatabase)
afterEach(checkInvariants)

function run(json: CatalogueFileInput, dryRun = false): Promise<ImportOutcome> {
  return importCatalogue([asFile(json)], { dryRun, today: '2030-05-01' })
}

async function count(table: string): Promise<number> {
  const { rows } = await database().query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  return rows[0]?.count ?? -1
}

async function version(): Promise<number> {
  const { rows } = await database().query<{ version: number }>('SELECT version FROM catalogue_version')
  return rows[0]?.version ?? -1
}

async function seats(): Promise<{ guid: string; seat_id: number }[]> {
  return (await database().query<{ guid: string; seat_id: number }>('SELECT guid, seat_id FROM seat ORDER BY guid')).rows
}

describe('an import', () => {
  test('writes everything in its files, amounts in agorot and times in UTC', async () => {
    const outcome = await run(smallCatalogue())
    expect(outcome).toMatchObject({ problems: [], repairs: [], version: 1 })
    const { rows } = await database().query('SELECT starts_at, price FROM presentation, ticket WHERE ticket_id = 11')
    expect(rows).toEqual([{ starts_at: new Date('2030-05-06T17:30:00Z'), price: 8990 }])
    expect([await count('seat'), await count('section'), await count('presentation_price')]).toEqual([12, 2, 2])
  })

  test('changes nothing and keeps the version for the same files', async () => {
    await run(smallCatalogue())
    const before = await database().query('SELECT * FROM seat, catalogue_version ORDER BY seat_id')
    expect(await run(smallCatalogue())).toMatchObject({ changes: 0, version: undefined })
    expect((await database().query('SELECT * FROM seat, catalogue_version ORDER BY seat_id')).rows).toEqual(before.rows)
  })

  test('writes one row for one changed value and raises the version', async () => {
    await run(smallCatalogue())
    const changed = smallCatalogue({ locations: [{ id: 1, name: 'האולם החדש', city: 'חיפה' }] })
    expect(await run(changed)).toMatchObject({ changes: 1, version: 2 })
  })

  test('as a dry run reports what would change and writes nothing', async () => {
    const outcome = await run(smallCatalogue(), true)
    expect(outcome.changes).toBeGreaterThan(10)
    expect([await count('location'), await count('seat'), await version()]).toEqual([0, 0, 0])
  })

  test.each([
    ['of pretix', { zones: [], categories: [], name: 'Plan', size: {} }],
    ['of counts', { tribune_west: { name: 'west', sector_1: { name: '1', rows: [] } } }],
  ])('of a bare seat plan %s says in one sentence where it belongs', async (_name, plan) => {
    const outcome = await importCatalogue([asFile(plan)], { dryRun: false })
    expect(outcome.problems.map(writeRemark)).toEqual([expect.stringContaining('this is a seat plan; name it in a catalogue')])
  })

  test('keeps what a later file does not mention, and lets it refer to that', async () => {
    await run(smallCatalogue())
    const outcome = await run({
      presentations: [{ id: 2, featureId: 1, venueId: 1, seatplanId: 1, start: { day: 3, time: '19:00' }, prices: { hall: 1 } }],
    })
    expect(outcome.problems).toEqual([])
    const { rows } = await database().query('SELECT presentation_id, starts_at FROM presentation ORDER BY presentation_id')
    expect(rows[1]).toEqual({ presentation_id: 2, starts_at: new Date('2030-05-04T16:00:00Z') })
    expect(rows).toHaveLength(2)
  })

  test('removes prices, products and tickets that a listed item no longer has', async () => {
    await run(smallCatalogue())
    await run(
      smallCatalogue({
        ticketGroups: [{ id: 1, name: 'אולם', tickets: [{ id: 11, name: 'רגיל', price: 89.9 }] }],
        presentations: [
          { id: 1, featureId: 1, venueId: 1, seatplanId: 1, start: '2030-05-06T20:30', prices: { hall: 1 }, serviceChargeId: 1 },
        ],
      }),
    )
    expect([await count('ticket'), await count('presentation_price'), await count('presentation_product')]).toEqual([1, 1, 0])
  })

  test('of several files joins their lists', async () => {
    const { locations, venues, ...rest } = smallCatalogue()
    expect((await importCatalogue([asFile(rest, 'offer.json'), asFile({ locations, venues }, 'sites.json')])).problems).toEqual([])
  })
})

describe('schedules', () => {
  const showing = { featureId: 1, venueId: 1, seatplanId: 1, prices: { hall: 1 } }

  test('create a presentation for each time of each day; ids do not depend on weekdays', async () => {
    await run(
      smallCatalogue({
        presentations: [],
        schedules: [{ firstId: 100, ...showing, from: 0, days: 7, weekdays: [4, 6], times: ['18:00', '21:00'] }],
      }),
    )
    const { rows } = await database().query(
      `SELECT presentation_id AS id, to_char(starts_at AT TIME ZONE 'Asia/Jerusalem', 'YYYY-MM-DD HH24:MI') AS start FROM presentation ORDER BY 1`,
    )
    expect(rows).toEqual([
      { id: 102, start: '2030-05-02 18:00' },
      { id: 103, start: '2030-05-02 21:00' },
      { id: 106, start: '2030-05-04 18:00' },
      { id: 107, start: '2030-05-04 21:00' },
    ])
  })

  test('that use the id of another presentation are a problem', async () => {
    const outcome = await run(smallCatalogue({ schedules: [{ firstId: 1, ...showing, from: 0, days: 1, times: ['18:00'] }] }))
    expect(outcome.problems.map(writeRemark)).toEqual([expect.stringMatching(/^catalogue\.json: \$\.schedules\[0\]: the id 1 is taken/)])
  })
})

describe('a changed plan', () => {
  test('keeps the ids of its seats by their guids; new seats get new ids', async () => {
    await run(smallCatalogue())
    const before = new Map((await seats()).map((seat) => [seat.guid, seat.seat_id]))
    await run({ seatplans: [smallPlan([5, 4, 4, 2])] })
    const after = await seats()
    expect(after).toHaveLength(15)
    for (const { guid, seat_id: id } of after) expect(before.has(guid) ? id === before.get(guid) : id > 12).toBe(true)
  })

  test('keeps the places of its general admission', async () => {
    await run(smallCatalogue())
    await run({ seatplans: [smallPlan([4], 80)] })
    const { rows } = await database().query('SELECT first_place, capacity FROM section WHERE section_id = 2')
    expect(rows).toEqual([{ first_place: 1_000_000, capacity: 80 }])
  })

  test.each([
    ['locked', 'H', `now() + interval '5 minutes'`, 'NULL'],
    ['being paid', 'P', `now() - interval '1 minute'`, `'${randomUUID()}'`],
    ['sold', 'S', 'NULL', `'${randomUUID()}'`],
  ])('never loses a seat that is %s', async (_, state, expires, order) => {
    await run(smallCatalogue())
    await claim('3-4', state, expires, order)
    const outcome = await run(smallCatalogue({ seatplans: [smallPlan([4, 4])], categories: [{ id: 1, name: 'אחר' }] }))
    expect(outcome.problems.map(writeRemark)).toEqual([
      expect.stringMatching(/^catalogue\.json: \$\.seatplans\[0\]: 1 seats or places that are held or sold at presentation 1/),
    ])
    expect([await count('seat'), await version()]).toEqual([12, 1])
    expect((await database().query('SELECT name FROM feature_category')).rows).toEqual([{ name: 'תיאטרון' }])
    await database().query('DELETE FROM seat_claim')
  })

  test('never loses or moves a seat that a subscriber offers for resale', async () => {
    const other = { ...smallPlan(), id: 2 }
    await run(smallCatalogue({ seatplans: [smallPlan(), other] }))
    const { orderId } = await insertOrder()
    await database().query(
      `INSERT INTO resale (order_id, line, presentation_id, seat_id, share, credit) SELECT $1, 1, 1, seat_id, 100, 50 FROM seat WHERE guid = '1-3-4' AND seatplan_id = 1`,
      [orderId],
    )
    const moved = { id: 1, featureId: 1, venueId: 1, seatplanId: 2, start: '2030-05-06T20:30', prices: { hall: 1 } }
    expect((await run({ seatplans: [smallPlan([4, 4])] })).problems.map(writeRemark)).toEqual([
      expect.stringMatching(/^catalogue\.json: \$\.seatplans\[0\]: 1 seats or places that are held or sold at presentation 1/),
    ])
    expect((await run({ presentations: [moved] })).problems.map(writeRemark)).toEqual([
      expect.stringContaining('$.presentations[0].seatplanId: presentation 1 has 1 seats held or sold'),
    ])
    await database().query('TRUNCATE orders, sales_delta CASCADE')
    expect((await run({ seatplans: [smallPlan([4, 4])] })).problems).toEqual([])
  })

  test('may lose a seat whose lock has expired', async () => {
    await run(smallCatalogue())
    await claim('3-4', 'H', `now() - interval '1 second'`, 'NULL')
    expect((await run(smallCatalogue({ seatplans: [smallPlan([4, 4])] }))).problems).toEqual([])
    expect([await count('seat'), await count('seat_claim')]).toEqual([8, 0])
  })

  test('never shrinks general admission below a place in use', async () => {
    await run(smallCatalogue())
    await database().query(`INSERT INTO seat_claim VALUES (1, 1000039, 'H', $1, now(), now() + interval '5 minutes')`, [randomUUID()])
    expect((await run({ seatplans: [smallPlan([4, 4, 4], 39)] })).problems).toHaveLength(1)
    expect((await run({ seatplans: [smallPlan([4, 4, 4], 40)] })).problems).toEqual([])
    await database().query('DELETE FROM seat_claim')
  })

  test('does not replace the plan of a presentation with held seats', async () => {
    const other = { ...smallPlan(), id: 2 }
    await run(smallCatalogue({ seatplans: [smallPlan(), other] }))
    await claim('1-1', 'H', `now() + interval '5 minutes'`, 'NULL')
    const moved = { id: 1, featureId: 1, venueId: 1, seatplanId: 2, start: '2030-05-06T20:30', prices: { hall: 1 } }
    expect((await run({ presentations: [moved] })).problems.map(writeRemark)).toEqual([
      expect.stringContaining('$.presentations[0].seatplanId: presentation 1 has 1 seats held or sold'),
    ])
    await database().query('DELETE FROM seat_claim')
  })

  test('is refused, or the lock is, if a seat is locked while its presentation moves to another plan', async () => {
    const other = { ...smallPlan([5, 5]), id: 2 }
    await run(smallCatalogue({ seatplans: [smallPlan(), other] }))
    const { rows } = await database('holds').query<{ version: string; seat_id: number }>(
      `SELECT version, seat_id FROM seatplan JOIN seat USING (seatplan_id) WHERE seatplan_id = 1 AND guid = '1-1-1'`,
    )
    const values = [1, rows[0]?.seat_id, randomUUID(), 600, 8, rows[0]?.version, 60, null, 20]
    let locking: Promise<{ rows: { claimed: number | null }[] }> | undefined
    const moved = { id: 1, featureId: 1, venueId: 1, seatplanId: 2, start: '2030-05-06T20:30', prices: { hall: 1 } }
    const outcome = await importCatalogue([asFile({ presentations: [moved] })], {
      today: '2030-05-01',
      // Between the first check of claims and the write of the presentation.
      report: (line) => {
        if (line.startsWith('Seat plans'))
          locking = database('holds').query('SELECT claimed FROM claim_seat($1, $2, $3, $4, $5, $6, $7, $8, $9)', values)
      },
    })
    const claimed = (await locking)?.rows[0]?.claimed ?? null
    expect([outcome.problems.length > 0, claimed !== null]).toSatisfy(([isRefused, isLocked]) => isRefused === isLocked)
    await database().query('DELETE FROM seat_claim')
  })

  async function claim(rowAndSeat: string, state: string, expires: string, order: string): Promise<void> {
    const { rows } = await database().query<{ seat_id: number }>('SELECT seat_id FROM seat WHERE guid = $1', [`1-${rowAndSeat}`])
    await database().query(
      `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, order_id) VALUES (1, $1, $2, $3, now(), ${expires}, ${order})`,
      [rows[0]?.seat_id, state, randomUUID()],
    )
  }
})

describe('an invalid file', () => {
  const showing = { id: 1, featureId: 1, venueId: 1, seatplanId: 1, start: '2030-05-06T20:30', prices: { hall: 1 } }
  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['an unknown key', { ...smallCatalogue(), colour: 1 }, '$: "colour" is not known here'],
    ['a wrong type', smallCatalogue({ locations: [{ id: 1, name: 'x', city: 'y', doorsMinutes: -5 }] }), '$.locations[0].doorsMinutes: '],
    [
      'more than two decimals',
      smallCatalogue({ ticketGroups: [{ id: 1, name: 'x', tickets: [{ id: 11, name: 'y', price: 1.005 }] }] }),
      '$.ticketGroups[0].tickets[0].price: ',
    ],
    [
      'one of several forms',
      smallCatalogue({ presentations: [{ ...showing, start: { day: -99_999, time: '20:30' } }] }),
      '$.presentations[0].start.day: ',
    ],
    [
      'a charge with an amount and a percentage',
      { ...smallCatalogue(), serviceCharges: [{ id: 1, amountPerOrder: 5, percentRatePerOrder: 2 }] },
      '$.serviceCharges[0]',
    ],
    [
      'an unknown location',
      smallCatalogue({ venues: [{ id: 1, locationId: 9, name: 'x' }] }),
      '$.venues[0].locationId: there is no location 9',
    ],
    [
      'an unknown ticket group',
      smallCatalogue({ presentations: [{ ...showing, prices: { hall: 7 } }] }),
      '$.presentations[0].prices.hall: there is no ticket group 7',
    ],
    [
      'an unknown price category',
      smallCatalogue({ presentations: [{ ...showing, prices: { stalls: 1 } }] }),
      '$.presentations[0].prices.stalls: the seat plan has no category "stalls"',
    ],
    [
      'a plan of another venue',
      smallCatalogue({
        venues: [
          { id: 1, locationId: 1, name: 'a' },
          { id: 2, locationId: 1, name: 'b' },
        ],
        presentations: [{ ...showing, venueId: 2 }],
      }),
      '$.presentations[0].seatplanId: seat plan 1 belongs to venue 1',
    ],
    [
      'a date that does not exist',
      smallCatalogue({ presentations: [{ ...showing, start: '2030-02-30T20:30' }] }),
      '$.presentations[0].start: 2030-02-30 20:30 does not exist',
    ],
    [
      'a time that the clock skips',
      smallCatalogue({ presentations: [{ ...showing, start: '2030-03-29T02:30' }] }),
      '$.presentations[0].start: 2030-03-29 02:30 does not exist',
    ],
    [
      'an id given twice',
      smallCatalogue({
        categories: [
          { id: 1, name: 'a' },
          { id: 1, name: 'b' },
        ],
      }),
      '$.categories[1]: the id 1 is taken',
    ],
    [
      'a poster that is no drawing',
      smallCatalogue({ features: [{ id: 1, name: 'x', categoryId: 1, poster: { svg: '<svg viewBox="0 0 1 1"><g></svg>' } }] }),
      '$.features[0].poster: is not well-formed',
    ],
    [
      'a file that is not there',
      smallCatalogue({ features: [{ id: 1, name: 'x', categoryId: 1, poster: { file: 'none.svg' } }] }),
      '$.features[0].poster: names a file, but',
    ],
    [
      'a row that does not fit its blocks',
      smallCatalogue({ seatplans: [badRows()] }),
      '$.seatplans[0].plan.tiers[0].rows[0].seats: needs a count',
    ],
    [
      'seats over each other',
      smallCatalogue({ seatplans: [crowded()] }),
      '$.seatplans[0]: the seats "אולם, 1, 2" and "אולם, 1, 1" lie 10.0 units apart',
    ],
  ]

  test.each(wrong)('with %s is refused with its file, path and a message, and nothing is written', async (_, json, start) => {
    const outcome = await importCatalogue([asFile(json)])
    expect(outcome.problems.map(writeRemark).join('\n')).toContain(`catalogue.json: ${start}`)
    for (const problem of outcome.problems) expect(problem.sentence).toMatch(/\w/)
    expect([await count('location'), await count('seatplan'), await version()]).toEqual([0, 0, 0])
  })

  test('that is missing or not JSON is a problem', async () => {
    const outcome = await importCatalogue(['/nowhere/catalogue.json', new URL(import.meta.url).pathname])
    expect(outcome.problems.map((problem) => problem.sentence)).toEqual([
      expect.stringContaining('cannot read'),
      expect.stringContaining('is not JSON'),
    ])
  })

  function badRows(): ReturnType<typeof smallPlan> {
    const plan = smallPlan()
    return 'plan' in plan
      ? { ...plan, plan: { ...plan.plan, tiers: [{ blocks: [1], origin: { x: 0, y: 0 }, rows: [{ name: '1', seats: [1, 2] }] }] } }
      : plan
  }

  function crowded(): ReturnType<typeof smallPlan> {
    const plan = smallPlan([2])
    return 'plan' in plan ? { ...plan, plan: { ...plan.plan, seatPitch: 10 } } : plan
  }
})
