import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presentationSales } from '#lib/contract/staff/live-sales.ts'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { ROLES } from '#lib/domain/staff/roles.ts'
import { addDays } from '#lib/domain/time/days.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { foldSales } from '#lib/server/sales/sums.ts'
import { addPolicies, boughtBy, cancelled, newCatalogue, signedIn } from '#tests/support/buyers/cancels.ts'
import { addOtherDays, DEAR, FEE, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { askExport, askStaff, openChanges } from '#tests/support/staff/ask-staff.ts'
import { SALES_CHECKS } from '#tests/support/checks/sales-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

/** Of business 1, of business 2, of one show of business 1 that is not the one that is sold, and of all. */
let one: StaffPerson
let two: StaffPerson
let ofNoShow: StaffPerson
let owner: StaffPerson
/** Of businesses 1 and 2, of which the role leaves 2. */
let ofRole: StaffPerson
beforeAll(async () => {
  process.env.CUSTOMER_CANCELLATION = 'on'
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
  await database().query(`
    INSERT INTO location VALUES (2, 'קולנוע הבדיקה', 'עכו', 'רחוב 2');
    INSERT INTO venue VALUES (2, 2, 'אולם 2', 1);
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) SELECT 2, 'הצגה אחרת', 1, 90, poster FROM feature;
    UPDATE presentation SET feature_id = 2 WHERE presentation_id = 3`)
  await newCatalogue()
  await sell()
  ;[one, two] = [await aStaffMember(), await aStaffMember({ businessIds: [2] })]
  ;[ofNoShow, owner] = [await aStaffMember({ featureIds: [2] }), await aStaffMember({ role: 'owner', businessIds: null })]
  ofRole = await aStaffMember({ businessIds: [1, 2] })
  await database().query(`INSERT INTO staff_role (role, permissions, business_ids) VALUES ('of two', '{266}', '{2}')`)
  await database().query(`UPDATE staff SET role = 'of two' WHERE staff_id = $1`, [ofRole.staffId])
})
afterAll(checkInvariants)

/** Two seats of presentation 1 with products, one of them cancelled; one seat of presentation 2; and one of presentation 4, of business 2. */
async function sell(): Promise<void> {
  const noa = await signedIn()
  const { resId, tickets } = await boughtBy(noa, undefined, 2 * ONE + FEE + 5_000, { products: [{ id: 1, quantity: 2 }] })
  await cancelled(noa.visitor, resId, { items: tickets.slice(0, 1) })
  await boughtBy(noa, [seatOn(2, 1)], DEAR)
  await boughtBy(await signedIn(), [seatOn(4, 1)], ONE)
}

const TODAY = businessDayOf(Date.now(), '04:00')
const RANGES = [
  '',
  `startDate=${TODAY}`,
  `transactionBusinessStartDate=${TODAY}`,
  `dateType=1&startDate=${TODAY}&endDate=${addDays(TODAY, 30)}`,
]

/** What business 1 has sold of feature 1. */
const SOLD = {
  Sold: 2,
  Returned: 1,
  Gross: (2 * ONE + FEE + 5_000 + DEAR) / 100,
  Refunded: ONE / 100,
  Net: (ONE + FEE + 5_000 + DEAR) / 100,
}
const NONE = { Sold: 0, Returned: 0, Gross: 0, Refunded: 0, Net: 0 }
const OF_TWO = { Sold: 1, Returned: 0, Gross: 105, Refunded: 0, Net: 105 }

const get = (who: Pick<StaffPerson, 'cookie'>, path: string) => askStaff(who, path)

async function dayOf(presentationId: number): Promise<string> {
  return businessDayOf(
    Number(await cellOf('SELECT extract(epoch FROM starts_at) * 1000 FROM presentation WHERE presentation_id = $1', [presentationId])),
    '04:00',
  )
}

describe('features', () => {
  test.each(RANGES)('R7.69 R7.75 availableFeatures lists those of the account with their sales: %s', async (range) => {
    for (const isFolded of [false, true]) {
      if (isFolded) await foldSales()
      const { body } = await get(one, `v2/availableFeatures?${range}`)
      expect(body).toEqual({
        features: [
          { FeatureId: 2, Name: 'הצגה אחרת', ...NONE },
          { FeatureId: 1, Name: 'הצגת בדיקה', ...SOLD },
        ],
      })
    }
    expect((await get(two, `v2/availableFeatures?${range}`)).body).toEqual({ features: [{ FeatureId: 1, Name: 'הצגת בדיקה', ...OF_TWO }] })
    expect((await get(ofNoShow, `v2/availableFeatures?${range}`)).body).toEqual({ features: [expect.objectContaining({ FeatureId: 2 })] })
  })

  test('R9.19 R9.20 a range before anything was sold has no sales', async () => {
    const before = `startDate=${addDays(TODAY, -30)}&endDate=${addDays(TODAY, -1)}`
    expect((await get(one, `v2/availableFeatures?${before}&locationId=-1`)).body.features[1]).toMatchObject(NONE)
    const { Totals, Locations } = (await get(one, `v2/featureData?featureId=1&${before}`)).body as {
      Totals: object
      Locations: { Sold: number; Capacity: number; Availability: number }[]
    }
    expect(Totals).toEqual(NONE)
    // What is available is what is left now, whatever the range is.
    expect(Locations.map(({ Sold, Capacity, Availability }) => [Sold, Capacity - Availability])).toEqual([
      [0, 0],
      [0, 2],
    ])
  })

  test.each(RANGES)('R7.70 featureData is in parts by day, line, channel and location: %s', async (range) => {
    const { body } = await get(one, `v2/featureData?featureId=1&${range}`)
    expect(body).toMatchObject({ FeatureId: 1, Name: 'הצגת בדיקה', Totals: SOLD })
    expect(body.Days).toEqual([{ Date: TODAY, ...SOLD }])
    expect(body.Channels).toEqual([{ Channel: 'shop', ...SOLD }])
    expect(body.Lines).toHaveLength(4)
    expect(body.Lines).toContainEqual({
      Kind: 'seat',
      Id: 11,
      Name: 'רגיל',
      Quantity: 1,
      Sold: 1,
      Returned: 1,
      Gross: 210,
      Refunded: 105,
      Net: 105,
    })
    expect(body.Lines).toContainEqual({ Kind: 'product', Id: 1, Name: 'תוכנייה', Quantity: 2, ...NONE, Gross: 50, Net: 50 })
    expect(body.Lines).toContainEqual({ Kind: 'charge', Id: 0, Name: '', Quantity: 0, ...NONE, Gross: 7, Net: 7 })
  })

  test('R9.21 R9.22 all cinemas are first, and location 1 is in no total, also after a presentation has moved', async () => {
    await foldSales()
    await database().query('UPDATE presentation SET venue_id = 2 WHERE presentation_id = 2')
    await newCatalogue()
    try {
      const { body } = await get(one, 'v2/featureData?featureId=1')
      expect(
        (body.Locations as { LocationId: number; Name: string; Net: number }[]).map(({ LocationId, Name, Net }) => [LocationId, Name, Net]),
      ).toEqual([
        [-1, 'כל בתי הקולנוע', 150],
        [1, 'היכל הבדיקה', 162],
        [2, 'קולנוע הבדיקה', 150],
      ])
      expect((await get(one, 'v2/availableFeatures?locationId=2')).body.features).toEqual([
        { FeatureId: 1, Name: 'הצגת בדיקה', ...NONE, Sold: 1, Gross: 150, Net: 150 },
      ])
      expect((await get(one, 'monitors/PresentationSales/data?endDate=2999-01-01')).body.Totals).toEqual(
        expect.objectContaining({ Sold: 0 }),
      )
    } finally {
      await database().query('UPDATE presentation SET venue_id = 1 WHERE presentation_id = 2')
      await newCatalogue()
    }
  })
})

describe('presentations', () => {
  test.each(RANGES)('R7.71 availablePresentations has those of a feature: %s', async (range) => {
    const { body } = await get(one, `v2/availablePresentations?featureId=1&${range}`)
    const rows = body.presentations as { PresentationId: number; Sold: number; Capacity: number; Availability: number }[]
    expect(rows.find(({ PresentationId }) => PresentationId === 1)).toMatchObject({ Sold: 1, Capacity: 100, Availability: 99, Net: 162 })
    expect(rows.find(({ PresentationId }) => PresentationId === 2)).toMatchObject({ Sold: 1, Capacity: 50, Availability: 49, Net: 150 })
    expect(rows.some(({ PresentationId }) => PresentationId === 4 || PresentationId === 3)).toBe(false)
  })

  test('R7.72 presentationData has one or several, of which those of others are left out', async () => {
    const { body } = await get(one, 'v2/presentationData?presentationIds=1,2,4')
    expect(
      (body.presentations as { PresentationId: number; Totals: { Net: number } }[]).map(({ PresentationId, Totals }) => [
        PresentationId,
        Totals.Net,
      ]),
    ).toEqual([
      [1, 162],
      [2, 150],
    ])
    expect((await get(two, 'v2/presentationData?presentationId=4')).body.presentations).toEqual([
      expect.objectContaining({ PresentationId: 4, Totals: OF_TWO, Days: [{ Date: TODAY, ...OF_TWO }] }),
    ])
  })

  test('R7.81 the monitor has every presentation of a range of days and what it has sold in all', async () => {
    const range = `startDate=${TODAY}&endDate=${addDays(TODAY, 30)}`
    const { body } = await get(owner, `monitors/PresentationSales/data?${range}`)
    expect(presentationSales.answer.parse(body)).toEqual(body)
    const sold = (body.presentations as { PresentationId: number; Sold: number }[]).map(({ PresentationId, Sold }) => [
      PresentationId,
      Sold,
    ])
    expect(sold).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
      [4, 1],
      [5, 0],
    ])
    expect((await get(two, `monitors/PresentationSales/data?${range}`)).body.presentations).toHaveLength(1)
    const past = (await get(owner, 'monitors/PresentationSales/data')).body.presentations as { PresentationId: number }[]
    expect(past.map(({ PresentationId }) => PresentationId)).toEqual([6])
  })
})

