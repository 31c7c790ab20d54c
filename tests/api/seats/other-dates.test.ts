import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'
import type { Answer } from '#tests/support/buyers/visitor.ts'

/** Dates of presentation 1's show: 2 at the same prices, 3 at ₪40 more a seat, 4 cancelled. 5 is another show in the same hall. */
let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 3, seatsPerRow: 8, places: 2, maxSeats: 4 })
  await database().query(`
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) VALUES (2, 'הצגה אחרת', 1, 90, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    INSERT INTO ticket_group VALUES (3, 'יקר', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge) VALUES (31, 3, 1, 'רגיל', 14000, 500);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats, is_cancelled)
      SELECT id, CASE id WHEN 5 THEN 2 ELSE 1 END, 1, 1, now() + (8 - id) * interval '1 day', 1, 4, 'allowed', id = 4 FROM generate_series(2, 5) AS id;
    INSERT INTO presentation_price SELECT id, 'A', CASE id WHEN 3 THEN 3 ELSE 1 END, 1 FROM generate_series(2, 5) AS id;
    UPDATE catalogue_version SET version = version + 1;`)
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

const PATH = '/order/1/other-dates'
const [FIRST, SECOND] = [seatAt(3, 2), seatAt(4, 2)]
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

/** The same seat at another presentation. */
function at(presentationId: number, seat: SeatAddress): SeatAddress {
  return { ...seat, PresentationId: presentationId, TicketGroupId: presentationId === 3 ? 3 : 1 }
}

/** A visitor with cookies, like a browser, who has locked these seats. */
async function visitorWith(...seats: readonly SeatAddress[]): Promise<Buyer> {
  const visitor = new Buyer(app.origin)
  await visitor.openPage()
  await visitor.lock(...seats)
  return visitor
}

async function shown(visitor: Buyer): Promise<string> {
  return String((await visitor.get(PATH)).body)
}

function datesIn(page: string): readonly number[] {
  return [...page.matchAll(/name="to" value="(\d+)"/g)].map(([, id]) => Number(id))
}

function move(visitor: Buyer, to: number | string, headers: Record<string, string> = FORM): Promise<Answer> {
  return visitor.post(PATH, new URLSearchParams({ to: String(to) }).toString(), headers)
}

/** Who holds seats where: `presentation:seat`, in that order. */
async function heldOf({ uuid }: Buyer): Promise<readonly string[]> {
  const { rows } = await database().query<{ seat: string }>(
    `SELECT presentation_id || ':' || seat_id AS seat FROM seat_claim WHERE holder = $1 AND expires_at > now() ORDER BY presentation_id, seat_id`,
    [uuid],
  )
  return rows.map(({ seat }) => seat)
}

test('lists the show’s other dates with all seats free, soonest first, with the price if it differs', async () => {
  const visitor = await visitorWith(FIRST, SECOND)
  const page = await shown(visitor)
  expect(datesIn(page)).toEqual([3, 2])
  expect(page).toContain('אולם · שורה 2 · מושבים')
  expect(page.match(/בכרטיסים רגילים, במקום/g)).toHaveLength(1)
  expect(page).toMatch(/297\D+ בכרטיסים רגילים, במקום \D+217/)
  await new Buyer(app.origin).lock(at(3, SECOND))
  expect(datesIn(await shown(visitor))).toEqual([2])
  await new Buyer(app.origin).lock(at(2, FIRST))
  const none = await shown(visitor)
  expect(datesIn(none)).toEqual([])
  expect(none).toContain('אין מועד אחר שבו כל המושבים האלה פנויים')
})

test('shows and moves the visitor’s own seats only', async () => {
  const other = await visitorWith(FIRST)
  const visitor = await visitorWith()
  const page = await shown(visitor)
  expect(page).toContain('עוד לא שמורים לכם מושבים')
  expect([datesIn(page), page.includes('שורה 2')]).toEqual([[], false])
  expect((await move(visitor, 2)).status).toBe(409)
  expect([await heldOf(other), await heldOf(visitor)]).toEqual([['1:2003'], []])
  expect((await visitor.get('/order/99/other-dates')).status).toBe(404)
})

test('says that unnumbered places are the same nowhere', async () => {
  const page = await shown(await visitorWith(FIRST, PLACE))
  expect(datesIn(page)).toEqual([])
  expect(page).toContain('מקומות שאינם מסומנים')
})

