import { beforeAll, describe, expect, test } from 'vitest'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { rekey } from '#lib/server/operations/rekey/rekey.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { decryptText, deriveKey, encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { donationReceiptsOf, type DonationReceipt } from '#lib/server/sold/donation/donation-receipts.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cartOf, CUSTOMER } from '#tests/support/buyers/house.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { addDonations, donate, PUPIL, receiptNumbers, SIXTY } from '#tests/support/sold/donations.ts'

/** What stays of a donation: whatever the provider says, whoever is forgotten, and whichever secret seals it. */

const BEFORE = 'the secret of before with enough characters'
process.env.SECRET_PREVIOUS = BEFORE

const house = openCancelHouse()
beforeAll(addDonations)

async function receipt(): Promise<DonationReceipt | undefined> {
  const [found] = await donationReceiptsOf(database(), String(await cellOf('SELECT document_key FROM orders')))
  return found
}

describe('a donation whose provider does not answer', () => {
  const provider = new FaultyProvider()
  test('after it charged is given once, with one receipt, however often the page asks', async () => {
    replaceProvider(provider)
    const buyer = new FaultBuyer(provider, [])
    await buyer.hold()
    expect(await storeCartOf(buyer.uuid, { donations: [PUPIL], customerInfo: CUSTOMER })).toMatchObject({ ok: true })
    const { formName } = await buyer.openForm()
    provider.plan(buyer.uuid, 'charge', 'silentAfter')
    const cart = { ...cartOf([], provider.fillIn(formName, 'card')), donations: [PUPIL] }
    await Promise.all([1, 2, 3].map(() => commit(buyer.uuid, { cart }, 'he')))
    expect(await buyer.settle()).toBeLessThanOrEqual(120)
    expect(await commit(buyer.uuid, { cart }, 'he')).toMatchObject({ ok: true })
    expect([await buyer.ownNet(), provider.netOf(buyer.uuid)]).toEqual([SIXTY, SIXTY])
    expect(await receiptNumbers()).toEqual(['580341192:1'])
  })
})

describe('a donation of a customer', () => {
  async function given(): Promise<DetailsCaller> {
    const { visitor } = house.noa
    const made = await donate(visitor.uuid, [{ ...PUPIL, dedication: 'לזכר סבתא מרים' }], SIXTY)
    const customer = await areaCustomerOf(visitor)
    if (!made.ok || !customer) throw new Error('Nothing was given by a customer.')
    return { visitor, customer, caller: null, locale: 'he' }
  }

  test('is in the file of their data, with its amount and dedication', async () => {
    const file = (await (await dataFileOf(await given())).json()) as object
    const item = { kind: 'donation', name: 'יעד 1: תלמיד', quantity: 1, price: 60, said: { dedication: 'לזכר סבתא מרים' } }
    expect(file).toMatchObject({ orders: [{ amount: 60, items: [item] }] })
  })

  test('keeps its receipt when they are deleted, as the law asks for, and forgets in whose memory it was given', async () => {
    const caller = await given()
    const before = await receipt()
    expect(await deleteCustomerOf(caller)).toEqual({ ok: true, value: null })
    expect(await cellOf('SELECT ssn_encrypted IS NULL FROM orders')).toBe(true)
    const { number, donorName, amount } = before ?? {}
    expect(await receipt()).toMatchObject({ number, donorName, amount, donorSsn: CUSTOMER.ssn, lines: [{ dedication: '', amount: SIXTY }] })
  })
})

test('the sealed ID number of a receipt is sealed anew after a change of the secret, once', async () => {
  await donate(await newVisitor(), [PUPIL], SIXTY)
  const sealedBefore = encryptText(CUSTOMER.ssn, deriveKey(BEFORE, 'pii'))
  await database().query('UPDATE donation_receipt SET ssn_encrypted = $1', [sealedBefore])
  expect(await receipt()).toMatchObject({ donorSsn: CUSTOMER.ssn })
  expect(await rekey()).toMatchObject({ 'donation_receipt.ssn_encrypted': 1 })
  const sealed = (await cellOf('SELECT ssn_encrypted FROM donation_receipt')) as Buffer
  expect(decryptText(sealed, [keyFor('pii')])).toBe(CUSTOMER.ssn)
  expect(await rekey()).toMatchObject({ 'donation_receipt.ssn_encrypted': 0 })
})
