import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { givenBack, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { statusOf } from '#tests/support/checks/routes.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { addVoucherClasses, boughtVouchers, buyVouchers, HUNDRED, VOUCHER } from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

interface Page {
  readonly openVoucher: (
    context: object,
    visitor: object,
    info: object,
  ) => Promise<{ asks?: string; offer?: object; problem?: string; goTo?: string }>
  readonly answerOf: (opened: object) => Record<string, string>
}

/** Buys a voucher as the signed-in customer. @returns the page of that voucher: what a form of it leads to, and what its question sends */
async function voucherPage() {
  const { visitor } = house.noa
  const made = await buyVouchers(visitor.uuid, [VOUCHER], HUNDRED)
  const id = (await boughtVouchers()).at(-1)?.id ?? 0
  const { openVoucher, answerOf } = (await import(resolve('src/pages/customer/vouchers/_acts.ts'))) as Page
  const ReservationIdentifier = made.ok ? made.value.reservationIdentifier : ''
  const send = (fields: Record<string, string>) => {
    const request = new Request(`http://127.0.0.1/customer/vouchers/${String(id)}`, { method: 'POST', body: new URLSearchParams(fields) })
    const locals = { visitor, locale: 'he', requestId: '', said: undefined }
    const context = { request, locals, params: { id: String(id) }, cookies: cookiesOf(), clientAddress: '127.0.0.1' }
    return openVoucher(context, visitor, { SystemVouchers: [{ SystemVoucherId: id, ReservationIdentifier }] })
  }
  /** The call of the contract, as a script makes it. */
  const call = async (more: object) => {
    const request = new Request(`http://127.0.0.1/api/system-vouchers/${String(id)}/cancel`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        uuid: house.noa.visitor.uuid,
        host: '127.0.0.1',
        cookie: `${cookieNames().sid}=${house.noa.sid}`,
      },
      body: JSON.stringify({ reservationIdentifier: ReservationIdentifier, ...more }),
    })
    return statusOf('system-vouchers/[reference]/cancel.ts', request, { reference: String(id) })
  }
  return { send, answerOf, call }
}

const balances = async () => (await vouchersOf(await catalogue(), house.noa.customerId)).map(({ Balance }) => Balance)

test('a refund that the provider does not make is offered as credit, and the form agrees to just that', async () => {
  const { send, answerOf } = await voucherPage()
  replaceProvider({ ...paymentProvider(), canRefund: false })
  const asked = await send({ act: 'cancel' })
  expect(asked).toMatchObject({ asks: 'cancel', offer: { refund: 95, toCard: 0, toCredit: 95, mayBeCredit: true } })
  expect(await send(answerOf(asked))).toEqual({ goTo: '/customer#vouchers' })
  expect([await balances(), await givenBack()]).toEqual([[95], []])
})

test('of a refund to the card the form says nothing of credit; if the provider stops meanwhile, it says so and offers credit', async () => {
  const { send, answerOf } = await voucherPage()
  const asked = await send({ act: 'cancel' })
  replaceProvider({ ...paymentProvider(), canRefund: false })
  expect((await send(answerOf(asked))).problem).toMatch(/אינו מאפשר החזר/)
  expect(await balances()).toEqual([100])
  const again = await send({ act: 'cancel' })
  replaceProvider(undefined)
  expect(answerOf(asked)).toEqual({ act: 'cancel', yes: '1', refund: '95' })
  expect(await send(answerOf(again))).toEqual({ goTo: '/customer#vouchers' })
  expect([await balances(), await givenBack()]).toEqual([[95], []])
})

test('R7.13 the call asks for credit too, and for no other refund than was agreed to', async () => {
  const { call } = await voucherPage()
  replaceProvider({ ...paymentProvider(), canRefund: false })
  expect([await call({}), await call({ refundToTransactionCredit: true, expectedRefund: 96 })]).toEqual([409, 409])
  expect(await balances()).toEqual([100])
  expect(await call({ refundToTransactionCredit: true, expectedRefund: 95 })).toBe(200)
  expect([await balances(), await givenBack()]).toEqual([[95], []])
})