test('locks all seats there and frees them here with one request; a repeated one leads to the same page', async () => {
  const visitor = await visitorWith(FIRST, SECOND)
  for (let press = 0; press < 2; press += 1) {
    const moved = await move(visitor, 2)
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/order/2'])
    expect(await heldOf(visitor)).toEqual(['2:2003', '2:2004'])
  }
  await new Buyer(app.origin).lock(FIRST)
})

test('says so if somebody was quicker: locks nothing there and keeps the seats here', async () => {
  const visitor = await visitorWith(FIRST, SECOND)
  await new Buyer(app.origin).lock(at(2, SECOND))
  const refused = await move(visitor, 2)
  expect(refused.status).toBe(409)
  expect(String(refused.body)).toContain('מישהו הקדים אתכם')
  expect(datesIn(String(refused.body))).toEqual([3])
  expect(await heldOf(visitor)).toEqual(['1:2003', '1:2004'])
})

test('moves one of two visitors who want the same seats at once; the other keeps their seats', async () => {
  const one = await visitorWith(FIRST, SECOND)
  const two = new Buyer(app.origin)
  await two.openPage()
  const race = await Promise.all([move(one, 3), two.put('/api/seats/lock-seat', { seat: at(3, SECOND) })])
  expect(race.filter(({ status }) => status < 400)).toHaveLength(1)
  const isMoved = race[0].status === 303
  expect(await heldOf(one)).toEqual(isMoved ? ['3:2003', '3:2004'] : ['1:2003', '1:2004'])
})

test('applies the limits of the other date: says how many more seats are allowed and keeps the seats here', async () => {
  const visitor = await visitorWith(FIRST, SECOND, at(2, seatAt(1, 1)), at(2, seatAt(2, 1)), at(2, seatAt(3, 1)))
  const refused = await move(visitor, 2)
  expect(refused.status).toBe(409)
  expect(String(refused.body)).toContain('אי אפשר לבחור יותר מ־4 מושבים')
  expect(String(refused.body)).toContain('המושבים שבחרתם כאן נשארו שלכם')
  expect((await heldOf(visitor)).filter((seat) => seat.startsWith('1:'))).toEqual(['1:2003', '1:2004'])
})

test('completes an interrupted move when it is repeated', async () => {
  const visitor = await visitorWith(FIRST, SECOND, at(2, FIRST), at(2, SECOND))
  const moved = await move(visitor, 2)
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/order/2'])
  expect(await heldOf(visitor)).toEqual(['2:2003', '2:2004'])
})

test.each([
  ['of another show', 5],
  ['that was called off', 4],
  ['that is none', 99],
])('says that a date %s is not offered, not that somebody was quicker', async (_which, to) => {
  const visitor = await visitorWith(FIRST)
  const refused = await move(visitor, to)
  expect(refused.status).toBe(404)
  expect(String(refused.body)).toContain('אי אפשר לעבור למועד הזה')
  expect(String(refused.body)).toContain('המושבים שבחרתם כאן נשארו שלכם')
  expect(String(refused.body)).not.toContain('מישהו הקדים אתכם')
  expect(await heldOf(visitor)).toEqual(['1:2003'])
})

test('moves nothing for another site, another show, a cancelled date or invalid input', async () => {
  const visitor = await visitorWith(FIRST)
  const answers = [
    await move(visitor, 2, { ...FORM, 'sec-fetch-site': 'cross-site' }),
    await move(visitor, 5),
    await move(visitor, 4),
    await move(visitor, 1),
    await move(visitor, 'x'),
    await visitor.post(PATH, '{', { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404, 400, 400])
  expect(await heldOf(visitor)).toEqual(['1:2003'])
})

test('links there from the order page only if the show has another date in the same plan', async () => {
  const visitor = await visitorWith()
  const hasLink = async (id: number) =>
    String((await visitor.get(`/order/${String(id)}`)).body).includes(`/order/${String(id)}/other-dates`)
  await until(() => hasLink(1), 'the link')
  expect(await hasLink(5)).toBe(false)
})

test('refuses a move without a pass and moves nothing, if the captcha is on', async () => {
  const careful = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha' } })
  try {
    const visitor = await visitorWith(FIRST)
    const refused = await visitor.copy(careful.origin).post(PATH, 'to=2', FORM)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(String(refused.body)).toContain('לא רובוט')
    expect(await heldOf(visitor)).toEqual(['1:2003'])
  } finally {
    await careful.stop()
  }
})
