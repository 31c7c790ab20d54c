import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { CONSENT_FIELDS, ORDER_FIELDS } from '#lib/domain/customers/order-form.ts'
import { id } from './seatplan-schema.ts'
import { date, moment, text, time } from './value-schema.ts'
import { word, wordsOf } from './words-schema.ts'

/** The presentations of a catalogue file: one by one, or as a schedule of those that come again and again. */

const viewName = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9]|\{section\})(?:[A-Za-z0-9_-]|\{section\}){0,99}\.(svg|png|jpg|jpeg|webp|avif)$/,
    writtenAs('a name of a picture such as view-{section}.jpg: letters, digits, - and _, then .svg, .png, .jpg, .jpeg, .webp or .avif'),
  )
  .describe('The picture of what one sees from a section; {section} in it stands for the id of the section.')
const seatRules = z
  .strictObject({
    loneSeats: z
      .enum(['allowed', 'unavoidable', 'never'])
      .default('unavoidable')
      .describe(
        'Whether a choice may leave a single seat in a row: where no other choice of as many seats there would leave none, or never.',
      ),
    keepOneFree: z.boolean().default(false).describe('One seat stays free between parties.'),
    companionNeedsWheelchair: z
      .boolean()
      .default(true)
      .describe('A companion’s place is sold with a wheelchair place of its section only.'),
  })
  .describe('Rules of choosing seats. Sofas and beds are always sold whole.')

const demand = z.enum(['required', 'included', 'left out'])
const changes = z
  .strictObject({
    allowed: z.boolean().default(true),
    untilMinutes: z.int().min(0).max(1_000_000).default(240).describe('Minutes before the start.'),
    withinDays: z.int().min(0).max(3_650).nullish().describe('Days after the purchase.'),
  })
  .describe('Until when bought tickets may be exchanged for others.')

export const subscriberSeats = z
  .strictObject({
    categories: z.array(z.string().min(1)).min(1).max(100).describe('Price categories of the plan: all their numbered seats.'),
    until: moment.optional().describe('When they are released to everybody.'),
    daysBefore: z.int().min(0).max(3_650).optional().describe('Instead of until: so many days before the start.'),
    membershipIds: z.array(id).max(100).default([]).describe('Whose subscribers may take them; left out: those of any membership.'),
  })
  .describe('Seats for subscribers, and for those who buy the membership, until they are released and sold to everybody.')

const price = z.union([
  id,
  z.strictObject({ ticketGroupId: id, allocationId: z.int().min(-1).max(2_000_000_000).default(1).describe('-1: not for sale.') }),
])
const showing = {
  featureId: id,
  venueId: id,
  seatplanId: id,
  prices: z.record(z.string(), price).describe('For each price category of the plan its ticket group. A category left out is not sold.'),
  subscriberSeats: z.array(subscriberSeats).max(100).default([]),
  productIds: z.array(id).max(50).default([]),
  maxSeats: z.int().min(1).max(1_000).default(8),
  seatingPolicyId: id.default(1).describe('3: no seat directly beside a taken one, unless it is a left, middle or right seat.'),
  seatRules: seatRules.prefault({}),
  authProfileId: id.default(1),
  businessId: id.default(1),
  serviceChargeId: id.nullish(),
  orderForm: z
    .partialRecord(z.enum([...ORDER_FIELDS, ...CONSENT_FIELDS]), demand)
    .nullish()
    .describe('Fields of the order form that are demanded otherwise than usual.'),
  additionalTerms: text.nullish().describe('A text to be accepted beside the terms.'),
  words: wordsOf({ additionalTerms: word }),
  asksWaiver: z.boolean().default(false).describe('Whether the customer’s age is checked against the tickets.'),
  maxPayments: z.int().min(1).max(36).default(3).describe('Instalments that a card may pay in.'),
  changes: changes.prefault({}),
  cancellationPolicyId: id.nullish().describe('Left out: customers do not cancel it by themselves.'),
  viewAreaFilename: viewName.nullish(),
  imageMapHtml: text
    .nullish()
    .describe(
      'One <img src usemap> of a picture and one <map> whose <area>s lead to sections: data-section="id", href="#id", or the section’s name as alt.',
    ),
}
export const presentation = z.strictObject({
  id,
  ...showing,
  start: moment,
  saleOpens: moment.nullish(),
  cancelled: z.boolean().default(false),
  soldout: z.boolean().default(false),
  onlyInMiniSites: z.boolean().default(false).describe('Sold by mini-sites only: the shop’s own programme does not have it.'),
})
const weekday = z.int().min(0).max(6).describe('0 is Sunday.')
export const schedule = z.strictObject({
  firstId: id.describe(
    'The presentation of the first day and time; each further time of a day and each further day counts one up, shown or not.',
  ),
  ...showing,
  from: z.union([date, z.int().min(-3_650).max(3_650)]).describe('First day: a date, or days after the day of the import.'),
  days: z.int().min(1).max(1_000).describe('How many days on end.'),
  every: z.int().min(1).max(365).default(1).describe('Only every so many days.'),
  weekdays: z.array(weekday).min(1).optional(),
  times: z.array(time).min(1).max(50),
})
