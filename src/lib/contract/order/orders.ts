import * as z from 'zod/mini'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { endpoint } from '../endpoint.ts'
import { idText, numberText, opaque, recaptchaToken, shortText, uuid } from '../wire.ts'
import { orderCart, storedCart, totalsAnswer } from './order-cart.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

export const commitOrder = endpoint({
  ...ROUTES.commitOrder,
  summary: 'Turns the cart into an order and charges it. The same call asked again answers the same.',
  body: z.object({ cart: orderCart, miniSiteUrl: z.optional(z.nullable(shortText)), recaptchaToken }),
  answer: z.object({ reservationIdentifier: z.string(), ticketIdentifiers: z.array(z.string()) }),
})

export const paymentForm = endpoint({
  ...ROUTES.paymentForm,
  summary: 'The address of the payment provider’s form for the visitor’s cart. Starting to pay extends the hold, once.',
  params: z.object({ locale: text(5) }),
  query: z.object({
    ssn: z.optional(text(20)),
    total: z.optional(numberText),
    locationId: z.optional(idText),
    authProfileId: z.optional(idText),
    businessId: z.optional(idText),
    /** Beyond the spec's query: an unpaid hold instead of the cart; the wallet instead of the card. */
    resId: z.optional(opaque),
    paypal: z.optional(text(5)),
    /** presLive: a producer's sale, if the caller is one; the stored customer info is whom it is for. */
    domain: z.optional(text(20)),
    recaptchaToken,
  }),
  writes: true,
  /** isFramed: whether the form works in a frame; otherwise the browser is redirected. */
  answer: z.object({ paymentFormURL: z.string(), isFramed: z.boolean() }),
})

export const storeCart = endpoint({
  ...ROUTES.storeCart,
  summary: 'Stores the visitor’s cart and answers what it costs.',
  body: z.object({ cart: storedCart, uuid: z.optional(uuid) }),
  answer: z.object({ success: z.boolean(), totals: totalsAnswer }),
})

/** Voucher payment (spec §3). `code` shows only the last digits; amounts in shekels. */
export const voucherPaymentAnswer = z.object({
  id: z.number(),
  /** What it would pay of the visitor's current cart. */
  amount: z.number(),
  code: z.string(),
  balance: z.number(),
  /** Beyond the spec's fields: how many tickets a bundle has left, in place of a balance. */
  tickets: z.optional(z.number()),
  systemVoucher: z.string(),
})
export type VoucherPaymentAnswer = z.output<typeof voucherPaymentAnswer>

export const checkVoucher = endpoint({
  ...ROUTES.checkVoucher,
  summary: 'A prepaid voucher that may pay a part of the visitor’s cart.',
  query: z.object({ reference: text(80), recaptchaToken }),
  writes: true,
  answer: z.object({ payment: voucherPaymentAnswer }),
})

export const payReservation = endpoint({
  ...ROUTES.payReservation,
  summary: 'Pays a reservation that was made without paying. The same call asked again answers the same.',
  params: z.object({ resId: opaque }),
  body: z.object({ cart: orderCart, cartIdentifier: z.optional(z.nullable(opaque)), recaptchaToken }),
  answer: z.object({ reservationIdentifier: z.string() }),
})

export const reservationAnswer = z.object({
  ReservationIdentifier: z.string(),
  /** Beyond the spec: the number that people use, in two groups (K7PX-M3WD). */
  orderNumber: z.string(),
  ResStateId: z.number(),
  Quantity: z.number(),
  SectionName: z.string(),
  RowNames: z.string(),
  SeatNames: z.string(),
  IsUnpaid: z.boolean(),
  StartDateTime: z.string(),
  /** Beyond the spec's fields. state 'paying' means that the payment is being verified. */
  state: z.enum(['unpaid', 'paying', 'paid', 'failed', 'refunding', 'refunded']),
  featureName: z.string(),
  locationName: z.string(),
  /** 0 if it has no ticket; StartDateTime is then the time of the order, featureName the names of its lines. */
  presentationId: z.number(),
  amount: z.number(),
  /** What it has beside tickets; price is that of one, in shekels. */
  products: z.array(z.object({ name: z.string(), quantity: z.number(), price: z.number() })),
  ticketIdentifiers: z.array(z.string()),
  documentKey: z.nullable(z.string()),
  email: z.string(),
  mobileNumber: z.string(),
})

export const getReservation = endpoint({
  ...ROUTES.getReservation,
  summary: 'A reservation, for the visitor who made it.',
  params: z.object({ resId: opaque }),
  query: z.object({ uuid: z.optional(uuid) }),
  answer: z.object({ reservation: reservationAnswer }),
})
