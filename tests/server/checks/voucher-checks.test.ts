import { resolve } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { cancelOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'
import { becomeCustomer } from '#lib/server/customers/sign-in/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { dropVoucher, keepVoucher, numberKept } from '#lib/server/entitlements/kept-vouchers.ts'
import { vouchersOfOrder } from '#lib/server/entitlements/order-vouchers.ts'
import { voucherBalancesOf } from '#lib/server/entitlements/system-vouchers.ts'
import { replaceVoucherOf } from '#lib/server/entitlements/voucher-replacement.ts'
import { giftsOfOrder } from '#lib/server/gifts/order-gifts.ts'
import { giftOf } from '#lib/server/gifts/own-gifts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { aBrowser, aCustomer, cookiesOf, type CustomerPerson } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { VOUCHER_CHECKS } from '#tests/support/checks/voucher-checks.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { giftItem } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses, boughtVouchers, buyVouchers, HUNDRED, VOUCHER, type BoughtVoucher } from '#tests/support/sold/vouchers.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addVoucherClasses()
})

async function boughtBy(uuid: string): Promise<BoughtVoucher & { readonly resId: string }> {
  const made = await buyVouchers(uuid, [VOUCHER], HUNDRED)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error('Not bought.')
  return { ...voucher, resId: made.value.reservationIdentifier }
}

/** A voucher that somebody has bought and this customer keeps. */
async function keptBy({ uuid, customerId }: CustomerPerson): Promise<BoughtVoucher> {
  const voucher = await boughtBy((await aBrowser()).uuid)
  await keepVoucher({ uuid, caller: null, network: null, customerId }, voucher.reference, () => Promise.resolve(accept(null)))
  return voucher
}

/** The page of an own voucher. */
async function voucherPage() {
  return (await import(resolve('src/pages/customer/vouchers/_acts.ts'))) as {
    openVoucher: (context: object, visitor: object, info: object) => Promise<object | undefined>
  }
}

testChecks(VOUCHER_CHECKS, {
  'of a gift its buyer alone is told, changes it and sends it': async () => {
    await buyVouchers((await aBrowser()).uuid, [giftItem()], HUNDRED)
    const id = (await boughtVouchers()).at(-1)?.id ?? 0
    return (await giftOf((await aCustomer()).customerId, id)) !== undefined
  },
  'a bought voucher pays for the session that bought it': async () => {
    const [buyer, other] = [await aBrowser(), await aBrowser()]
    const { id } = await boughtBy(buyer.uuid)
    return (await voucherBalancesOf(other.uuid, [id])).size > 0
  },
  'vouchers kept are the customer’s own': async () => {
    const { id } = await keptBy(await aCustomer())
    const shown = await vouchersOf(await catalogue(), (await aCustomer()).customerId)
    return shown.some(({ SystemVoucherId }) => SystemVoucherId === id)
  },
  'whoever keeps a voucher is not told the order that bought it': async () => {
    const customer = await aCustomer()
    await keptBy(customer)
    return (await vouchersOf(await catalogue(), customer.customerId)).some((one) => one.ReservationIdentifier !== null)
  },
  'the number of a voucher is shown to who keeps it': async () => {
    const { id } = await keptBy(await aCustomer())
    return (await numberKept((await aCustomer()).customerId, id)) !== undefined
  },
  'the number of a voucher that was given is shown to whom it was given': async () => {
    const reference = await makeVoucher(5_000)
    const { rows } = await database().query<{ id: number }>('SELECT max(system_voucher_id) AS id FROM system_voucher')
    return reference !== '' && (await numberKept((await aCustomer()).customerId, rows[0]?.id ?? 0)) !== undefined
  },
  'the number of a bought voucher is told with its order alone': async () => {
    const { id } = await boughtBy((await aBrowser()).uuid)
    const { customerId } = await aCustomer()
    await database().query('UPDATE system_voucher SET customer_id = $1 WHERE system_voucher_id = $2', [customerId, id])
    return (await numberKept(customerId, id)) !== undefined
  },
  'a voucher that is kept is removed by who keeps it': async () => {
    const { id } = await keptBy(await aCustomer())
    const other = await aCustomer()
    return (await dropVoucher(other.uuid, other.customerId, id)).ok
  },
  'a voucher is added on our own page': async () => {
    const { reference } = await boughtBy((await aBrowser()).uuid)
    const request = new Request('http://127.0.0.1/customer/vouchers/add', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ number: reference }),
    })
    const { addVoucher } = (await import(resolve('src/pages/customer/vouchers/_add.ts'))) as {
      addVoucher: (context: object, visitor: object, customer: object) => Promise<object>
    }
    const owner = await aCustomer()
    const locals = { visitor: owner, locale: 'he', requestId: '', said: undefined }
    return 'goTo' in (await addVoucher({ request, locals, cookies: cookiesOf(), clientAddress: '127.0.0.1' }, owner, owner))
  },
  'references of an order are shown to its buyer': async () => {
    const { resId } = await boughtBy((await aBrowser()).uuid)
    return (await vouchersOfOrder(resId, (await aBrowser()).uuid)).length > 0
  },
  'gifts of an order are shown to its buyer': async () => {
    const buyer = await aBrowser()
    await buyVouchers(buyer.uuid, [giftItem()], HUNDRED)
    const resId = String(await cellOf('SELECT reservation_identifier FROM orders ORDER BY created_at DESC LIMIT 1'))
    expect(await giftsOfOrder(resId, buyer.uuid)).toHaveLength(1)
    return (await giftsOfOrder(resId, (await aBrowser()).uuid)).length > 0
  },
  'a bought voucher comes with the own orders': async () => {
    const { id } = await boughtBy((await aBrowser()).uuid)
    const customerId = await inTransaction((client) => becomeCustomer(client, { mobileNumber: '0521112233' }))
    return (await boughtVouchers()).find((one) => one.id === id)?.customerId === customerId
  },
  'of a voucher its customer alone is told': async () => {
    const { resId, reference } = await boughtBy((await aCustomer()).uuid)
    const told = await cancelOwnVoucher({ visitor: await aCustomer(), caller: null }, reference, { reservationIdentifier: resId })
    return told.ok || told.refusal.code !== 'SYSTEM_VOUCHER_NOT_FOUND'
  },
  'a voucher is replaced by its customer': async () => {
    const { id } = await boughtBy((await aCustomer()).uuid)
    const other = await aCustomer()
    return (await replaceVoucherOf(other.customerId, id, other.uuid)).ok
  },
  'a replacement pays for the session that asked for it': async () => {
    const [owner, other] = [await aCustomer(), await aBrowser()]
    const { id } = await boughtBy(owner.uuid)
    const replaced = await replaceVoucherOf(owner.customerId, id, owner.uuid)
    return replaced.ok && (await voucherBalancesOf(other.uuid, [replaced.value.id])).size > 0
  },
  'an own voucher is replaced and cancelled on our own pages': async () => {
    const owner = await aCustomer()
    const { id, resId } = await boughtBy(owner.uuid)
    const request = new Request(`http://127.0.0.1/customer/vouchers/${String(id)}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ act: 'replace', yes: '1' }),
    })
    const locals = { visitor: owner, locale: 'he', requestId: '', said: undefined }
    const context = { request, locals, params: { id: String(id) }, cookies: cookiesOf(), clientAddress: '127.0.0.1' }
    const { openVoucher } = await voucherPage()
    const opened = await openVoucher(context, owner, { SystemVouchers: [{ SystemVoucherId: id, ReservationIdentifier: resId }] })
    return opened !== undefined && 'goTo' in opened
  },
})
