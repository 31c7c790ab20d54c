import { TICKET_ACCESS } from '#lib/domain/catalogue/catalogue.ts'
import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { coupon, member, reference, seniorBenefit, ticketVoucher, voucher } from './entitlement-schema.ts'
import { seatplan } from './plan-item-schema.ts'
import { id, name } from './seatplan-schema.ts'
import { cancellationPolicy } from './cancellation-schema.ts'
import { customer } from './customer-schema.ts'
import { donation } from './donation-schema.ts'
import { film } from './film-schema.ts'
import { membership, season } from './membership-schema.ts'
import { miniSite } from './mini-site-schema.ts'
import { presentation, schedule, type subscriberSeats } from './presentation-schema.ts'
import { word, wordsOf } from './words-schema.ts'
import { voucherSuperClass } from './voucher-class-schema.ts'
import { fileName, shekels, svg, text } from './value-schema.ts'

/** The catalogue file (published as public/catalogue.schema.json). Amounts are shekels; dates and times are local, Asia/Jerusalem. */

const pictureName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.(svg|png|jpg|jpeg|webp|avif)$/,
    writtenAs('a name of a picture such as hall.jpg: letters, digits, - and _, then .svg, .png, .jpg, .jpeg, .webp or .avif'),
  )
  .describe('The name that presentations know it by, not a path: letters, digits, - and _, then .svg, .png, .jpg, .jpeg, .webp or .avif.')
const picture = z
  .union([
    z.strictObject({ name: pictureName, file: fileName }),
    z.strictObject({ name: pictureName, svg: z.string().max(400_000) }),
    z.strictObject({
      name: pictureName,
      base64: z
        .string()
        .max(1_400_000)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, writtenAs('the bytes of a picture in base64'))
        .describe('The bytes of a PNG, JPEG, WebP or AVIF picture.'),
    }),
  ])
  .describe(
    'A picture of a venue, at most 1 MB: a file, an SVG drawing, or the bytes of another. An AVIF picture may have 25 MB and is kept as WebP.',
  )
const location = z.strictObject({
  id,
  name,
  city: name,
  address: text.default(''),
  phone: text.default(''),
  doorsMinutes: z.int().min(0).max(1_440).default(30),
  accessibility: text.default(''),
  words: wordsOf({ name, city: name, address: word, accessibility: word }),
})

const venue = z.strictObject({
  id,
  locationId: id,
  name,
  venueTypeId: z.int().min(1).max(1_000).default(1),
  words: wordsOf({ name }),
})

const category = z.strictObject({ id, name, ordinal: z.int().min(-1_000_000).max(1_000_000).default(0), words: wordsOf({ name }) })

const badges = z.array(name).max(12)
const credits = z.array(z.strictObject({ role: name, names: text })).max(40)
const quote = z.strictObject({ text: name, source: text })

const feature = z.strictObject({
  id,
  name,
  categoryId: id,
  typeId: z.int().min(1).max(1_000).default(1).describe('7 has no time of day.'),
  tagline: text.default(''),
  description: text.default(''),
  eyebrow: text.default(''),
  minutes: z.int().min(0).max(10_000).default(0),
  fromAge: z.int().min(0).max(21).nullish().describe('From which age it is meant to be seen; 0: all ages. Left out: not said.'),
  badges: badges.default([]),
  credits: credits.default([]),
  quote: quote.nullish(),
  poster: svg,
  words: wordsOf({ name, tagline: word, description: word, eyebrow: word, badges: badges.min(1), credits: credits.min(1), quote }),
})

const ticket = z.strictObject({
  id,
  name,
  price: shekels.nullable().describe('null: no price, not sold.'),
  oldPrice: shekels.nullish(),
  serviceCharge: shekels.default(0),
  pricePolicyId: id.default(1),
  access: z
    .enum(TICKET_ACCESS)
    .default('open')
    .describe(
      'Who may have it: everybody, or whoever shows a coupon’s code, a prepaid voucher, a membership or a senior benefit, or is in a mini-site that sells it.',
    ),
  ref1prompt: name.nullish().describe('What has to be typed for it, for example a student’s number.'),
  ref2prompt: name.nullish(),
  referenceCheck: z
    .enum(['none', 'list', 'outside'])
    .default('none')
    .describe('Whether what is typed is on a list of this catalogue, is asked for at REFERENCE_CHECK_URL, or is only kept.'),
  multiplyFactor: z.int().min(0).max(100).default(1).describe('Seats that one of it covers; above 1 it is never open.'),
  walkin: z.boolean().default(false).describe('Sold at the box office only.'),
  minAge: z.int().min(0).max(150).nullish(),
  maxAge: z.int().min(0).max(150).nullish(),
  words: wordsOf({ name, ref1prompt: name, ref2prompt: name }),
})
const ticketGroup = z.strictObject({
  id,
  name,
  isByCodeEnabled: z.boolean().default(false),
  tickets: z.array(ticket).min(1).max(200),
  words: wordsOf({ name }),
})

