import * as z from 'zod/mini'
import { GIFT_CHANNELS, GIFT_NAME_LENGTH, GIFT_PICTURES, GREETING_LENGTH } from '#lib/domain/gifts/gift.ts'
import { id } from '../wire.ts'

/** What a cart has of prepaid vouchers (spec §7). */

const text = (max: number) => z.string().check(z.maxLength(max))

/** Beyond the spec's fields: the voucher is a gift. */
const gift = z.object({
  to: text(GIFT_NAME_LENGTH),
  from: text(GIFT_NAME_LENGTH),
  greeting: text(GREETING_LENGTH),
  picture: z.enum(GIFT_PICTURES),
  channel: z.enum(GIFT_CHANNELS),
  contact: text(200),
  /** YYYY-MM-DDTHH:MM in Asia/Jerusalem; null: once it is paid. */
  at: z.nullable(text(16)),
})

/** What a stored cart keeps of it. */
const storedVoucher = z.object({
  SystemVoucherId: id,
  /** undefined: the only price of the class. */
  SystemVoucherPriceId: z.optional(id),
  Quantity: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** YYYY-MM-DD, the day that it is valid from; undefined: the day of the purchase. */
  Date: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))),
  Gift: z.optional(z.nullable(gift)),
})

/** The price and what it is redeemed for are only compared (decision 49). */
export const voucherItem = z.extend(storedVoucher, {
  Price: z.optional(z.nullable(z.number())),
  RedemptionData: z.optional(
    z.nullable(z.object({ reference: z.optional(z.nullable(text(200))), price: z.optional(z.nullable(z.number())) })),
  ),
})
export type VoucherItem = z.output<typeof voucherItem>
