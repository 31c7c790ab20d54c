import { isDay } from '#lib/domain/time/is-day.ts'
import * as z from 'zod/mini'
import { OFFERED_ACCESS } from '#lib/domain/catalogue/catalogue.ts'

/** Schemas shared by several calls. Query values arrive as text, so numbers are parsed from text here. */

const MAX_INT = 2_147_483_647

/** A catalogue id in a path or a query: a positive integer in plain digits. */
export const idText = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), z.number().check(z.maximum(MAX_INT))))

/** An id in a body. */
export const id = z.int().check(z.minimum(1), z.maximum(MAX_INT))

/** Several ids in one query value, separated by commas: at most 50. Empty text means none. */
export const idListText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(600)),
    z.transform((text: string) => text.split(',').filter((part) => part !== '')),
  ),
  z.array(idText).check(z.maxLength(50)),
)

/** 1 or 0. */
export const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((text) => text === '1'),
)

/** A number in a query, for example an amount in shekels. */
export const numberText = z.pipe(z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,4})?$/)), z.transform(Number))

/** A date in Asia/Jerusalem, YYYY-MM-DD. */
export const dateText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay))

export const shortText = z.string().check(z.maxLength(200))

/** The human-verification token; a server setting decides which calls require it. */
export const recaptchaToken = z.optional(z.string().check(z.maxLength(4000)))

/** An opaque public identifier of a reservation, a ticket or a document. */
export const opaque = z.string().check(z.regex(/^[0-9A-Za-z_-]{8,64}$/))

export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i))

/** The body of every refusal. `facts` are the values in its message, and those that a client may act on: a limit, a total, a field. */
export const refusalAnswer = z.object({
  error: z.string(),
  message: z.string(),
  facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** The body of every failure; `id` is also in the log if the failure concerned a single call. */
export const failureAnswer = z.object({ error: z.string(), message: z.string(), id: z.optional(z.string()) })

export const ticketAnswer = z.object({
  id: z.number(),
  name: z.string(),
  price: z.nullable(z.number()),
  oldPrice: z.nullable(z.number()),
  serviceCharge: z.number(),
  pricePolicyId: z.number(),
  code: z.nullable(z.string()),
  ref1: z.nullable(z.string()),
  ref2: z.nullable(z.string()),
  ref1prompt: z.nullable(z.string()),
  ref2prompt: z.nullable(z.string()),
  memberNumber: z.nullable(z.string()),
  systemVoucher: z.nullable(z.string()),
  multiplyFactor: z.number(),
  walkin: z.boolean(),
  /** Beyond the spec's fields: who may have it; whether its references are checked; its ages. */
  access: z.enum(OFFERED_ACCESS),
  isReferenceChecked: z.boolean(),
  minAge: z.nullable(z.number()),
  maxAge: z.nullable(z.number()),
  balance: z.nullable(z.number()),
  quantity: z.number(),
  ticketGroupId: z.number(),
})
export type TicketAnswer = z.output<typeof ticketAnswer>

export const ticketGroupAnswer = z.object({
  id: z.number(),
  name: z.string(),
  tickets: z.array(ticketAnswer),
  voucherTickets: z.array(ticketAnswer),
  isByCodeEnabled: z.boolean(),
  /** Beyond the spec's fields: the ways besides 'open' by which the group sells tickets. */
  accesses: z.array(z.enum(OFFERED_ACCESS)),
  /** Beyond the spec's fields: the colour of its seats in the plan's file, as each theme shows it; left out where the file has none. */
  colours: z.optional(z.object({ light: z.string(), dark: z.string() })),
})
export type TicketGroupAnswer = z.output<typeof ticketGroupAnswer>

/** Member (spec §3). null is unknown to the shop; a null balance is unlimited; balances of money are in shekels. */
export const memberAnswer = z.object({
  memberNumber: z.string(),
  name: z.string(),
  additionalName: z.string(),
  memberCustomerName: z.string(),
  membershipId: z.nullable(z.number()),
  membershipTypeId: z.nullable(z.number()),
  balance: z.nullable(z.number()),
  customerId: z.nullable(z.number()),
  membershipIdentifier: z.nullable(z.string()),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  isAvailable: z.boolean(),
  isExpired: z.boolean(),
  isNotStarted: z.boolean(),
  allowMemberSaleTickets: z.boolean(),
  usedBalance: z.number(),
  /** Beyond the spec's fields: true if its balances are money; left out if they are entries. */
  isMoney: z.optional(z.boolean()),
  /** Beyond the spec's fields: the ticket groups in which it gives a ticket, at the requested presentations. */
  ticketGroupIds: z.array(z.number()),
  /** In the area, of a series or season: its number of dates, and its place if the house gives its holder a seat. */
  dates: z.optional(z.number()),
  seatNumber: z.optional(z.number()),
})
export type MemberAnswer = z.output<typeof memberAnswer>

export const productAnswer = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  maxQuantity: z.number(),
  selectedQuantity: z.number(),
  isDeliveryRequired: z.boolean(),
  img: z.string(),
})
export type ProductAnswer = z.output<typeof productAnswer>

export const serviceChargeAnswer = z.object({
  name: z.string(),
  amountPerOrder: z.nullable(z.number()),
  percentRatePerOrder: z.nullable(z.number()),
})
export type ServiceChargeAnswer = z.output<typeof serviceChargeAnswer>
