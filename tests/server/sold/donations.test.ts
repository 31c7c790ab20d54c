import { beforeAll, describe, expect, test } from 'vitest'
import type { DonationItem } from '#lib/contract/order/donation-cart.ts'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { receiptOf, receiptsOf } from '#lib/server/documents/receipt-document.ts'
import { receiptSheet } from '#lib/server/documents/receipt-words.ts'
import { renderMail } from '#lib/server/messages/messages.ts'
import { donationReceiptsOf } from '#lib/server/sold/donation/donation-receipts.ts'
import { cartOf as storedCartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cancelItems, itemsOfOrder } from '#lib/server/sold/items.ts'
import { textOf } from '#lib/text/text.ts'
import { boughtBy, cancelCode, cancelled, cancelOf, during, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, CHEAP, DEAR, FEE, newVisitor, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { CUSTOMER, fromHere, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addMemberships, ADULT } from '#tests/support/sold/memberships.ts'
import { addDonations, donate, PUPIL, receiptNumbers, SIXTY } from '#tests/support/sold/donations.ts'

const house = openCancelHouse()
beforeAll(async () => {
  await addMemberships()
  await addDonations()
})

async function codeOf(made: ReturnType<typeof donate>): Promise<string | undefined> {
  const result = await made
  return result.ok ? undefined : result.refusal.code
}

const textCell = async (query: string) => String(await cellOf(query))

async function receiptsOfLast() {
  const key = await textCell('SELECT document_key FROM orders ORDER BY created_at DESC LIMIT 1')
  return donationReceiptsOf(database(), key)
}

async function paidReceipts(key: string) {
  const found = await Promise.all((await receiptsOf(key)).map(({ number }) => receiptOf(key, String(number))))
  return found.flatMap((one) => one ?? [])
}

const FREE = (shekels: number): DonationItem => ({ donationId: 3, donationDetailId: 33, customAmount: shekels })

describe('a donation', () => {
  test('R7.24 is paid at the price of the server, without a charge, and has its receipt at once', async () => {
    const uuid = await newVisitor()
    const item = { ...PUPIL, quantity: 2, customAmount: null, dedication: 'לזכר סבתא מרים' }
    expect(await donate(uuid, [item], 2 * SIXTY)).toMatchObject({
      ok: true,
      value: { ticketIdentifiers: [expect.stringMatching(/^.{20}$/)] },
    })
    const [receipt] = await receiptsOfLast()
    expect(receipt).toMatchObject({
      ...{
        number: expect.stringMatching(/^46-20\d\d-00001$/) as unknown,
        recipient: 'הקרן',
        recipientNumber: '580341192',
        isRecognised: true,
      },
      ...{ donorName: 'נועה ברקאי', donorSsn: CUSTOMER.ssn, amount: 2 * SIXTY, isCancelled: false },
      lines: [{ name: 'יעד 1: תלמיד', quantity: 2, amount: 2 * SIXTY, dedication: 'לזכר סבתא מרים', thanks: 'תודה 1', count: 2 }],
    })
  })

  test('is thanked for by mail, with the address of its receipt', async () => {
    await donate(await newVisitor(), [PUPIL], SIXTY)
    const order = await documentOfOrder(await textCell('SELECT order_id FROM orders'))
    const [receipt] = order?.donationReceipts ?? []
    const mail = order && renderMail(order)
    for (const part of [mail?.text, mail?.html])
      for (const text of ['תודה על התרומה', `/donation/${String(receipt?.number)}`, 'לפי סעיף 46 לפקודת', 'באזור האישי', '/customer'])
        expect(part).toContain(text)
  })

  test('that is not recognised is thanked for without the words of section 46', async () => {
    await donate(await newVisitor(), [FREE(12.5)], 1_250)
    const order = await documentOfOrder(await textCell('SELECT order_id FROM orders'))
    const mail = order && renderMail(order)
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('באזור האישי')
      expect(part).not.toContain('סעיף 46')
    }
  })

  test('beside seats is one order, whose charge is not taken of it', async () => {
    const { visitor } = house.noa
    const seat = seatAt(1, 1)
    expect((await lock(seat, fromHere(visitor.uuid))).ok).toBe(true)
    const made = await donate(visitor.uuid, [PUPIL, FREE(12.5)], ONE + FEE + SIXTY + 1_250, { seats: [lineOf(seat)] })
    expect(made).toMatchObject({ ok: true })
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(await reservationOf(resId, visitor)).toMatchObject({ products: [{ name: 'יעד 1: תלמיד' }, { name: 'יעד 3: אחר', price: 12.5 }] })
    const receipts = await receiptsOfLast()
    expect(receipts.map(({ number, amount, donorSsn }) => ({ number: number.replace(/20\d\d/, 'Y'), amount, donorSsn }))).toEqual([
      { number: 'Y-00001', amount: 1_250, donorSsn: null },
      { number: '46-Y-00001', amount: SIXTY, donorSsn: CUSTOMER.ssn },
    ])
  })

  test('beside seats stands on its own receipt and not on that of the payment, whose total is the rest', async () => {
    const { visitor } = house.noa
    const seat = seatAt(1, 1)
    expect((await lock(seat, fromHere(visitor.uuid))).ok).toBe(true)
    await donate(visitor.uuid, [PUPIL], ONE + FEE + SIXTY, { seats: [lineOf(seat)] })
    const key = await textCell('SELECT document_key FROM orders')
    const [receipt, more] = await paidReceipts(key)
    expect(more).toBeUndefined()
    expect(receipt).toMatchObject({ amount: ONE + FEE, donated: SIXTY })
    expect(receipt?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['ticket', ONE],
      ['serviceCharge', FEE],
    ])
    expect(receipt && receiptSheet(receipt, textOf('he')).notes.join()).toContain('₪60')
  })

  test('alone has no receipt of the payment, and takes no number of those', async () => {
    await donate(await newVisitor(), [PUPIL], SIXTY)
    expect(await paidReceipts(await textCell('SELECT document_key FROM orders'))).toEqual([])
    expect(await cellOf('SELECT (SELECT count(*) FROM receipt) + (SELECT count(*) FROM receipt_due)')).toBe(0)
  })

  test('R4.61 alone replaces the other carts, frees their seats and keeps the customer', async () => {
    const uuid = await newVisitor()
    const seat = seatAt(2, 2)
    await lock(seat, fromHere(uuid))
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seat)] }], customerInfo: CUSTOMER })
    expect(await storeCartOf(uuid, { donations: [PUPIL] })).toMatchObject({ ok: true, value: { totals: { balanceDue: SIXTY } } })
    expect(await storedCartOf(uuid)).toMatchObject({
      donations: [PUPIL],
      presentations: [],
      customerInfo: { firstName: CUSTOMER.firstName },
    })
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ ok: true, value: { seats: [], totals: { balanceDue: SIXTY } } })
    expect((await lock(seat, fromHere(await newVisitor()))).ok).toBe(true)
  })

  test('R4.61 beside seats replaces nothing', async () => {
    const uuid = await newVisitor()
    const seat = seatAt(3, 2)
    await lock(seat, fromHere(uuid))
    const cart = { presentations: [{ id: 1, seats: [lineOf(seat)] }], donations: [PUPIL] }
    expect(await storeCartOf(uuid, cart)).toMatchObject({ ok: true, value: { totals: { balanceDue: ONE + FEE + SIXTY } } })
    expect((await lock(seat, fromHere(await newVisitor()))).ok).toBe(false)
  })

  test.each<[string, string, readonly DonationItem[]]>([
    ['below its limit', 'DONATION_AMOUNT', [FREE(4.99)]],
    ['to a cause that is not open', 'SALE_NOT_OPEN', [{ donationId: 5, donationDetailId: 51 }]],
    ['to a cause that is closed', 'SALE_CLOSED', [{ donationId: 6, donationDetailId: 61 }]],
    ['to nothing that there is', 'DONATION_NOT_FOUND', [{ donationId: 9, donationDetailId: 91 }]],
    ['to two houses', 'CART_INCOMPATIBLE', [PUPIL, { donationId: 4, donationDetailId: 41 }]],
    ['in another shape', 'BAD_REQUEST', [{ donationId: 1 } as DonationItem]],
  ])('%s is refused: %s', async (_what, code, items) => {
    expect(await codeOf(donate(await newVisitor(), items, SIXTY))).toBe(code)
    expect(await receiptNumbers()).toEqual([])
  })

  test('is not taken beside a membership, nor for less than it costs', async () => {
    const uuid = await newVisitor()
    expect(await codeOf(donate(uuid, [PUPIL], 86_000, { memberships: [ADULT] }))).toBe('CART_INCOMPATIBLE')
    expect(await codeOf(donate(uuid, [PUPIL], SIXTY - 1))).toBe('PRICE_CHANGED')
  })

  test('by a card that is declined draws no number: the next one has it', async () => {
    const uuid = await newVisitor()
    expect(await codeOf(donate(uuid, [PUPIL], SIXTY, {}, 'declined'))).toBe('CARD_DECLINED')
    expect(await receiptNumbers()).toEqual([])
    expect(await codeOf(donate(uuid, [PUPIL], SIXTY))).toBeUndefined()
    expect(await receiptNumbers()).toEqual(['580341192:1'])
  })
})