describe('the tickets of a day', () => {
  test('R3.24 R7.77 R7.78 by location: of all features or one', async () => {
    const day = await dayOf(1)
    const all = { LocationId: -1, Name: 'כל בתי הקולנוע', Capacity: 0, Availability: 0, ...NONE }
    const here = {
      LocationId: 1,
      Name: 'היכל הבדיקה',
      Capacity: 100,
      Sold: 1,
      Availability: 99,
      Returned: 1,
      Gross: 267,
      Refunded: 105,
      Net: 162,
    }
    expect((await get(one, `locationTicketSales/data/${day}/0`)).body).toEqual({ date: day, locations: [all, here] })
    expect((await get(one, `locationTicketSales/data/${day}/1`)).body).toEqual({ date: day, locations: [all, here] })
    expect((await get(one, `locationTicketSales/data/${day}/2`)).body).toEqual({ date: day, locations: [all] })
    expect((await get(one, 'locationTicketSales')).body).toEqual({ date: TODAY, locations: [all] })
  })

  test('R7.79 R7.80 by feature: in all locations, or in each', async () => {
    const day = await dayOf(1)
    const row = { FeatureId: 1, FeatureName: 'הצגת בדיקה' }
    const { body } = await get(one, `featureTicketSales/data/${day}?featureId=1&locationId=1&isByLocation=1`)
    expect(body).toEqual({ date: day, features: [expect.objectContaining({ ...row, LocationId: 1, Sold: 1, Capacity: 100 })] })
    expect((await get(one, `featureTicketSales/data/${day}`)).body.features).toEqual([expect.objectContaining({ ...row, LocationId: -1 })])
    expect((await get(one, 'featureTicketSales?locationId=-1')).body).toEqual({ date: TODAY, features: [] })
  })
})

