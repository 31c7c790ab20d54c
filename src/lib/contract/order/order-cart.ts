import * as z from 'zod/mini'
import { id, opaque, shortText } from '../wire.ts'
import { donationItem } from './donation-cart.ts'
import { filmItem } from './film-cart.ts'
import { cartMembership } from './membership-cart.ts'
import { voucherItem } from './voucher-cart.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
const coordinate = z.nullable(z.int().check(z.minimum(-100_000), z.maximum(100_000)))
const amount = z.number().check(z.minimum(-10_000_000), z.maximum(10_000_000))

/** Customer info on an order (spec §3). The order form's configuration decides which fields are required. */
export const customerInfo = z.object({
  firstName: z.optional(text(60)),
  lastName: z.optional(text(60)),
  ssn: z.optional(text(20)),
  email: z.optional(text(200)),
  mobileNumber: z.optional(text(30)),
  verifyMobileNumber: z.optional(text(30)),
  address1: z.optional(text(120)),
  address2: z.optional(text(120)),
  city: z.optional(text(60)),
  postalCode: z.optional(text(12)),
  dateOfBirth: z.optional(text(10)),
  location: z.optional(text(60)),
  mailingConsent: z.optional(z.boolean()),
  termsAcceptance: z.optional(z.boolean()),
  additionalTerms: z.optional(z.boolean()),
})
export type CustomerInfo = z.output<typeof customerInfo>

/** A seat of a cart (spec §7). Amounts are only compared with the server's own. */
export const cartSeat = z.object({
  /** Beyond the spec's fields: the ticket that a code replaced, which is restored on its removal. */
  replacedTicketId: z.optional(z.nullable(id)),
  XCoordinate: coordinate,
  YCoordinate: coordinate,
  RowName: z.optional(z.nullable(text(40))),
  SeatName: z.optional(z.nullable(text(40))),
  ticket: z.object({
    prsntId: id,
    ticketGroupId: id,
    venueId: id,
    seatplanId: id,
    sectionId: id,
    ticketId: id,
    amount: z.optional(z.nullable(amount)),
    serviceCharge: z.optional(z.nullable(amount)),
    pricePolicyId: z.optional(z.nullable(z.int())),
    allocationId: z.optional(z.nullable(z.int())),
    isMultiplyFactorSubTicket: z.optional(z.boolean()),
    code: z.optional(z.nullable(text(80))),
    oldPrice: z.optional(z.nullable(amount)),
    memberNumber: z.optional(z.nullable(text(40))),
    systemVoucher: z.optional(z.nullable(text(80))),
    ref1: z.optional(z.nullable(text(80))),
    ref2: z.optional(z.nullable(text(80))),
  }),
})
export type CartSeat = z.output<typeof cartSeat>

const cartProduct = z.object({ id, quantity: z.int().check(z.minimum(1), z.maximum(100)) })

/** A voucher payment (spec §7). Its amount is only compared; null aborts the cart. */
const voucherPayment = z.object({ id, amount: z.optional(z.nullable(amount)), systemVoucher: z.optional(z.nullable(text(80))) })

/** A ticket change (spec §7): the tickets of a reservation to return for those of the cart. */
const modify = z.object({
  resId: opaque,
  /** The newest entry of the reservation's ledger that the customer has seen; a different one means a change since. */
  lastTransactionId: z.optional(z.nullable(text(64))),
  /** Identifiers of the issued tickets to return. */
  tickets: z.array(text(64)).check(z.minLength(1), z.maxLength(50)),
})
export type ModifyCart = z.output<typeof modify>

/** The cart payload (spec §7). */
export const orderCart = z.object({
  customerInfo: z.optional(customerInfo),
  creditcardInfo: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  paypal: z.optional(z.nullable(z.boolean())),
  paymentIdentifier: z.optional(z.nullable(opaque)),
  numberOfPayments: z.optional(z.int().check(z.minimum(1), z.maximum(36))),
  voucherPayments: z.optional(z.array(voucherPayment).check(z.maxLength(10))),
  zoom: z.optional(z.nullable(text(200))),
  ticketGroups: z.optional(z.unknown()),
  seats: z.array(cartSeat).check(z.maxLength(50)),
  globalServiceCharge: z.optional(z.unknown()),
  products: z.optional(z.array(cartProduct).check(z.maxLength(50))),
  systemInquiry: z.optional(z.nullable(text(200))),
  authProfileId: z.optional(z.nullable(z.int())),
  businessId: z.optional(z.nullable(z.int())),
  locationId: z.optional(z.nullable(z.int())),
  isHold: z.optional(z.boolean()),
  memberships: z.optional(z.array(z.unknown()).check(z.maxLength(20))),
  vouchers: z.optional(z.array(z.unknown()).check(z.maxLength(20))),
  donations: z.optional(z.array(z.unknown()).check(z.maxLength(20))),
  /** Beyond the spec's fields: a ticket to watch a film or stream, alone. */
  films: z.optional(z.array(z.unknown()).check(z.maxLength(20))),
  modify: z.optional(z.nullable(modify)),
  /** For the producer variant, which only staff may use. */
  mobileNumber: z.optional(z.nullable(text(30))),
  customerName: z.optional(z.nullable(text(120))),
})
export type OrderCart = z.output<typeof orderCart>

const MAX_LINES = 50

/** Cart (stored) (spec §3): at most 20 presentations and 50 lines; prices are not stored. */
export const storedCart = z.object({
  presentations: z.optional(
    z.array(z.object({ id, seats: z.array(cartSeat).check(z.maxLength(MAX_LINES)) })).check(
      z.maxLength(20),
      z.refine((all) => all.reduce((lines, { seats }) => lines + seats.length, 0) <= MAX_LINES),
      z.refine((all) => all.every(({ id: presentationId, seats }) => seats.every(({ ticket }) => ticket.prsntId === presentationId))),
    ),
  ),
  products: z.optional(z.array(cartProduct).check(z.maxLength(50))),
  vouchers: z.optional(z.array(voucherItem).check(z.maxLength(20))),
  donations: z.optional(z.array(donationItem).check(z.maxLength(20))),
  films: z.optional(z.array(filmItem).check(z.maxLength(20))),
  memberships: z.optional(z.array(cartMembership).check(z.maxLength(20))),
  reservationIdentifier: z.optional(z.nullable(text(64))),
  ticketIdentifiers: z.optional(z.array(text(64)).check(z.maxLength(50))),
  miniSiteUrl: z.optional(z.nullable(shortText)),
  customerInfo: z.optional(customerInfo),
  /** Beyond the spec's fields: voucher payments, and a ticket change in progress. */
  voucherPayments: z.optional(z.array(voucherPayment).check(z.maxLength(10))),
  modify: z.optional(z.nullable(modify)),
})
export type StoredCart = z.output<typeof storedCart>

/** The price of an order, in shekels, as computed by the server. */
export const totalsAnswer = z.object({
  seatsPrice: z.number(),
  productsPrice: z.number(),
  /** Whatever else is sold; left out where there is none. */
  othersPrice: z.optional(z.number()),
  globalServiceCharge: z.number(),
  globalServiceChargeName: z.string(),
  originalPrice: z.number(),
  discount: z.number(),
  modifiedPrice: z.number(),
  /** The payment of each voucher, in the order of the cart's voucherPayments. */
  voucherPayments: z.array(z.number()),
  /** What memberships of money pay of their tickets; left out where none does. */
  memberPaid: z.optional(z.number()),
  balanceDue: z.number(),
  /** The refund of a ticket change. */
  giveBack: z.number(),
})
export type TotalsAnswer = z.output<typeof totalsAnswer>
