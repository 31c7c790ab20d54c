import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cartOf, CUSTOMER } from '#tests/support/buyers/house.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { keepForSubscribers } from '#tests/support/seats/kept.ts'
import { addEnrolments, lockSeat, SERIES, SERIES_DATES, seriesItem, ticketsSold } from '#tests/support/sold/enrolments.ts'
import { boughtMembers } from '#tests/support/sold/memberships.ts'

openCancelHouse()
beforeAll(() => addEnrolments())

const provider = new FaultyProvider()
beforeEach(() => {
  replaceProvider(provider)
})

const SOLD = SERIES_DATES.map((id) => `${String(id)}-1003: S`)

/** Somebody with a series on seat 3, whose form is open. */
async function payer() {
  const buyer = new FaultBuyer(provider, [])
  await buyer.hold()
  expect(await lockSeat(buyer.uuid, 3)).toBeUndefined()
  expect(await storeCartOf(buyer.uuid, { memberships: [seriesItem(3)], customerInfo: CUSTOMER })).toMatchObject({ ok: true })
  return { buyer, ...(await buyer.openForm()) }
}

function pay(uuid: string, paymentIdentifier: string) {
  return commit(uuid, { cart: { ...cartOf([], paymentIdentifier), memberships: [seriesItem(3)] } }, 'he')
}

describe('a series whose payment', () => {
  test.each([
    ['was charged without an answer is paid with all its dates, once', 'silentAfter', 1],
    ['was neither charged nor answered is not sold, and its seats are free again', 'silentBefore', 0],
  ] as const)('%s', async (_name, fault, times) => {
    const { buyer, formName } = await payer()
    provider.plan(buyer.uuid, 'charge', fault)
    provider.plan(buyer.uuid, 'find', 'silentBefore', 'silentBefore')
    expect(await pay(buyer.uuid, provider.fillIn(formName, 'card'))).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
    await buyer.settle()
    expect([buyer.lies, provider.netOf(buyer.uuid)]).toEqual([[], times * SERIES])
    expect((await ticketsSold()).filter((one) => one.endsWith('S'))).toEqual(times === 1 ? SOLD : [])
    expect(await boughtMembers()).toHaveLength(times)
  })

  test('came after its locks ran out is sold, if nobody has taken a seat of it', async () => {
    const { buyer, formName } = await payer()
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE holder = $1`, [buyer.uuid])
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect([await buyer.orders(), await ticketsSold(), provider.netOf(buyer.uuid)]).toEqual([['paid'], SOLD, SERIES])
  })

  test.each([
    ['goes back whole, if a seat of it is kept for others by now', [102], false, 0],
    ['is sold, if its seat is kept for those who buy it', [101], false, 1],
    ['is sold, if its lock runs on although the seat is kept for others by now', [102], true, 1],
  ])('came after its seat was kept, and %s', async (_name, membershipIds, isLocked, times) => {
    const { buyer, formName } = await payer()
    if (!isLocked) await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE holder = $1`, [buyer.uuid])
    if (isLocked) await database().query(`UPDATE seat_claim SET claimed_at = now() - interval '5 minutes' WHERE holder = $1`, [buyer.uuid])
    await keepForSubscribers(13, [1003], undefined, membershipIds)
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect([provider.netOf(buyer.uuid), (await ticketsSold()).filter((one) => one.endsWith('S'))]).toEqual([
      times * SERIES,
      times === 1 ? SOLD : [],
    ])
    await checkInvariants()
    await database().query('DELETE FROM seat_keep')
  })

  test('came after its locks ran out goes back whole, if somebody has taken its seat on one date', async () => {
    const { buyer, formName } = await payer()
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 hour' WHERE holder = $1`, [buyer.uuid])
    const rival = await newVisitor()
    await database().query(`UPDATE seat_claim SET holder = $1, expires_at = now() + interval '1 hour' WHERE presentation_id = 13`, [rival])
    await database().query(`INSERT INTO audit (action, subject, uuid) VALUES ('lock', '13:1003', $1)`, [rival])
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect([buyer.lies, provider.netOf(buyer.uuid), await boughtMembers()]).toEqual([[], 0, []])
    expect((await ticketsSold()).filter((one) => one.endsWith('S'))).toEqual([])
  })
})
