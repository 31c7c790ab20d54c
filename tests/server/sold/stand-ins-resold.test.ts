import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { moneyLeftOf } from '#lib/server/payments/money-left.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cancelCode, cancelled, during, givenBack, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { claimsOn, DEAR, FEE, ledgerOf, newVisitor } from '#tests/support/buyers/changes.ts'
import { cartOf, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { addEnrolments, SERIES } from '#tests/support/sold/enrolments.ts'
import { addExchanges, boughtSeries, DEAR_ROW, exchange, exchanged, MORE, take, type BoughtSeries } from '#tests/support/sold/evenings.ts'
import { allowResale, buysSingle, CREDIT, eveningOn, givesBack, SHARE, takesBack } from '#tests/support/sold/resales.ts'

/** An evening that was had in exchange (date 16 for date 11), and is given back for resale. */

const house = openCancelHouse()
beforeAll(async () => {
  await addEnrolments(1)
  await allowResale()
  await addExchanges()
})
let series: BoughtSeries
beforeEach(async () => {
  series = await boughtSeries(house.noa.visitor.uuid)
})

const RESERVATION = /^.{20}$/
const standIn = () => exchanged(series, 11, [{ show: 16, x: 5 }])
const dearStandIn = () => exchanged(series, 11, [{ show: 16, x: 2, y: DEAR_ROW }], MORE)
const states = () => cellOf(`SELECT coalesce(string_agg(state, ' ' ORDER BY resale_id), '') FROM resale`)
const vouchers = () => cellOf("SELECT coalesce(json_agg(balance), '[]') FROM system_voucher WHERE customer_id IS NOT NULL")

/** What is credited of the dear one: the part of the membership and what was paid more for it, less one fee. */
const DEAR_CREDIT = (SHARE + MORE) * 0.9 - 500

/** What of an order, and of those that led to it, can go back no more because it was credited. */
async function creditedTo(resId: string): Promise<number> {
  const orderId = String(await cellOf(`SELECT order_id FROM orders WHERE reservation_identifier = '${resId}'`))
  return (await moneyLeftOf(database(), orderId)).credited
}

async function sellsDear(): Promise<void> {
  const uuid = await newVisitor()
  await take(uuid, [{ show: 16, x: 2, y: DEAR_ROW }])
  const seat = { ...seatAt(2, DEAR_ROW), PresentationId: 16, TicketGroupId: 4 }
  const made = await commit(uuid, { cart: { ...cartOf([], await prepareCard(uuid, DEAR + FEE)), seats: [lineOf(seat, 41)] } }, 'he')
  if (!made.ok) throw new Error(made.refusal.code)
}

describe('an evening that was had in exchange and is given back', () => {
  test('is for sale, holds until it is sold, and is credited once, of the membership’s order', async () => {
    const made = await standIn()
    expect(await givesBack(house.noa, 16, CREDIT)).toBeUndefined()
    expect([await claimsOn(16), await eveningOn(house.noa, 16)]).toMatchObject([[], { resale: 'offered', credit: CREDIT, isActive: true }])
    expect(await exchange(made, 16, [{ show: 1, x: 5 }])).toBe('ON_RESALE')
    await checkInvariants()
    expect(await buysSingle(5, 16)).toMatch(RESERVATION)
    expect([await vouchers(), await states()]).toEqual([[CREDIT], 'sold'])
    expect([await ledgerOf(series.resId), await ledgerOf(made.resId)]).toEqual([
      [`charge ${String(SERIES)}`, `voucher -${String(CREDIT)}`],
      [],
    ])
    expect(await cellOf(`SELECT count(*)::int FROM outbox WHERE kind LIKE 'resold:%'`)).toBe(2)
    expect([await givesBack(house.noa, 16), await takesBack(house.noa, 16)]).toEqual(['ON_RESALE', 'SEAT_NOT_AVAILABLE'])
    expect(await exchange(made, 16, [{ show: 1, x: 6 }])).toBe('ORDER_CONFLICT')
  })

  test('is credited with what was paid more for it, of the order that paid that, and with one fee', async () => {
    const made = await dearStandIn()
    expect((await eveningsShown(house.noa.customerId)).find(({ presentationId }) => presentationId === 16)?.offer).toMatchObject({
      share: SHARE + MORE,
      credit: DEAR_CREDIT,
    })
    expect(await givesBack(house.noa, 16, DEAR_CREDIT)).toBeUndefined()
    await sellsDear()
    expect(await vouchers()).toEqual([DEAR_CREDIT])
    expect([await ledgerOf(series.resId), await ledgerOf(made.resId)]).toEqual([
      [`charge ${String(SERIES)}`, `voucher -${String(CREDIT)}`],
      [`charge ${String(MORE)}`, `voucher -${String(MORE * 0.9)}`],
    ])
    expect([await creditedTo(series.resId), await creditedTo(made.resId)]).toEqual([CREDIT, DEAR_CREDIT])
  })

  test('is taken back, or by coming with its ticket, and may be given back again', async () => {
    await standIn()
    await givesBack(house.noa, 16)
    expect([await takesBack(house.noa, 16), await claimsOn(16)]).toEqual([undefined, ['S 1005']])
    expect([await givesBack(house.noa, 16), await states()]).toEqual([undefined, 'taken_back offered'])
    await database().query('UPDATE order_seat SET used_at = now() WHERE presentation_id = 16')
    expect([await states(), await buysSingle(5, 16)]).toEqual(['taken_back taken_back', 'SEAT_NOT_AVAILABLE'])
  })

  test('admits nobody once it is sold', async () => {
    await standIn()
    await givesBack(house.noa, 16)
    await buysSingle(5, 16)
    await expect(
      database().query('UPDATE order_seat SET used_at = now() WHERE presentation_id = 16 AND evening_order IS NOT NULL'),
    ).rejects.toThrow('sold to somebody else')
  })

  test('and its membership’s other evenings are each credited their own part', async () => {
    await standIn()
    for (const [date, x] of [
      [16, 5],
      [12, 3],
      [13, 3],
      [14, 3],
    ] as const) {
      expect(await givesBack(house.noa, date)).toBeUndefined()
      await buysSingle(x, date)
    }
    expect(await vouchers()).toEqual([CREDIT, CREDIT, CREDIT, CREDIT])
    expect(await cancelCode(house.noa.visitor, series.resId)).toBe('CANCEL_NOT_ALLOWED')
  })

  test('is cancelled with its offer if the house calls the show off', async () => {
    const made = await dearStandIn()
    await givesBack(house.noa, 16)
    await during('is_cancelled = presentation_id = 16', 'is_cancelled = false', async () => {
      expect(await givesBack(house.noa, 16)).toBe('ON_RESALE')
      await cancelled(house.noa.visitor, made.resId)
    })
    await reconcile()
    expect([await states(), await givenBack(), await vouchers()]).toEqual(['ended', [MORE], []])
  })
})

describe('cancelling the membership', () => {
  test('ON_RESALE: it waits until what was had in exchange is taken back, which then stays and is not given back again', async () => {
    await standIn()
    await givesBack(house.noa, 16)
    expect(await cancelCode(house.noa.visitor, series.resId)).toBe('ON_RESALE')
    await takesBack(house.noa, 16)
    await cancelled(house.noa.visitor, series.resId)
    expect([await claimsOn(16), await givesBack(house.noa, 16)]).toEqual([['S 1005'], 'RESALE_NOT_ALLOWED'])
    const shown = (await eveningsShown(house.noa.customerId)).find(({ presentationId }) => presentationId === 16)
    expect(shown).toMatchObject({ state: 'mine', isLeftOver: true, offer: null })
  })

  test('pays nothing twice that was credited before', async () => {
    await dearStandIn()
    await givesBack(house.noa, 16)
    await sellsDear()
    const { decision } = await cancelled(house.noa.visitor, series.resId)
    await reconcile()
    expect(decision).toMatchObject({ worth: SERIES - CREDIT, charge: SHARE - CREDIT })
    expect([await givenBack(), await vouchers()]).toEqual([[SERIES - SHARE], [DEAR_CREDIT]])
  })

  test('promises nothing any more of an offer that is past; nobody is credited if a payment of the seat comes late', async () => {
    await standIn()
    await givesBack(house.noa, 16)
    const start = String(await cellOf('SELECT starts_at::text FROM presentation WHERE presentation_id = 16'))
    await during(
      `starts_at = CASE presentation_id WHEN 16 THEN now() - interval '1 minute' ELSE starts_at END`,
      'is_cancelled = false',
      () => cancelled(house.noa.visitor, series.resId),
    )
    await database().query('UPDATE presentation SET starts_at = $1 WHERE presentation_id = 16', [start])
    await checkInvariants()
    expect(await buysSingle(5, 16)).toMatch(RESERVATION)
    expect([await states(), await vouchers()]).toEqual(['sold', []])
  })

  test('at the same moment as giving back: whoever comes second sees what the first has done', async () => {
    await standIn()
    const table = await database().connect()
    await table.query('BEGIN; LOCK TABLE cancellation IN SHARE MODE')
    const ended = cancelCode(house.noa.visitor, series.resId)
    await untilWaiting(1, 'INSERT INTO cancellation')
    const back = givesBack(house.noa, 16)
    await Promise.race([back, untilWaiting(2)])
    await table.query('COMMIT')
    table.release()
    expect([await ended, await back]).toEqual([undefined, 'RESALE_NOT_ALLOWED'])
  })
})
