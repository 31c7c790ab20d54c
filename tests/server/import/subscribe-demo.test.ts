import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoFiles, importDemo } from '#lib/demo/import-demo.ts'
import { subscribeDemo } from '#lib/demo/sales/subscribe-demo.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { reservationsOf } from '#lib/server/customers/area/customer-reservations.ts'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { sendPageOf } from '#lib/server/friends/send-page.ts'
import { changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { currentProvider, replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { givesBack, takesBack } from '#tests/support/sold/resales.ts'

let michal: SignedIn
beforeAll(async () => {
  await freshDatabase()
  await importDemo()
  expect(await subscribeDemo()).toEqual(['שמונה ערבים בחוף', 'סדרת הבכורות, סיבוב שני', 'עונת התיאטרון'])
  michal = await signedIn(Number(await cellOf(`SELECT customer_id FROM customer WHERE mobile_number = '0525550141'`)))
})
afterEach(checkInvariants)

describe('the demo’s subscriber', () => {
  test('has a membership of which two entries are used, a series and a season, paid as everybody pays', async () => {
    const members = await membersOfCustomer(michal.customerId, michal.visitor.uuid)
    expect(new Map(members.map(({ name, balance, usedBalance }) => [name, [balance, usedBalance]]))).toEqual(
      new Map([
        ['שמונה ערבים בחוף', [6, 2]],
        ['סדרת הבכורות, סיבוב שני', [null, 0]],
        ['עונת התיאטרון', [null, 0]],
      ]),
    )
    const evenings = await eveningsShown(michal.customerId)
    expect(evenings.map(({ state }) => state)).toEqual(Array.from({ length: 4 + 5 + 3 }, () => 'mine'))
    expect(await cellOf(`SELECT count(*)::int FROM orders WHERE customer_id = $1 AND state = 'paid'`, [michal.customerId])).toBe(4)
    expect(
      await cellOf(`SELECT count(*)::int FROM outbox JOIN orders USING (order_id) WHERE customer_id = $1 AND outbox.state <> 'withheld'`, [
        michal.customerId,
      ]),
    ).toBe(0)
  })

  test('can exchange, send and give back evenings at once', async () => {
    const listed = reservationsOf({ from: await catalogue(), now: Date.now() }, await ordersOfCustomer(michal.customerId))
    const held = listed.filter(({ canChange }) => canChange)
    expect(held.length).toBeGreaterThanOrEqual(2)
    for (const { ReservationIdentifier: resId } of held) {
      expect((await changePageOf(michal.visitor.uuid, resId))?.showings.length).toBeGreaterThan(0)
      expect((await sendPageOf(michal.visitor.uuid, resId))?.tickets.length).toBeGreaterThan(0)
    }
    const open = (await eveningsShown(michal.customerId)).filter(({ offer }) => offer !== null)
    expect(new Set(open.map(({ membershipId }) => membershipId))).toEqual(new Set([21, 31]))
    expect([await givesBack(michal, open[0]?.presentationId), await takesBack(michal, open[0]?.presentationId)]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('buys once, and keeps what she has when the demo is imported again', async () => {
    expect(await subscribeDemo()).toEqual([])
    expect((await importCatalogue(demoFiles())).problems).toEqual([])
    expect(await cellOf('SELECT count(*)::int FROM session WHERE customer_id IS NOT NULL')).toBe(1) // that of this test
  })
})

test('who has no sandbox to pay by buys nothing', async () => {
  await database().query('UPDATE orders SET customer_id = NULL')
  replaceProvider({ ...currentProvider(), name: 'real' })
  expect(await subscribeDemo()).toEqual([])
  replaceProvider(undefined)
})