describe('tables of the screens as files', () => {
  /** The rows of a table of a screen, by its heads. */
  const rowsOf = async (who: StaffPerson, query: string): Promise<Record<string, string>[]> => {
    const answer = await askExport(who, `as=csv&${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    const [heads = [], ...rows] = (await answer.text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])))
  }
  const net = { נמכרו: '1', ברוטו: '105', נטו: '105' }

  test('R2.65 R2.66 have the figures of the calls, of what the account may see', async () => {
    const [shown, ...others] = await rowsOf(one, 'screen=reports&table=features')
    expect([others, shown]).toEqual([[], expect.objectContaining({ מופע: 'הצגת בדיקה', נמכרו: String(SOLD.Sold), נטו: String(SOLD.Net) })])
    expect(await rowsOf(two, 'screen=reports&table=features')).toEqual([expect.objectContaining(net)])
    expect(await rowsOf(one, `screen=reports&table=days&dateType=1&startDate=${TODAY}&endDate=${addDays(TODAY, 30)}`)).toHaveLength(4)
    expect(await rowsOf(one, `screen=reports&table=days`)).toEqual([expect.objectContaining({ בוטלו: '1', הוחזרו: String(SOLD.Refunded) })])
    // Business days may have no end, or no beginning: beside them stands no year that a database does not know.
    for (const open of [`transactionBusinessStartDate=${TODAY}`, `transactionBusinessEndDate=${TODAY}`])
      expect(await rowsOf(one, `screen=reports&table=days&${open}`)).toEqual([expect.objectContaining({ בוטלו: '1' })])
    const sorted = await rowsOf(one, 'screen=reports&table=lines&sort=-lines.gross')
    expect(sorted.map(({ ברוטו: gross }) => Number(gross))).toEqual([210, 150, 50, 7])
    expect(await rowsOf(one, `screen=reports&table=lines&find=${encodeURIComponent('תוכנייה')}`)).toHaveLength(1)
    const day = await dayOf(1)
    expect((await rowsOf(one, `screen=locations&table=locations&date=${day}`)).map(({ מיקום: name, נמכרו: sold }) => [name, sold])).toEqual(
      [
        ['כל בתי הקולנוע', '0'],
        ['היכל הבדיקה', '1'],
      ],
    )
    expect(await rowsOf(one, `screen=features&table=features&date=${day}`)).toEqual([
      expect.objectContaining({ נמכרו: '1', קיבולת: '100' }),
    ])
  })

  test('R2.67 the monitor has a week from today on, or what is asked for', async () => {
    const range = `startDate=${TODAY}&endDate=${addDays(TODAY, 30)}`
    expect(await rowsOf(two, `screen=monitor&table=presentations&${range}`)).toEqual([expect.objectContaining({ נמכרו: '1' })])
    expect(await rowsOf(owner, `screen=monitor&table=presentations&${range}`)).toHaveLength(5)
    // Those in three, five and six days, and neither yesterday's nor that of the eighth day.
    expect(await rowsOf(owner, 'screen=monitor&table=presentations')).toHaveLength(3)
  })

  test('are found by nobody who may not see the screen, and are a workbook if asked for', async () => {
    const file = 'screen=reports&table=days&as=xlsx'
    const exported = await cellOf(`SELECT count(*)::int FROM staff_audit WHERE action = 'export' AND staff_id <> ${String(one.staffId)}`)
    const answer = await askExport(one, file)
    expect(answer.headers.get('content-disposition')).toContain('.xlsx')
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK')
    const gate = await aStaffMember({ role: 'gate' })
    const refused = [
      await askExport({ cookie: '' }, file),
      await askExport(gate, file),
      await askExport(two, `${file}&featureId=2`),
      await askExport(one, 'screen=reports&table=people&as=csv'),
      await askExport(one, 'screen=reports&table=days&as=exe'),
      await askExport(one, `${file}&startDate=2026-02-02&endDate=2026-02-01`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 404, 404, 404, 404, 400])
    const { rows } = await database().query<{ act: string }>(
      `SELECT staff_id || ' ' || subject AS act FROM staff_audit WHERE action = 'export' ORDER BY audit_id DESC LIMIT 1`,
    )
    expect(rows.map(({ act }) => act)).toEqual([expect.stringMatching(`^${String(one.staffId)} days-.*\\.xlsx$`)])
    expect(await cellOf(`SELECT count(*)::int FROM staff_audit WHERE action = 'export' AND staff_id <> ${String(one.staffId)}`)).toBe(
      exported,
    )
  })
})

describe('a stream of changes', () => {
  const sellSeats = (presentationId: number, count: number) =>
    database().query(
      `INSERT INTO sales_delta (day, presentation_id, kind, subject_id, channel, quantity, gross) VALUES ($1, $2, 'seat', 11, 'shop', $3, $4)`,
      [TODAY, presentationId, count, count * 10_000],
    )
  /** The next changes that have the cell. */
  const until = async (stream: Awaited<ReturnType<typeof openChanges>>, cell: string) => {
    for (;;) {
      const told = await stream.nextCells()
      if (!told || cell in told.cells) return told
    }
  }

  test('tells a dashboard what was sold of its own business, once for all who see the same, and goes on from a version', async () => {
    const streams = [
      await openChanges(one, 'screen=reports'),
      await openChanges(one, 'screen=reports'),
      await openChanges(two, 'screen=reports'),
    ]
    const first = await Promise.all(streams.map((stream) => stream.nextCells()))
    expect(first.map((told) => told?.cells['sum.sold'])).toEqual(['2', '2', '1'])
    await sellSeats(1, 1)
    const told = await Promise.all(streams.slice(0, 2).map((stream) => until(stream, 'sum.sold')))
    expect(told.map((one) => one?.cells)).toEqual([told[0]?.cells, told[0]?.cells])
    expect(told[0]?.cells).toMatchObject({ 'sum.sold': '3', 'presentations.1.sold': '2' })
    expect(told[0]?.cells).not.toHaveProperty('presentations.2.sold')
    const later = await openChanges(one, `screen=reports&since=${told[0]?.id ?? ''}`)
    await sellSeats(4, 1)
    expect((await until(streams[2] ?? later, 'sum.sold'))?.cells['sum.sold']).toBe('2')
    await sellSeats(1, -1)
    // Whoever came with the version of now has got nothing but what was sold since.
    expect((await later.nextCells())?.cells['sum.sold']).toBe('2')
    await sellSeats(4, -1)
    expect((await until(streams[2] ?? later, 'sum.sold'))?.cells['sum.sold']).toBe('1')
    for (const stream of [...streams, later]) stream.leave()
    expect(await Promise.all(streams.map((stream) => until(stream, 'none')))).toEqual([undefined, undefined, undefined])
  })

  /** Opens the streams of five and changes what four of them may see. @returns how those of the four ended, within how many ms after they were opened, and the fifth */
  const streamsOfChanged = async () => {
    const openedAt = performance.now()
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => aStaffMember()))
    await database().query(`UPDATE staff_role SET business_ids = NULL WHERE role = 'a role'`)
    await database().query(`UPDATE staff SET role = 'a role' WHERE staff_id = $1`, [people[4]?.staffId])
    const streams = await Promise.all(people.map((person) => openChanges(person, 'screen=reports')))
    await Promise.all(streams.map((stream) => stream.nextCells()))
    const [gone, closed, narrowed] = people.map(({ staffId }) => String(staffId))
    await database()
      .query(`DELETE FROM staff_session WHERE staff_id = ${gone ?? ''}; UPDATE staff SET disabled_at = now() WHERE staff_id = ${closed ?? ''};
      UPDATE staff SET business_ids = '{2}' WHERE staff_id = ${narrowed ?? ''};
      UPDATE staff_role SET business_ids = '{2}' WHERE role = 'a role'`)
    const ends = streams.map((stream) => until(stream, 'none'))
    const ended = await Promise.race([Promise.all([...ends.slice(0, 3), ends[4]]), sleep(30_000, 'open')])
    return { ended, within: performance.now() - openedAt, isOpen: Promise.race([ends[3], sleep(1_000, 'open')]), leave: streams[3]?.leave }
  }

  test('ends for who is signed out, was closed or sees something else now, and for nobody else', async () => {
    await database().query(`INSERT INTO staff_role (role, permissions) VALUES ('a role', '{266}')`)
    let within = Infinity
    // At once, not when the stream asks again, which it does every ten seconds: on a machine that stalls the first try may take longer.
    for (let tries = 0; tries < 4 && within >= 10_000; tries++) {
      const found = await streamsOfChanged()
      expect([found.ended, await found.isOpen]).toEqual([Array(4).fill(undefined), 'open'])
      found.leave?.()
      ;({ within } = found)
    }
    expect(within).toBeLessThan(10_000)
  })

  test('opens for nobody who may not see the screen', async () => {
    const gate = await aStaffMember({ role: 'gate' })
    const refused = [
      await openChanges({ cookie: '' }, 'screen=reports'),
      await openChanges(gate, 'screen=reports'),
      await openChanges(two, `screen=reports&asked=${encodeURIComponent('featureId=2')}`),
      await openChanges(one, 'screen=people'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 400])
  })
})

/** Calls about what the member of staff has nothing of. */
const FOREIGN: readonly (readonly [who: () => StaffPerson, path: string])[] = [
  [() => two, 'v2/featureData?featureId=2'],
  [() => ofRole, 'v2/featureData?featureId=2'],
  [() => ofRole, 'v2/presentationData?presentationIds=1,2'],
  [() => two, 'v2/availablePresentations?featureId=2'],
  [() => two, 'v2/presentationData?presentationId=1'],
  [() => two, 'v2/presentationData?presentationIds=1,2'],
  [() => two, 'locationTicketSales/data/2030-01-01/2'],
  [() => two, 'featureTicketSales?featureId=2'],
  [() => two, 'featureTicketSales/data/2030-01-01?locationId=2'],
  [() => two, 'v2/availableFeatures?locationId=2'],
  [() => ofNoShow, 'v2/featureData?featureId=1'],
  [() => ofNoShow, 'v2/presentationData?presentationId=1'],
]

test.each(FOREIGN)('%s ids of others get the same 404 as ids that do not exist: %s', async (who, path) => {
  const [foreign, missing] = [await get(who(), path), await get(who(), path.replace(/[12](?=$|,2$)/, '987654'))]
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect((await get(owner, path)).status).toBe(path.includes('locationId=2') ? 404 : 200)
})

/** How many ids are guessed. */
const GUESSES = Number(process.env.GUESSES ?? 900)

test('guessed ids of features, presentations and reservations show a producer of nothing of them one answer', async () => {
  const guesser = await aStaffMember({ businessIds: [3] })
  const { rows } = await database().query<{ id: string }>('SELECT reservation_identifier AS id FROM orders')
  const numbers = Array.from({ length: GUESSES / 3 }, (_none, n) => String(n + 1))
  const guesses = [
    ...numbers.map((id) => `v2/featureData?featureId=${id}`),
    ...numbers.map((id) => `v2/presentationData?presentationId=${id}`),
    ...[...rows.map(({ id }) => id), ...numbers.map((id) => `R${id.padStart(19, '0')}`)].map((id) => `/reservations/${id}/producerCancel`),
  ]
  const answers = new Set<string>()
  for (let at = 0; at < guesses.length; at += 50)
    for (const { status, body } of await Promise.all(guesses.slice(at, at + 50).map((path) => get(guesser, path))))
      answers.add(`${String(status)} ${JSON.stringify(body)}`)
  expect([rows.length > 0, guesses.length >= GUESSES, [...answers]]).toEqual([true, true, [expect.stringMatching(/^404 .*NOT_FOUND/)]])
})

test.each([
  'v2/featureData',
  'v2/featureData?featureId=1&startDate=2026-02-02&endDate=2026-02-01',
  'v2/featureData?featureId=1&startDate=0000-01-01',
  'v2/availableFeatures?dateType=3',
  'featureTicketSales?isByLocation=yes',
])('%s is refused as a bad request', async (path) => {
  expect((await get(one, path)).status).toBe(400)
})

const CALLS = [
  ...[
    'v2/availableFeatures',
    'v2/featureData?featureId=1',
    'v2/availablePresentations?featureId=1',
    'v2/presentationData?presentationId=4',
  ],
  ...['locationTicketSales', 'locationTicketSales/data/2030-01-01/0', 'featureTicketSales', 'featureTicketSales/data/2030-01-01'],
  'monitors/PresentationSales/data',
]

test.each(Object.entries(ROLES))(
  'R6.18 a role of %s has every call by its permission, of all businesses, of one and of none',
  async (role, permissions) => {
    const mayRead = permissions.some((one) => one === PERMISSIONS.reports)
    for (const [businessIds, statuses] of [
      [null, [200]],
      [[2], [200]],
      [[], [200, 404]],
    ] as const) {
      const member = await aStaffMember({ role, businessIds })
      for (const path of CALLS) {
        const { status, body } = await get(member, path)
        expect([path, status]).toEqual([path, mayRead ? expect.toBeOneOf([...statuses]) : 403])
        if (businessIds?.length === 0) expect(JSON.stringify(body)).not.toContain('הצגת בדיקה')
      }
    }
    for (const path of CALLS) expect((await get({ cookie: '' }, path)).status).toBe(401)
  },
)

/** The number of lines in the log of staff about files. */
const exportLines = async () => Number(await cellOf(`SELECT count(*)::int FROM staff_audit WHERE action = 'export'`))

testChecks(SALES_CHECKS, {
  'screens of numbers are of their permission': async () => {
    const open = await ofPages<(context: object, name: string) => Promise<{ status: number }>>('PRES-live/_sales/_open.ts', 'openSales')
    return (await open(pageContext(await aStaffMember({ role: 'gate' }), '/PRES-live/reports'), 'reports')).status === 200
  },
  'files of numbers are of their permission': async () =>
    (await askExport(await aStaffMember({ role: 'gate' }), 'screen=reports&table=days&as=csv')).status === 200,
  'files stand in the log of staff': async () => {
    const before = await exportLines()
    return (await askExport(one, 'screen=reports&table=days&as=csv')).status === 200 && (await exportLines()) === before
  },
  'reports are of what the account may see': async () => {
    await newCatalogue() // what may be seen is kept with the catalogue
    try {
      return (await get(two, 'v2/presentationData?presentationId=1')).status === 200
    } finally {
      await newCatalogue()
    }
  },
  'an id of others is unknown': async () => (await get(two, 'v2/featureData?featureId=2')).status === 200,
})
