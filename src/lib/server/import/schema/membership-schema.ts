import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { reference } from './entitlement-schema.ts'
import { id, name } from './seatplan-schema.ts'
import { moment, shekels, text } from './value-schema.ts'
import { word, wordsOf } from './words-schema.ts'

/** Lists of the catalogue file: memberships, series and seasons for sale. */

const code = z
  .string()
  .regex(/^[\p{L}\p{N}_-]{1,40}$/u, writtenAs('a code of up to 40 letters, digits, - and _'))
  .describe('Letters, digits, - and _: a part of the address of its page.')

export const season = z.strictObject({ id, name, starts: moment, ends: moment, words: wordsOf({ name }) })

const price = z.strictObject({
  id,
  code,
  name,
  note: text.default(''),
  price: shekels.describe('In its currency.'),
  currency: z
    .strictObject({
      id,
      code: z.string().regex(/^[A-Z]{3}$/, writtenAs('a currency in three capitals, such as EUR')),
      symbol: z.string().min(1).max(8),
    })
    .default({ id: 1, code: 'ILS', symbol: '₪' })
    .describe('A price in another currency than shekels is shown, and not charged.'),
  ref1prompt: name.nullish().describe('What has to be typed for it, for example a student’s number.'),
  ref2prompt: name.nullish(),
  referenceCheck: z.enum(['none', 'list']).default('none').describe('Whether what is typed has to be one of the references.'),
  references: z
    .array(reference.omit({ ticketId: true }))
    .max(100_000)
    .default([])
    .describe('What may be typed, and for how many purchases. Kept as a keyed hash only.'),
  words: wordsOf({ name, note: word, ref1prompt: name, ref2prompt: name }),
})

const option = z.union([id, z.strictObject({ presentationId: id, supplement: shekels.default(0) })])

export const membership = z
  .strictObject({
    id,
    code,
    name,
    className: text.default(''),
    description: text.default(''),
    type: z.enum(['open', 'series', 'season']).describe('Entries to what the member chooses; fixed dates; fixed dates and chosen ones.'),
    seasonId: id.nullish(),
    businessId: id.default(1),
    authProfileId: id.default(1),
    skipMemberSeat: z.boolean().default(false).describe('Sold without seats: the house gives them later.'),
    pricingPerTicket: z.boolean().default(false).describe('Whether its rates are those of one date, which are added up.'),
    defaultTicketGroupId: id.nullish(),
    tickets: z.array(id).max(2_000).default([]).describe('Of an open one: the tickets with access "member" that it gives.'),
    locations: z.array(id).max(100).default([]).describe('Where it is good for; left out: everywhere.'),
    uses: z.int().min(1).max(100_000).nullish().describe('Of an open one: its entries.'),
    amount: shekels.nullish().describe('Of an open one: its money. Neither entries nor money: unlimited entries.'),
    validDays: z.int().min(1).max(3_650).nullish().describe('Days from the purchase.'),
    validFrom: moment.nullish(),
    validUntil: moment.nullish(),
    topup: z.boolean().default(false).describe('Whether one that somebody has may be topped up.'),
    presentationIds: z.array(id).max(200).default([]).describe('The fixed dates of a series or season: all in one hall.'),
    choice: z
      .strictObject({ count: z.int().min(1).max(200), options: z.array(option).min(1).max(200) })
      .nullish()
      .describe('Of a season: how many of which dates are chosen.'),
    rates: z
      .array(z.strictObject({ ticketId: id, category: name, priceCode: code, price: shekels }))
      .max(500)
      .default([])
      .describe('Of a series or season: its price by category of the seats. Left out: the price alone.'),
    saleOpens: moment.nullish(),
    saleCloses: moment.nullish(),
    renewal: z
      .strictObject({ previousId: id, from: moment.nullish().describe('Left out: at once.'), until: moment })
      .nullish()
      .describe('Whose holders renew it with their seats, and until when.'),
    exchange: z
      .strictObject({
        untilMinutes: z.int().min(0).max(525_600).default(240).describe('Until how long before it begins.'),
        presentationIds: z
          .array(id)
          .max(500)
          .default([])
          .describe('Beside other presentations of the same feature and the dates that the season has to choose.'),
      })
      .nullish()
      .describe('Of a series or season: whether members exchange single evenings. Left out: they do not.'),
    cancellationPolicyId: id.nullish().describe('Left out: customers do not cancel it by themselves.'),
    resale: z
      .strictObject({
        untilHours: z.number().min(0).max(2_000).default(3).describe('Until so many hours before the start of the evening.'),
        percent: z
          .int()
          .min(1)
          .max(100)
          .default(100)
          .describe('How much of the evening’s part of the price is credited once the seat is sold.'),
        fee: shekels.default(0).describe('What the house keeps of that for each evening.'),
      })
      .nullish()
      .describe('Of a series or season: on what terms a subscriber gives one evening back for resale. Left out: not at all.'),
    maxQuantity: z.int().min(1).max(50).default(1).describe('Of one price in one order.'),
    prices: z.array(price).min(1).max(100),
    words: wordsOf({ name, className: word, description: word }),
  })
  .describe('A membership, a series or a season that is sold.')

export type SeasonItem = z.output<typeof season>
export type MembershipItem = z.output<typeof membership>
