import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { buildHouse, emptyHouse, seatAt } from '#tests/support/buyers/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const provider = new FaultyProvider()

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  replaceProvider(provider)
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => replaceProvider(undefined))

async function buyerHolding(): Promise<FaultBuyer> {
  const buyer = new FaultBuyer(provider, [seatAt(4, 4)])
  await buyer.hold()
  return buyer
}

/** Number of forms still to be checked because of a callback. */
async function toldForms(): Promise<number> {
  return (await database().query('SELECT FROM payment_form WHERE told_at IS NOT NULL')).rowCount ?? 0
}

test('a charge in a form of another visitor orders nothing, although the provider names this visitor', async () => {
  const buyer = await buyerHolding()
  const { formName } = await buyer.openForm()
  const identifier = provider.fillIn(formName, 'wallet')
  await database().query('UPDATE payment_form SET holder = gen_random_uuid()')
  expect(await buyer.commit(identifier)).toMatchObject({ refusal: { code: 'PAYMENT_FORM_INVALID' } })
  expect(await buyer.orders()).toEqual([])
  await database().query('UPDATE payment_form SET holder = $1', [buyer.uuid])
  expect(await buyer.commit(identifier)).toMatchObject({ ok: true })
})

test('a callback that arrives during a check is checked in the next round, and then no more', async () => {
  const buyer = await buyerHolding()
  const { formName } = await buyer.openForm()
  expect(await buyer.tell(formName)).toBe(204)
  const ask = provider.findForm.bind(provider)
  provider.findForm = async (name) => {
    const fate = await ask(name)
    provider.findForm = ask
    provider.fillIn(formName, 'wallet')
    expect(await buyer.tell(formName)).toBe(204)
    return fate
  }
  await reconcile()
  expect([await buyer.orders(), await toldForms()]).toEqual([[], 1])
  await reconcile()
  expect([await buyer.orders(), await toldForms()]).toEqual([['paid'], 0])
})

test('a payment of two tabs is not refunded while the other one is in doubt: it pays for the seats if the other did not', async () => {
  const buyer = await buyerHolding()
  const tabs = [await buyer.openForm(), await buyer.openForm()] as const
  const card = provider.fillIn(tabs[0].formName, 'card')
  provider.plan(buyer.uuid, 'charge', 'silentBefore')
  expect(await buyer.commit(card)).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
  provider.fillIn(tabs[1].formName, 'wallet')
  expect(await buyer.tell(tabs[1].formName)).toBe(204)
  await reconcile()
  expect([await buyer.orders(), await toldForms(), provider.netOf(buyer.uuid)]).toEqual([['paying'], 1, DUE])
  await buyer.settle()
  expect([await buyer.orders(), await toldForms(), provider.netOf(buyer.uuid)]).toEqual([['failed', 'paid'], 0, DUE])
  expect(buyer.lies).toEqual([])
})
