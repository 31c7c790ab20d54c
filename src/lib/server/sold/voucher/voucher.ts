import * as z from 'zod/mini'
import { voucherItem, type VoucherItem } from '#lib/contract/order/voucher-cart.ts'
import { checkVoucherItems, type CheckedVoucher, type WantedVoucherItem } from '#lib/domain/cart/check-voucher-items.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { issueVouchers, noteVoucherPurchases } from '#lib/server/entitlements/bought-vouchers.ts'
import { keepGifts, orderGift } from '#lib/server/gifts/gift-rows.ts'
import { insertItems, issueItems, shownItems } from '../port/order-items.ts'
import type { SoldKind } from '../port/port.ts'
import { cancelBoughtVouchers, voucherItemsOf } from './voucher-cancel.ts'

/** Sold prepaid vouchers; they pay like imported ones. */
export const voucher = {
  name: 'voucher',
  field: 'vouchers',
  parse({ vouchers = [] }) {
    const items = z.array(voucherItem).safeParse(vouchers)
    return items.success ? accept(items.data.map(wantedOf)) : refuse('BAD_REQUEST')
  },
  wantedIn: ({ others }) => (others?.voucher ?? []) as readonly WantedVoucherItem[],
  factsOf: () => Promise.resolve(accept(undefined)),
  check: (wanted, _facts, around) => checkVoucherItems(wanted, around),
  prepare: () => Promise.resolve(undefined),
  async reserve(client, { orderId }, { lines }) {
    await insertItems(client, orderId, lines)
    const purchases = lines.map(({ subjectId, priceId, worth, bundle, allowsPartial, businessIds, exchangeDays }, line) => ({
      ...{ line, subjectId, priceId, worth, bundle, allowsPartial, businessIds, exchangeDays },
    }))
    await noteVoucherPurchases(client, orderId, purchases)
    for (const [line, { gift }] of lines.entries()) if (gift) await orderGift(client, { orderId, line }, gift)
    return undefined
  },
  async issue(client, { orderId, holder }) {
    await issueItems(client, orderId, 'voucher')
    await issueVouchers(client, orderId, holder)
    await keepGifts(client, orderId)
  },
  // Nothing to release: an unpaid order has issued nothing, and its gifts are swept.
  release: () => Promise.resolve(),
  itemsOf: (client, order) => voucherItemsOf(client, order),
  cancel: cancelBoughtVouchers,
  shown: (client, orderId) => shownItems(client, orderId, 'voucher'),
} as const satisfies SoldKind<WantedVoucherItem, CheckedVoucher, undefined, undefined>

function wantedOf({
  SystemVoucherId,
  SystemVoucherPriceId,
  Quantity = 1,
  Date,
  Price,
  RedemptionData,
  Gift,
}: VoucherItem): WantedVoucherItem {
  return {
    classId: SystemVoucherId,
    priceId: SystemVoucherPriceId ?? null,
    quantity: Quantity,
    date: Date ?? null,
    price: Price ?? null,
    redemption: RedemptionData ? { reference: RedemptionData.reference ?? null, price: RedemptionData.price ?? null } : null,
    gift: Gift ?? null,
  }
}
