import { beforeAll, expect, test } from 'vitest'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { sweepGifts } from '#lib/server/gifts/gift-rows.ts'
import { openGift } from '#lib/server/gifts/opened-gift.ts'
import { queueGifts } from '#lib/server/gifts/queue-gifts.ts'
import { openSealedGift } from '#lib/server/gifts/sealed-gift.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { giftItem, giftKeys, giftMessages, giftStates, inMinutes, letGiftsBeDue } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses, buyVouchers, HUNDRED } from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

async function deleteBuyer(): Promise<void> {
  const { visitor } = house.noa
  const customer = await areaCustomerOf(visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  expect(await deleteCustomerOf({ visitor, customer, caller: null, locale: 'he' })).toEqual({ ok: true, value: null })
}

/** To whom gifts go as far as the database knows it, the oldest first. */
async function receivers(): Promise<readonly string[]> {
  const { rows } = await database().query<{ sealed: Buffer }>('SELECT sealed FROM voucher_gift ORDER BY created_at, line')
  return rows.map(({ sealed }) => openSealedGift(sealed)).map(({ contact, key }) => (key === '' ? contact : `${contact} by a key`))
}

test('a gift that waits is sent after its buyer was deleted, and only then forgets where it went; its card still opens', async () => {
  await buyVouchers(house.noa.visitor.uuid, [giftItem({ at: inMinutes(90) })], HUNDRED)
  await deleteBuyer()
  await sweepGifts()
  expect([await receivers(), await giftStates()]).toEqual([['ruth@shura.example by a key'], ['waiting']])
  await letGiftsBeDue()
  expect([await queueGifts(), await giftMessages()]).toMatchObject([1, [{ to: 'ruth@shura.example' }]])
  await sweepGifts()
  expect(await receivers()).toEqual([''])
  const [key = ''] = await giftKeys()
  expect(await openGift(key)).toMatchObject({ to: 'רות', greeting: 'מזל טוב, אמא.', worth: HUNDRED, standing: 'active' })
})

test('a gift that was sent before forgets it with the deletion; gifts of others remember theirs', async () => {
  await buyVouchers(house.noa.visitor.uuid, [giftItem()], HUNDRED)
  await buyVouchers(await newVisitor(), [giftItem({ contact: 'other@shura.example' })], HUNDRED)
  await queueGifts()
  await deleteBuyer()
  expect(await receivers()).toEqual(['', 'other@shura.example by a key'])
})
