import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { id, name } from './seatplan-schema.ts'
import { moment, shekels, svg, text } from './value-schema.ts'
import { word, wordsOf } from './words-schema.ts'

/** The list of the catalogue file of what may be given to. */

const said = {
  name: name.describe('What the amount does, for example "four pupils".'),
  thanks: text.default('').describe('What it will have done: one sentence of the thank-you.'),
  words: wordsOf({ name, thanks: word }),
}

export const donation = z
  .strictObject({
    id,
    code: z
      .string()
      .regex(/^[\p{L}\p{N}_-]{1,40}$/u, writtenAs('a code of up to 40 letters, digits, - and _'))
      .describe('Letters, digits, - and _: a part of the address of its page.'),
    name,
    description: text.default(''),
    recipient: name.describe('Who receives the money, as receipts name it.'),
    recipientNumber: z
      .string()
      .regex(/^\d{9}$/, writtenAs('a number of nine digits in quotation marks'))
      .describe('Its registration number: nine digits. Its receipts are a series of their own.'),
    businessId: id.default(1),
    authProfileId: id.default(1),
    recognised: z.boolean().default(false).describe('Whether its receipts are recognised under section 46 of the Income Tax Ordinance.'),
    roundUp: z.boolean().default(false).describe('Whether an order of tickets may be rounded up for it.'),
    maxQuantity: z.int().min(1).max(100).default(20).describe('Of one amount in one order.'),
    opens: moment.nullish(),
    closes: moment.nullish(),
    image: svg,
    amounts: z
      .array(z.strictObject({ id, ...said, amount: shekels }))
      .max(12)
      .default([])
      .describe('Suggested amounts.'),
    free: z
      .strictObject({ id, ...said, min: shekels, max: shekels })
      .nullish()
      .describe('An amount that the donor chooses between limits.'),
    words: wordsOf({ name, description: word, recipient: name }),
  })
  .describe('A cause that donations are taken for.')

export type DonationItem = z.output<typeof donation>
