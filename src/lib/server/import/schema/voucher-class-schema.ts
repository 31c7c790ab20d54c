import { MAX_QUANTITY_FOR_VOUCHERS } from '#lib/domain/catalogue/system-vouchers.ts'
import { GIFT_PICTURES } from '#lib/domain/gifts/gift.ts'
import { z } from 'zod'
import { id, name } from './seatplan-schema.ts'
import { moment, shekels, text } from './value-schema.ts'
import { word, wordsOf } from './words-schema.ts'

/** The list of the catalogue file with prepaid vouchers for sale. */

const price = z.strictObject({
  id,
  name,
  note: text.default(''),
  price: shekels.describe('What it costs.'),
  redemption: z
    .strictObject({
      reference: name.nullish().describe('By what the house knows what it is redeemed for.'),
      price: shekels.optional().describe('What it pays, in place of `tickets`.'),
      tickets: z.int().min(1).max(50).optional().describe('A bundle: it pays so many tickets, the dearest first, in place of money.'),
      ticketGroupIds: z.array(id).min(1).max(500).optional().describe('Of a bundle: tickets of which groups; left out: of all.'),
      categoryIds: z
        .array(id)
        .min(1)
        .max(100)
        .optional()
        .describe('Of a bundle: tickets to features of which categories; left out: of all.'),
      upTo: shekels.optional().describe('Of a bundle: what it pays of a ticket at most; left out: whatever the ticket costs.'),
    })
    .nullish()
    .describe('What it pays, if that is another amount than it costs, or tickets. Left out: it pays what it costs.'),
  words: wordsOf({ name, note: word }),
})

const voucherClass = z.strictObject({
  id,
  name,
  description: text.default(''),
  businessId: id.default(1).describe('Who sells it.'),
  authProfileId: id.default(1),
  businessIds: z.array(id).min(1).max(100).nullish().describe('Where it is taken; left out: everywhere.'),
  allowsPartial: z.boolean().default(true).describe('false: it pays whole or not at all.'),
  validDays: z.int().min(1).max(3_650).nullish().describe('Days from the day that it starts on.'),
  validUntil: moment.nullish(),
  saleOpens: moment.nullish(),
  saleCloses: moment.nullish(),
  exchangeDays: z.int().min(1).max(3_650).nullish().describe('Days from the purchase in which it may be exchanged; left out: it is not.'),
  cancellationPolicyId: id.nullish().describe('Left out: customers do not cancel it by themselves.'),
  productIds: z.array(id).max(50).default([]).describe('Products that are offered beside it.'),
  maxQuantity: z.int().min(1).max(MAX_QUANTITY_FOR_VOUCHERS).default(MAX_QUANTITY_FOR_VOUCHERS).describe('Of one price in one order.'),
  pictures: z
    .array(z.enum(GIFT_PICTURES))
    .min(1)
    .max(GIFT_PICTURES.length)
    .default([...GIFT_PICTURES])
    .describe('What a gift of it may bear; the first is also shown on the page of vouchers.'),
  prices: z.array(price).min(1).max(100),
  words: wordsOf({ name, description: word }),
})

export const voucherSuperClass = z
  .strictObject({
    id,
    name,
    description: text.default(''),
    classes: z.array(voucherClass).min(1).max(100),
    words: wordsOf({ name, description: word }),
  })
  .describe('Prepaid vouchers that are sold on one page.')

export type VoucherSuperClassItem = z.output<typeof voucherSuperClass>
export type VoucherClassItem = z.output<typeof voucherClass>
