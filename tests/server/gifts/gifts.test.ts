import { beforeAll, describe, expect, test } from 'vitest'
import { forgetCatalogue, knownCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { cancelOwnVoucher, replaceOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'
import { giftPdf } from '#lib/server/documents/pdf/gift-pdf.ts'
import { sweepGifts } from '#lib/server/gifts/gift-rows.ts'
import { openGift } from '#lib/server/gifts/opened-gift.ts'
import { changeGift, giftOf, sendGiftAgain } from '#lib/server/gifts/own-gifts.ts'
import { queueGifts } from '#lib/server/gifts/queue-gifts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { startProcess } from '#tests/support/processes/processes.ts'
import { GIFT, giftItem, giftKeys, giftMessages, giftStates, inMinutes, letGiftsBeDue } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses, boughtVouchers, buyVouchers, HUNDRED, payWith } from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

async function boughtGift(change: object = {}): Promise<{ readonly resId: string; readonly id: number }> {
  const made = await buyVouchers(house.noa.visitor.uuid, [giftItem(change)], HUNDRED)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error(made.ok ? 'There is no voucher.' : made.refusal.code)
  return { resId: made.value.reservationIdentifier, id: voucher.id }
}

describe('a gift', () => {
  test('is sent once it is paid, and its page opens by the key of the message alone', async () => {
    await boughtGift()
    expect(await queueGifts()).toBe(1)
    expect(await queueGifts()).toBe(0)
    const [message] = await giftMessages()
    expect(message).toMatchObject({ to: 'ruth@shura.example', channel: 'mail' })
    expect(message?.text).toContain('נועה ואורי')
    expect(message?.text.match(/₪100/g)).toHaveLength(1)
    const [key = ''] = await giftKeys()
    const [voucher] = await boughtVouchers()
    const opened = await openGift(key)
    expect(opened).toMatchObject({
      to: 'רות',
      from: 'נועה ואורי',
      greeting: 'מזל טוב, אמא.',
      picture: 'moon',
      worth: HUNDRED,
      allowsPartial: true,
      standing: 'active',
    })
    expect(opened?.reference).toBe(voucher?.reference)
    expect(JSON.stringify(opened)).not.toMatch(/ברקאי|noa@|0547314821/)
    expect(await openGift(`${key.slice(1)}0`)).toBeUndefined()
    expect(await openGift("' OR 1")).toBeUndefined()
  })

  test('that is not due costs no look at the catalogue', async () => {
    await boughtGift({ at: inMinutes(60) })
    forgetCatalogue()
    expect(await queueGifts()).toBe(0)
    expect(knownCatalogue()).toBeUndefined()
  })

  test('is sent once by those who send at the same time', async () => {
    await buyVouchers(
      await newVisitor(),
      Array.from({ length: 10 }, () => giftItem()),
      10 * HUNDRED,
    )
    await Promise.all([queueGifts(), queueGifts(), queueGifts()])
    expect((await giftMessages()).length).toBe(10)
  })

  test('stands in the database without its names, its contact and its key', async () => {
    await boughtGift()
    const stored = String(await cellOf(`SELECT encode(sealed, 'escape') || encode(key_hash, 'escape') FROM voucher_gift`))
    expect(stored).not.toMatch(/ruth|רות/)
    await queueGifts()
    expect(stored).not.toContain((await giftKeys())[0])
  })

  test('is a page to print, with picture, greeting, number and code', async () => {
    await boughtGift({ greeting: 'א '.repeat(80).trim() })
    await queueGifts()
    const gift = await openGift((await giftKeys())[0] ?? '')
    const pages = gift ? paintedPages(await giftPdf(gift, 'he')) : []
    expect(pages).toHaveLength(1)
    for (const text of ['תורל', '₪100', gift?.reference ?? '?']) expect(pages[0]).toContain(text)
  })

  test('of a later hour waits for it by the clock of the database', async () => {
    await boughtGift({ at: inMinutes(90) })
    expect([await queueGifts(), await giftMessages(), await giftStates()]).toEqual([0, [], ['waiting']])
    await letGiftsBeDue()
    expect([await queueGifts(), (await giftMessages()).length, await giftStates()]).toEqual([1, 1, ['sent']])
  })

  test('that is handed over by its buyer is written to nobody', async () => {
    const { id } = await boughtGift({ channel: 'print', contact: '' })
    expect([await queueGifts(), await giftMessages()]).toEqual([0, []])
    const own = await giftOf(house.noa.customerId, id)
    expect(await openGift(own?.key ?? '')).toMatchObject({ standing: 'active' })
  })

  test('that was not paid is not sent, does not open, and its names are deleted later', async () => {
    await buyVouchers(await newVisitor(), [giftItem()], HUNDRED, {}, 'declined')
    expect([await queueGifts(), await giftStates()]).toEqual([0, ['ordered']])
    await database().query(`UPDATE voucher_gift SET created_at = created_at - interval '31 days'`)
    await sweepGifts()
    expect(await giftStates()).toEqual([])
  })

  test('whose voucher was cancelled before is never sent; after it, its page says so', async () => {
    const { resId, id } = await boughtGift({ at: inMinutes(90) })
    expect(
      await cancelOwnVoucher({ visitor: house.noa.visitor, caller: null }, String(id), { reservationIdentifier: resId }),
    ).toMatchObject({ ok: true })
    await letGiftsBeDue()
    expect([await queueGifts(), await giftMessages(), await giftStates()]).toEqual([1, [], ['withdrawn']])
    const later = await boughtGift()
    await queueGifts()
    await cancelOwnVoucher({ visitor: house.noa.visitor, caller: null }, String(later.id), { reservationIdentifier: later.resId })
    expect(await openGift((await giftKeys())[0] ?? '')).toMatchObject({ standing: 'cancelled', reference: null })
  })

  test('whose voucher was replaced is never sent, and its page tells no reference', async () => {
    const { resId, id } = await boughtGift({ at: inMinutes(90) })
    const own = await giftOf(house.noa.customerId, id)
    expect(await replaceOwnVoucher(house.noa.visitor, String(id), resId)).toMatchObject({ ok: true })
    await letGiftsBeDue()
    expect([await queueGifts(), await giftMessages()]).toEqual([1, []])
    expect(await openGift(own?.key ?? '')).toMatchObject({ standing: 'replaced', reference: null })
  })

  test('that was spent shows what is left, and pays for whoever types its reference', async () => {
    const { id } = await boughtGift()
    await queueGifts()
    expect(await payWith(house.noa.visitor.uuid, id)).toMatch(/^.{20}$/)
    expect(await openGift((await giftKeys())[0] ?? '')).toMatchObject({ balance: 4_300, worth: HUNDRED })
  })

  test.each([
    ['two in one line', { ...giftItem(), Quantity: 2 }, 'GIFT_IS_ONE'],
    ['a greeting that is too long', giftItem({ greeting: 'א'.repeat(161) }), 'BAD_REQUEST'],
    ['a contact that is none', giftItem({ contact: 'ruth' }), 'GIFT_CONTACT'],
  ])('of %s is refused', async (_name, item, code) => {
    expect(await buyVouchers(await newVisitor(), [item], HUNDRED)).toMatchObject({ refusal: { code } })
  })
})

describe('the buyer of a gift', () => {
  test('changes it until it is sent', async () => {
    const { id } = await boughtGift({ at: inMinutes(90) })
    const wanted = { ...GIFT, channel: 'sms' as const, contact: '052-618-0937', at: inMinutes(30) }
    expect(await changeGift(house.noa.customerId, id, { ...wanted, at: '2020-01-01T09:00' })).toMatchObject({
      refusal: { code: 'GIFT_TIME' },
    })
    expect(await changeGift(house.noa.customerId, id, wanted)).toMatchObject({
      ok: true,
      value: { contact: '0526180937', state: 'waiting' },
    })
    await letGiftsBeDue()
    await queueGifts()
    const sent = await giftMessages()
    expect(sent).toMatchObject([{ to: '0526180937', channel: 'sms' }])
    expect(sent[0]?.text.match(/₪100/g)).toHaveLength(1)
    expect(await changeGift(house.noa.customerId, id, wanted)).toMatchObject({ refusal: { code: 'GIFT_SENT' } })
  })

  test('sends it again three times, with the same key, and not after it was cancelled', async () => {
    const { id, resId } = await boughtGift()
    expect(await sendGiftAgain(house.noa.customerId, id)).toMatchObject({ refusal: { code: 'GIFT_NOT_FOUND' } })
    await queueGifts()
    for (let time = 0; time < 3; time++) expect(await sendGiftAgain(house.noa.customerId, id)).toMatchObject({ ok: true })
    expect(await sendGiftAgain(house.noa.customerId, id)).toMatchObject({ refusal: { code: 'TOO_MANY_REQUESTS' } })
    expect([(await giftKeys()).length, new Set(await giftKeys()).size]).toEqual([4, 1])
    await cancelOwnVoucher({ visitor: house.noa.visitor, caller: null }, String(id), { reservationIdentifier: resId })
    expect(await sendGiftAgain(house.noa.customerId, id)).toMatchObject({ refusal: { code: 'NOT_ACTIVE' } })
  })

  test('alone sees, changes and sends it', async () => {
    const { id } = await boughtGift({ at: inMinutes(90) })
    const other = house.noa.customerId + 1
    expect(await giftOf(other, id)).toBeUndefined()
    expect(await changeGift(other, id, GIFT)).toMatchObject({ refusal: { code: 'GIFT_NOT_FOUND' } })
    await letGiftsBeDue()
    await queueGifts()
    expect(await sendGiftAgain(other, id)).toMatchObject({ refusal: { code: 'GIFT_NOT_FOUND' } })
  })
})

/** Orders of ten gifts; GIFTS=1000 is the full length. */
const ORDERS = Math.ceil(Number(process.env.GIFTS ?? 60) / 10)

describe('gifts that are due at one minute', () => {
  test('are all sent, none twice, by two processes of which one is killed again and again', { timeout: 600_000 }, async () => {
    for (let order = 0; order < ORDERS; order++) {
      const items = Array.from({ length: 10 }, (_none, at) =>
        giftItem({ contact: `r${String(order * 10 + at)}@shura.example`, at: inMinutes(90) }),
      )
      expect(await buyVouchers(await newVisitor(), items, 10 * HUNDRED)).toMatchObject({ ok: true })
    }
    const stays = startProcess(['tests/support/processes/queue-gifts.ts'])
    let killed = startProcess(['tests/support/processes/queue-gifts.ts'])
    await Promise.all([stays.firstLine, killed.firstLine])
    await letGiftsBeDue()
    const begun = performance.now()
    let kills = 0
    while ((await giftStates()).includes('waiting')) {
      await new Promise((done) => setTimeout(done, 5 + ((kills * 7) % 40)))
      killed.child.kill('SIGKILL')
      await killed.finished
      kills++
      killed = startProcess(['tests/support/processes/queue-gifts.ts'])
      if (kills % 3 === 0) await killed.firstLine
    }
    const seconds = (performance.now() - begun) / 1_000
    for (const { child } of [stays, killed]) child.kill('SIGKILL')
    await Promise.all([stays.finished, killed.finished])
    const told = (await giftMessages()).map(({ to }) => to)
    expect([told.length, new Set(told).size]).toEqual([ORDERS * 10, ORDERS * 10])
    process.stdout.write(`${String(told.length)} gifts in ${seconds.toFixed(1)} s, ${String(kills)} times killed\n`)
  })
})