describe('given back', () => {
  test('it is not by its donor, whose tickets of the same order are', async () => {
    const { visitor } = house.noa
    const seat = seatAt(4, 4)
    await lock(seat, fromHere(visitor.uuid))
    const made = await donate(visitor.uuid, [PUPIL], ONE + FEE + SIXTY, { seats: [lineOf(seat)] })
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(await cancelCode(visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
    const tickets = made.ok ? made.value.ticketIdentifiers : []
    const ticket = await textCell('SELECT ticket_identifier FROM order_seat')
    expect(tickets).toContain(ticket)
    expect((await cancelOf(visitor, resId, { items: [ticket] })).ok).toBe(true)
    expect(await cellOf(`SELECT count(*)::int FROM order_item WHERE cancellation_id IS NULL`)).toBe(1)
    expect(await receiptsOfLast()).toMatchObject([{ isCancelled: false }])
  })

  describe('R9.31 it keeps no fee and no product of what is cancelled beside it', () => {
    const PRODUCT = 2_500
    async function given(): Promise<Bought> {
      const more = { products: [{ id: 1, quantity: 1 }], donations: [PUPIL] }
      const made = await boughtBy(house.noa, [seatAt(4, 4)], ONE + FEE + PRODUCT + SIXTY, more)
      return { ...made, tickets: [await textCell('SELECT ticket_identifier FROM order_seat')] }
    }

    test('of a show that is called off, all but the donation goes back with its last ticket', async () => {
      const { resId, tickets } = await given()
      const { decision } = await during('is_cancelled = true', 'is_cancelled = presentation_id = 5', () =>
        cancelled(house.noa.visitor, resId, { items: tickets }),
      )
      expect(decision).toMatchObject({ isWhole: false, worth: ONE + FEE + PRODUCT, charge: 0 })
      expect([await givenBack(), await stateOf(resId)]).toEqual([[ONE + FEE + PRODUCT], 'paid'])
      expect(await receiptsOfLast()).toMatchObject([{ isCancelled: false, amount: SIXTY }])
    })

    test('nor of a ticket that was exchanged since', async () => {
      const old = await boughtBy(house.noa, [seatAt(4, 4)], ONE + FEE + SIXTY, { donations: [PUPIL] })
      const tickets = [await textCell('SELECT ticket_identifier FROM order_seat')]
      const made = await buy(house.noa.visitor.uuid, [seatOn(1, 6)], 0, changing({ ...old, tickets }))
      const { decision } = await cancelled(house.noa.visitor, made.ok ? made.value.reservationIdentifier : '')
      expect(decision).toMatchObject({ isWhole: true, worth: ONE + FEE })
      expect(await stateOf(old.resId)).toBe('paid')
    })
  })

  describe('its money stays with it: what a voucher paid beside it goes back to the voucher', () => {
    const BY_VOUCHER = ONE + FEE
    async function given() {
      const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(BY_VOUCHER))
      const more = { donations: [PUPIL], voucherPayments: [{ id, amount: BY_VOUCHER / 100 }] }
      const made = await boughtBy(house.noa, [seatAt(4, 4)], SIXTY, more)
      return { ...made, id, tickets: [await textCell('SELECT ticket_identifier FROM order_seat')] }
    }

    test('if the ticket is cancelled, and not to the card as credit either', async () => {
      const { resId, tickets, id } = await given()
      expect(await cancelCode(house.noa.visitor, resId, { items: tickets, asCredit: true })).toBe('CANNOT_REFUND_CREDIT_TRANSACTION')
      const { decision } = await cancelled(house.noa.visitor, resId, { items: tickets })
      expect(decision).toMatchObject({ worth: BY_VOUCHER, split: { toPayments: [], toVouchers: [{ amount: BY_VOUCHER }] } })
      expect([await givenBack(), (await voucherState(id))?.balance]).toEqual([[], BY_VOUCHER])
      expect(await paidReceipts(await textCell('SELECT document_key FROM orders'))).toEqual([])
    })

    test('if the ticket is exchanged for a cheaper one, and then cancelled', async () => {
      const old = await given()
      const made = await buy(house.noa.visitor.uuid, [seatOn(3, 3)], 0, changing(old))
      await reconcile()
      expect([await givenBack(), (await voucherState(old.id))?.balance]).toEqual([[], ONE - CHEAP])
      await cancelled(house.noa.visitor, made.ok ? made.value.reservationIdentifier : '')
      expect([await givenBack(), (await voucherState(old.id))?.balance]).toEqual([[], BY_VOUCHER])
    })

    test('if the ticket is exchanged for a dearer one, whose own card gets its part', async () => {
      const old = await given()
      const made = await buy(house.noa.visitor.uuid, [seatOn(2, 3)], DEAR - ONE, changing(old))
      await cancelled(house.noa.visitor, made.ok ? made.value.reservationIdentifier : '')
      expect([await givenBack(), (await voucherState(old.id))?.balance]).toEqual([[DEAR - ONE], BY_VOUCHER])
    })
  })

  test('it is by the house: its receipt keeps its number and says so', async () => {
    await donate(await newVisitor(), [PUPIL], SIXTY)
    const orderId = await textCell('SELECT order_id FROM orders')
    await inTransaction(async (client) => {
      const items = await itemsOfOrder(client, { orderId, kinds: ['donation'], boughtAt: 0, now: 1 })
      expect(items).toMatchObject([{ kind: 'donation', terms: { refusal: 'CANCEL_NOT_ALLOWED' } }])
      await client.query(`SET LOCAL session_replication_role = 'replica'`)
      await cancelItems(client, { orderId, cancellationId: '00000000-0000-4000-8000-00000000000a' }, items)
      const key = await textCell('SELECT document_key FROM orders')
      expect(await donationReceiptsOf(client, key)).toMatchObject([{ isCancelled: true, amount: SIXTY }])
      return { ok: false }
    })
  })
})
