import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { id, name } from './seatplan-schema.ts'
import { moment, shekels } from './value-schema.ts'

/** Lists of the catalogue file with entitlements to restricted tickets, and prepaid vouchers. */

const uses = z.int().min(0).max(1_000_000)
const unlimited = uses.nullable().describe('How many times in all; null: without limit.')
const tickets = z.array(id).min(1).max(2_000).describe('The tickets that it gives.')
const typed = z.string().trim().min(1).max(80)
const ssn = z.string().trim().min(1).max(20).describe('An Israeli ID number. Kept as a keyed hash only.')
const period = { starts: moment.nullish(), ends: moment.nullish() }

export const coupon = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[\p{L}\p{N}_-]{2,40}$/u, writtenAs('a code of 2 to 40 letters, digits, - and _'))
      .describe('What is typed, in capitals or not.'),
    uses: unlimited,
    tickets,
    startsAt: moment.nullish(),
    endsAt: moment.nullish(),
    businessId: id.nullish().describe('Where it is valid; left out: everywhere.'),
  })
  .describe('A code for tickets whose access is "code". One use of it covers as many seats as its ticket does.')

export const ticketVoucher = z
  .strictObject({
    reference: typed.describe('What is typed. Kept as a keyed hash only.'),
    uses: unlimited,
    tickets,
    businessId: id.nullish(),
    ...period,
  })
  .describe('A prepaid voucher for tickets whose access is "voucher".')

export const member = z
  .strictObject({
    memberNumber: z.string().trim().min(1).max(40),
    ssn,
    name: z.string().trim().max(200).default(''),
    membership: z.strictObject({ id, name }),
    seat: z
      .strictObject({ seatplanId: id, sectionId: id, row: name, seat: name })
      .nullish()
      .describe('The seat on all dates of that membership, which is kept for the member until the deadline of its renewal.'),
    uses: unlimited,
    tickets,
    businessId: id.nullish(),
    ...period,
  })
  .describe('A member, for tickets whose access is "member".')

export const seniorBenefit = z
  .strictObject({ ssn, uses: unlimited, tickets, businessId: id.nullish(), ...period })
  .describe('A senior benefit, for tickets whose access is "senior".')

export const reference = z
  .strictObject({ ticketId: id, reference1: typed, reference2: typed.nullish(), quantity: unlimited })
  .describe('What may be typed for a ticket whose referenceCheck is "list", and how many tickets it gives. Kept as a keyed hash only.')

export const voucher = z
  .strictObject({
    reference: typed.describe('What is typed. Kept encrypted.'),
    balance: shekels.describe('What it is worth when it is first imported; later imports never change its balance.'),
    allowsPartial: z.boolean().default(true).describe('false: it pays whole or not at all.'),
    businessIds: z.array(id).min(1).max(100).nullish().describe('Where it is taken; left out: everywhere.'),
    ...period,
    state: z.enum(['active', 'cancelled', 'replaced', 'forReplacement']).default('active').describe('When it is first imported.'),
    ownerMobile: z
      .string()
      .trim()
      .max(30)
      .nullish()
      .describe('The mobile number of the customer who owns it, in whose personal area it shows.'),
  })
  .describe('Prepaid value that pays a part of an order.')

export type CouponItem = z.output<typeof coupon>
export type TicketVoucherItem = z.output<typeof ticketVoucher>
export type MemberItem = z.output<typeof member>
export type SeniorBenefitItem = z.output<typeof seniorBenefit>
export type ReferenceItem = z.output<typeof reference>
export type VoucherItem = z.output<typeof voucher>
