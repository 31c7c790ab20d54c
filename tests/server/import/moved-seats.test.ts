import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { addOtherDays, boughtTwo, buy, cartFor, FEE, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { redraw, type DrawnSeat } from '#tests/support/buyers/redrawn-plan.ts'

const ACCEPTED = { options: { acceptMoves: true } }

beforeAll(async () => {
  vi.stubEnv('LOCALES', 'he,en')
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(async () => {
  await emptyHouse()
  await redraw(ACCEPTED)
  await database().query('DELETE FROM seat_move')
})
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

/** Seat 1 of row 1 is called 101. */
function renamed(seat: DrawnSeat): DrawnSeat {
  return seat.guid === '1-1' ? { ...seat, seat: '101' } : seat
}

async function namesSold(): Promise<string[]> {
  const { rows } = await database().query<{ name: string }>(
    `SELECT concat_ws('/', section_name, row_name, seat_name) AS name FROM order_seat s WHERE NOT is_gone(s) ORDER BY presentation_id, seat_id`,
  )
  return rows.map(({ name }) => name)
}

async function told(): Promise<{ mails: string[]; texts: string[] }> {
  const { rows } = await database().query<{ channel: string; orderId: string; kind: string }>(
    `SELECT channel, order_id AS "orderId", kind FROM outbox WHERE kind LIKE 'moved:%' ORDER BY created_at, channel`,
  )
  const mails = rows.filter(({ channel }) => channel === 'mail').map(async ({ orderId, kind }) => (await mailOf(orderId, kind))?.text ?? '')
  const texts = rows.filter(({ channel }) => channel === 'sms').map(async ({ orderId, kind }) => (await smsOf(orderId, kind)) ?? '')
  return { mails: await Promise.all(mails), texts: await Promise.all(texts) }
}

describe('a plan that changes under sold seats', () => {
  test('is refused with a list and the number of people, and nothing is written', async () => {
    await boughtTwo()
    await boughtTwo(undefined, [seatOn(1, 3), seatOn(1, 4)])
    const before = await cellOf('SELECT version FROM seatplan WHERE seatplan_id = 1')
    const outcome = await redraw({ seat: renamed })
    expect(outcome.moves.map(writeRemark)).toEqual([
      'house.json: $.seatplans[0]: the seat "אולם, 1, 1" is called "אולם, 1, 101": held by 1 person',
    ])
    expect(outcome.problems.map(writeRemark)).toEqual([
      'house.json: $.seatplans[0]: one person has what is listed above to move: --accept-moves writes it, and tells them by mail and SMS',
    ])
    expect(await cellOf('SELECT version FROM seatplan WHERE seatplan_id = 1')).toBe(before)
    expect(await namesSold()).toEqual(['אולם/1/1', 'אולם/1/2', 'אולם/1/3', 'אולם/1/4'])
    expect([await cellOf('SELECT count(*)::int FROM seat_move'), await queueMoved()]).toEqual([0, 0])
  })

  test('renames what was sold, and each buyer is told once by mail and SMS, over any number of processes and imports', async () => {
    await boughtTwo()
    await boughtTwo(undefined, [seatOn(1, 3), seatOn(1, 4)])
    expect((await redraw({ seat: renamed, ...ACCEPTED })).problems).toEqual([])
    expect(await namesSold()).toEqual(['אולם/1/101', 'אולם/1/2', 'אולם/1/3', 'אולם/1/4'])
    expect((await redraw({ seat: renamed })).changes).toBe(0)
    await Promise.all(Array.from({ length: 5 }, () => queueMoved()))
    const { mails, texts } = await told()
    expect([mails.length, texts.length]).toEqual([1, 1])
    expect(mails[0]).toContain('אולם · שורה 1 · מושב 1 נקרא עכשיו אולם · שורה 1 · מושב 101')
    expect(texts[0]).toContain('101')
  })

  test('tells nobody of a seat that keeps its name and its place in a drawing that is larger', async () => {
    await boughtTwo()
    const outcome = await redraw({ seat: (seat) => ({ ...seat, x: seat.x * 3 + 100, y: seat.y * 3 }) })
    expect([outcome.problems, outcome.moves]).toEqual([[], []])
    expect(await queueMoved()).toBe(0)
  })

  test('lists seats that change places in the drawing, though they keep their names', async () => {
    await boughtTwo()
    const swapped = (seat: DrawnSeat): DrawnSeat =>
      seat.guid === '1-1' ? { ...seat, x: 300, y: 150 } : seat.guid === '5-10' ? { ...seat, x: 30, y: 30 } : seat
    const outcome = await redraw({ seat: swapped })
    expect(outcome.moves.map(({ sentence }) => sentence)).toEqual(['the seat "אולם, 1, 1" stands elsewhere: held by 1 person'])
    await redraw({ seat: swapped, ...ACCEPTED })
    await queueMoved()
    expect((await told()).mails).toEqual([expect.stringContaining('אולם · שורה 1 · מושב 1 עומד עכשיו במקום אחר באולם')])
  })

  test('knows a seat by its names if its guid is new, and never by its place', async () => {
    await boughtTwo()
    const id = await cellOf(`SELECT seat_id FROM order_seat WHERE seat_name = '1'`)
    expect((await redraw({ seat: ({ guid: _guid, ...seat }) => seat })).problems).toEqual([])
    expect(await cellOf(`SELECT seat_id FROM seat WHERE seatplan_id = 1 AND row_name = '1' AND seat_name = '1'`)).toBe(id)
    const other = await redraw({ seat: ({ guid: _guid, ...seat }) => (seat.row === '1' ? { ...seat, row: 'א' } : seat), ...ACCEPTED })
    expect(other.problems.map(({ sentence }) => sentence)).toEqual([
      '2 seats or places that are held or sold at presentation 1 are no longer in the plan: "אולם, 1, 1"; "אולם, 1, 2"',
    ])
  })

  test('counts who has a seat locked or unpaid, and tells those who can be reached', async () => {
    const uuid = await browserOf(await makeMember(), [seatAt(1, 1)])
    expect((await commit(uuid, { cart: { ...cartFor([seatAt(1, 1)]), isHold: true } }, 'he')).ok).toBe(true)
    const browser = await newVisitor()
    expect((await lock(seatOn(1, 2), fromHere(browser))).ok).toBe(true)
    const both = (seat: DrawnSeat): DrawnSeat => (seat.row === '1' ? { ...seat, row: 'א' } : seat)
    const refused = await redraw({ seat: both })
    expect(refused.problems.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('2 people have what is listed above')])
    expect((await redraw({ seat: both, ...ACCEPTED })).problems).toEqual([])
    await queueMoved()
    expect((await told()).mails).toEqual([expect.stringContaining('שורה א')])
  })

  test('renames places of general admission with their section', async () => {
    const uuid = await newVisitor()
    expect((await buy(uuid, [PLACE], 5_000 + FEE, { seats: cartOf([PLACE]).seats })).ok).toBe(true)
    expect((await redraw({ lawn: 'הדשא' })).moves.map(({ sentence }) => sentence)).toEqual([
      'the seat "מדשאה" is called "הדשא": held by 1 person',
    ])
    await redraw({ lawn: 'הדשא', ...ACCEPTED })
    expect(await namesSold()).toEqual(['הדשא'])
    await queueMoved()
    expect((await told()).mails).toEqual([expect.stringContaining('מדשאה נקרא עכשיו הדשא')])
  })

  test('leaves tickets of the past and of what was called off as they are', async () => {
    await boughtTwo()
    await database().query(`UPDATE presentation SET starts_at = now() - interval '1 hour' WHERE presentation_id = 1`)
    const outcome = await redraw({ seat: renamed })
    await database().query(`UPDATE presentation SET starts_at = now() + interval '3 days' WHERE presentation_id = 1`)
    expect([outcome.problems, outcome.moves]).toEqual([[], []])
    expect(await namesSold()).toEqual(['אולם/1/1', 'אולם/1/2'])
  })

  test('tells an order that was being paid once it is paid, and its tickets have the new name', async () => {
    const own = paymentProvider()
    const seen: number[] = []
    replaceProvider({
      ...own,
      charge: async (request) => {
        expect((await redraw({ seat: renamed, ...ACCEPTED })).problems).toEqual([])
        seen.push(await queueMoved())
        return own.charge(request)
      },
    })
    expect((await buy(await newVisitor(), [seatOn(1, 1)], ONE + FEE)).ok).toBe(true)
    expect(seen).toEqual([0])
    await queueMoved()
    expect([await namesSold(), (await told()).mails.length]).toEqual([['אולם/1/101'], 1])
  })

  test('renamed twice before anybody is told: one message, from the name that the order knows; there and back: none', async () => {
    await boughtTwo()
    await redraw({ seat: renamed, ...ACCEPTED })
    await redraw({ seat: (seat) => (seat.guid === '1-1' ? { ...seat, seat: '201' } : seat), ...ACCEPTED })
    await queueMoved()
    expect((await told()).mails).toEqual([expect.stringContaining('מושב 1 נקרא עכשיו אולם · שורה 1 · מושב 201')])
    await redraw({ seat: renamed, ...ACCEPTED })
    await redraw({ seat: (seat) => (seat.guid === '1-1' ? { ...seat, seat: '201' } : seat), ...ACCEPTED })
    await queueMoved()
    expect((await told()).mails).toHaveLength(1)
  })

  test('an order that was written with the old name while the import committed gets the new one before it is told', async () => {
    await boughtTwo()
    await redraw({ seat: renamed, ...ACCEPTED })
    await database().query(`UPDATE order_seat SET seat_name = '1' WHERE seat_name = '101'`)
    await queueMoved()
    expect(await namesSold()).toEqual(['אולם/1/101', 'אולם/1/2'])
  })

  test('is told in the language of the order', async () => {
    await boughtTwo()
    await database().query(`UPDATE orders SET locale = 'en'`)
    await redraw({ seat: renamed, ...ACCEPTED })
    await queueMoved()
    expect((await told()).mails).toEqual([expect.stringContaining('is now called')])
  })
})