const product = z.strictObject({
  id,
  name,
  description: text.default(''),
  price: shekels,
  maxQuantity: z.int().min(1).max(1_000).default(10),
  isDeliveryRequired: z.boolean().default(false),
  image: svg,
  words: wordsOf({ name, description: word }),
})

const serviceCharge = z
  .union([
    z.strictObject({ id, name: name.nullish(), amountPerOrder: shekels, words: wordsOf({ name }) }),
    z.strictObject({
      id,
      name: name.nullish(),
      percentRatePerOrder: z.number().min(0).max(100).multipleOf(0.001),
      words: wordsOf({ name }),
    }),
  ])
  .describe('An amount or a percentage of seats and products; not both.')

/** For entitlements: entries missing from such a list become invalid; their past uses stay counted. */
const whole = 'The whole list: what it leaves out is not valid any more.'

export const catalogueFile = z
  .strictObject({
    $schema: z.string().optional(),
    locations: z.array(location).default([]),
    venues: z.array(venue).default([]),
    seatplans: z.array(seatplan).default([]),
    categories: z.array(category).default([]),
    features: z.array(feature).default([]),
    ticketGroups: z.array(ticketGroup).default([]),
    products: z.array(product).default([]),
    serviceCharges: z.array(serviceCharge).default([]),
    cancellationPolicies: z.array(cancellationPolicy).default([]),
    presentations: z.array(presentation).default([]),
    pictures: z.array(picture).default([]).describe('Views from sections and the pictures under image maps.'),
    schedules: z.array(schedule).default([]).describe('Presentations that come again and again.'),
    coupons: z.array(coupon).max(100_000).optional().describe(whole),
    ticketVouchers: z.array(ticketVoucher).max(100_000).optional().describe(whole),
    members: z.array(member).max(100_000).optional().describe(whole),
    seniorBenefits: z.array(seniorBenefit).max(100_000).optional().describe(whole),
    references: z.array(reference).max(100_000).optional().describe(whole),
    customers: z.array(customer).max(100_000).default([]),
    seasons: z.array(season).max(1_000).default([]),
    memberships: z.array(membership).max(1_000).default([]).describe('What is sold as a membership, a series or a season.'),
    voucherSuperClasses: z.array(voucherSuperClass).max(1_000).default([]).describe('Prepaid vouchers that are sold.'),
    donations: z.array(donation).max(1_000).default([]).describe('What may be given to.'),
    films: z.array(film).max(10_000).default([]).describe('What is watched at home.'),
    miniSites: z.array(miniSite).max(1_000).default([]).describe('Booking pages of organisers.'),
    vouchers: z.array(voucher).max(100_000).default([]).describe('Prepaid vouchers that pay a part of an order.'),
  })
  .describe('A catalogue for Shura. Several files may be given together and refer to each other; what they leave out stays as it is.')

export type CatalogueFile = z.output<typeof catalogueFile>
export type CatalogueFileInput = z.input<typeof catalogueFile>
type Item<Key extends Exclude<keyof CatalogueFile, '$schema'>> = NonNullable<CatalogueFile[Key]>[number]
export type LocationItem = Item<'locations'>
export type VenueItem = Item<'venues'>
export type SeatplanItem = Item<'seatplans'>
export type CategoryItem = Item<'categories'>
export type FeatureItem = Item<'features'>
export type TicketGroupItem = Item<'ticketGroups'>
export type ProductItem = Item<'products'>
export type ServiceChargeItem = Item<'serviceCharges'>
export type SubscriberSeatsItem = z.output<typeof subscriberSeats>
export type PresentationItem = Item<'presentations'>
export type PictureItem = Item<'pictures'>
export type ScheduleItem = Item<'schedules'>
