import * as z from 'zod/mini'
import { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import { endpoint } from '../endpoint.ts'
import { reservationAnswer } from '../order/orders.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { dateText, idText, memberAnswer } from '../wire.ts'

const text = (most: number) => z.string().check(z.maxLength(most))

/** A customer's voucher (spec §3). Reference shows only its last characters; amounts are shekels. */
export const customerVoucher = z.object({
  Reference: z.string(),
  IsForReplacement: z.boolean(),
  StartDate: z.nullable(z.string()),
  EndDate: z.nullable(z.string()),
  DateTimeCreated: z.string(),
  /** Beyond the spec's fields. */
  SystemVoucherId: z.number(),
  /** As it was sold; empty if it was not bought here. */
  Name: z.string(),
  /** The reservation that it was bought in; null: it was not bought here. */
  ReservationIdentifier: z.nullable(z.string()),
  /** Until when it may be exchanged; null: it is not. */
  ExchangeUntil: z.nullable(z.string()),
  /** Beyond the spec's fields. true: the customer was given it and has added it; its buyer cancels and replaces it. */
  IsKept: z.boolean(),
  /** Beyond the spec's fields. true: a bundle, of which all amounts are tickets; false: shekels. */
  IsTickets: z.boolean(),
  Balance: z.number(),
  Loaded: z.number(),
  State: z.enum(['active', 'cancelled', 'replaced', 'forReplacement']),
  History: z.array(
    z.object({
      At: z.string(),
      Kind: z.enum(['load', 'use', 'return', 'correction', 'replace', 'cancel']),
      Amount: z.number(),
      /** The reservation that it paid or refunded, if it is the customer's own, and what for. */
      ReservationIdentifier: z.nullable(z.string()),
      FeatureName: z.string(),
    }),
  ),
})
export type CustomerVoucher = z.output<typeof customerVoucher>

/** A customer's ticket. */
export const customerTicket = z.object({
  ReservationIdentifier: z.string(),
  TicketIdentifier: z.string(),
  PresentationId: z.number(),
  /** Beyond the spec: the feature whose poster it shows. */
  featureId: z.number(),
  FeatureName: z.string(),
  LocationName: z.string(),
  StartDateTime: z.string(),
  TicketName: z.string(),
  SectionName: z.string(),
  RowName: z.nullable(z.string()),
  SeatName: z.nullable(z.string()),
  State: z.enum(['valid', 'used', 'past', 'exchanged', 'cancelled', 'sent', 'soldOn']),
})
export type CustomerTicket = z.output<typeof customerTicket>

/** A customer's reservation: the spec's fields and those of its row in the personal area. */
export const customerReservation = z.extend(reservationAnswer, {
  featureId: z.number(),
  city: z.string(),
  isUntimed: z.boolean(),
  /** Number of presentations in the reservation. */
  presentations: z.number(),
  /** false once all of it is past or cancelled: it belongs to the history. */
  isUpcoming: z.boolean(),
  /** Number of its tickets; Quantity also counts what else was issued. */
  tickets: z.number(),
  ticketNames: z.string(),
  /** The payment deadline of an unpaid hold. */
  payUntil: z.nullable(z.string()),
  canCancel: z.boolean(),
  /** The code of the reason why the customer cannot cancel it; null: it can be cancelled. */
  cancelRefusal: z.nullable(z.string()),
  /** The presentations whose terms apply to cancelling, and the start of their periods. */
  presentationIds: z.array(z.number()),
  firstBoughtAt: z.string(),
  canChange: z.boolean(),
  /** The refund in shekels, and its card; null if none. */
  refunded: z.nullable(z.object({ amount: z.number(), last4: z.string(), isPending: z.boolean() })),
})
export type CustomerReservation = z.output<typeof customerReservation>

/** Customer (spec §3), with the spec's names. SSN shows only its last digits; Password is never sent. */
export const customerAreaInfo = z.object({
  CustomerId: z.number(),
  CustomerIds: z.array(z.number()),
  FirstName: z.string(),
  LastName: z.string(),
  SSN: z.string(),
  EmailAddress1: z.string(),
  MobileNumber1: z.string(),
  PhoneNumber1: z.string(),
  Address1: z.string(),
  Address2: z.string(),
  City: z.string(),
  PostalCode: z.string(),
  DateOfBirth: z.nullable(z.string()),
  LicensePlateNumber: z.string(),
  IsSMSAllowed: z.boolean(),
  IsMailingAllowed: z.boolean(),
  IsEmailAllowed: z.boolean(),
  SmsAllowed: z.boolean(),
  EmailAllowed: z.boolean(),
  Password: z.null(),
  /** Address of the photo; null if there is none. */
  Photo: z.nullable(z.string()),
  ProviderFlag: z.unknown(),
  Members: z.array(memberAnswer),
  SystemVouchers: z.array(customerVoucher),
  VODTickets: z.array(customerTicket),
  Tickets: z.array(customerTicket),
  TicketsHistory: z.array(customerTicket),
  reservations: z.array(customerReservation),
  /** Beyond the spec's fields. */
  hasPassword: z.boolean(),
  isEmailProved: z.boolean(),
  /** How the customer signed in, and whether within the last minutes, which changes that could lock them out require. */
  signedInBy: z.enum(['mobile', 'ssn', 'email', 'link', 'password', 'social']),
  isFresh: z.boolean(),
  /** Whether a mobile number may be added or changed right after a sign-in. */
  mayUpdateMobile: z.boolean(),
  /** The new number or address whose code is outstanding. */
  pendingContact: z.nullable(z.enum(['MobileNumber1', 'EmailAddress1'])),
})
export type CustomerAreaInfo = z.output<typeof customerAreaInfo>

const smsCode = text(12)
const areaAnswer = z.object({ customerAreaInfo })
const success = z.object({ success: z.boolean() })

// ── the personal area ────────────────────────────────────────────────────────

export const customerAreaData = endpoint({
  ...AREA_ROUTES.customerAreaData,
  summary: 'The personal area of who is signed in; with a link’s token, signs in by it, once.',
  query: z.object({ jwtToken: z.optional(text(2000)) }),
  writes: true,
  answer: areaAnswer,
})

export const updateCustomer = endpoint({
  ...AREA_ROUTES.updateCustomer,
  summary:
    'Saves personal details. A new mobile number or e-mail address counts only once its code is entered; `pending` names what waits for one.',
  params: z.object({ customerId: idText }),
  body: z.object({
    Address1: z.optional(text(120)),
    City: z.optional(text(60)),
    DateOfBirth: z.optional(z.nullable(z.union([z.literal(''), dateText]))),
    FirstName: z.optional(text(60)),
    LastName: z.optional(text(60)),
    MobileNumber1: z.optional(text(30)),
    EmailAddress1: z.optional(text(200)),
  }),
  answer: z.object({ customerAreaInfo, pending: z.nullable(z.enum(['MobileNumber1', 'EmailAddress1'])) }),
})

export const confirmContact = endpoint({
  ...AREA_ROUTES.confirmContact,
  summary: 'Makes a new mobile number or e-mail address the customer’s, by the code that was sent to it. The old one is told.',
  params: z.object({ customerId: idText }),
  body: z.object({ smsCode }),
  answer: areaAnswer,
})

export const setConsents = endpoint({
  ...AREA_ROUTES.setConsents,
  summary: 'What a customer agrees to get. Nothing that is left out changes.',
  body: z.object({
    IsSMSAllowed: z.optional(z.boolean()),
    IsEmailAllowed: z.optional(z.boolean()),
    IsMailingAllowed: z.optional(z.boolean()),
  }),
  answer: areaAnswer,
})

export const setPassword = endpoint({
  ...AREA_ROUTES.setPassword,
  summary: 'Sets a password for signing in by e-mail, shortly after a sign-in. All other sessions end.',
  body: z.object({ password: text(200) }),
  answer: success,
})

export const listSessions = endpoint({
  ...UNSCRIPTED_ROUTES.listSessions,
  summary: 'Where the customer is signed in.',
  writes: true,
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        signedInAt: z.string(),
        lastSeenAt: z.string(),
        by: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
})

export const endSession = endpoint({
  ...AREA_ROUTES.endSession,
  summary: 'Signs one of the customer’s devices out.',
  params: z.object({ sessionId: z.string().check(z.regex(/^[0-9A-Za-z_-]{8,64}$/)) }),
  body: z.object({}),
  answer: success,
})

export const myData = endpoint({
  ...AREA_ROUTES.myData,
  summary: 'What is kept about the customer, as a file.',
  writes: true,
  answer: z.record(z.string(), z.unknown()),
})

export const deleteCustomer = endpoint({
  ...AREA_ROUTES.deleteCustomer,
  summary: 'Deletes what is kept about the customer, shortly after a sign-in; what the law wants kept of orders stays without them.',
  body: z.object({ confirm: z.literal(true) }),
  answer: success,
})

export const customerPhoto = endpoint({
  ...UNSCRIPTED_ROUTES.customerPhoto,
  summary: 'The picture of the customer who is signed in.',
  produces: ['image/png', 'image/jpeg', 'image/webp'],
  answer: z.unknown(),
})

export const voucherHistory = endpoint({
  ...UNSCRIPTED_ROUTES.voucherHistory,
  summary: 'What a voucher of the customer was used for.',
  params: z.object({ reference: text(80) }),
  writes: true,
  answer: z.object({ history: customerVoucher.shape.History }),
})
