import * as z from 'zod/mini'
import { id } from './wire.ts'

/** What a cart has of prepaid vouchers (spec §7). */

const text = (max: number) => z.string().check(z.maxLength(max))

/** What is kept in a cart: no price from a client. */
export const storedVoucher = z.object({
  SystemVoucherId: id,
  /** undefined: the only price of the class. */
  SystemVoucherPriceId: z.optional(id),
  Quantity: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** YYYY-MM-DD, the day that it is valid from; undefined: the day of the purchase. */
  Date: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))),
})

/** The price and what it is redeemed for are only compared (decision 49). */
export const voucherItem = z.extend(storedVoucher, {
  Price: z.optional(z.nullable(z.number())),
  RedemptionData: z.optional(
    z.nullable(z.object({ reference: z.optional(z.nullable(text(200))), price: z.optional(z.nullable(z.number())) })),
  ),
})
export type VoucherItem = z.output<typeof voucherItem>
