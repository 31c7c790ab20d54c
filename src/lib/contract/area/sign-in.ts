import * as z from 'zod/mini'
import { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import { customerAreaInfo } from './customers.ts'
import { endpoint } from '../endpoint.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { memberAnswer, recaptchaToken } from '../wire.ts'

/** Signing in and out: the calls of the personal area and those of the order, each with its own session (spec §7). */

const text = (most: number) => z.string().check(z.maxLength(most))
const smsCode = text(12)
const areaAnswer = z.object({ customerAreaInfo })
const success = z.object({ success: z.boolean() })

/** The order's customer, for filling in the form. */
export const orderCustomerInfo = z.object({
  CustomerId: z.number(),
  CustomerIds: z.array(z.number()),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  postalCode: z.string(),
  dateOfBirth: z.nullable(z.string()),
})
export type OrderCustomerInfo = z.output<typeof orderCustomerInfo>

// ── signing in: the personal area ────────────────────────────────────────────

export const mobileLogin = endpoint({
  ...AREA_ROUTES.mobileLogin,
  summary: 'Sends a code by SMS to a customer named by mobile number or by ID number. The answer is the same whether there is one.',
  query: z.object({ checkout: z.optional(text(5)) }),
  body: z.object({
    mobileNumber: z.optional(text(30)),
    customerEmail: z.optional(text(200)),
    /** Beyond the spec's body: sign-in by ID number; the e-mail fallback, once, after 20 seconds. */
    ssn: z.optional(text(20)),
    isFallback: z.optional(z.boolean()),
    recaptchaToken,
  }),
  /** messagesLeft: number of further codes allowed; secondsToNext: seconds until the next one. */
  answer: z.object({ isFallbackEnabled: z.boolean(), messagesLeft: z.number(), secondsToNext: z.number() }),
})

export const mobileLoginValidation = endpoint({
  ...AREA_ROUTES.mobileLoginValidation,
  summary:
    'Signs in with the code that was sent. Of a sign-in for checkout only the order’s customer is signed in, and the list of reservations is empty.',
  body: z.object({ smsCode }),
  answer: areaAnswer,
})

export const requestLink = endpoint({
  ...AREA_ROUTES.requestLink,
  summary: 'Mails a sign-in link to an address, where a customer has it. The answer is the same whether one does.',
  body: z.object({ customerEmail: text(200), recaptchaToken }),
  answer: success,
})

export const peekLink = endpoint({
  ...AREA_ROUTES.peekLink,
  summary:
    'Whose account a sign-in link opens, masked, and whether to ask before it is used: it was not asked for in this browser, or somebody else is signed in here. The link stays good.',
  body: z.object({ jwtToken: text(2000) }),
  answer: z.object({ isToBeAsked: z.boolean(), name: z.string(), email: z.string() }),
})
export type LinkAccount = z.output<typeof peekLink.answer>

export const areaLogout = endpoint({
  ...ROUTES.areaLogout,
  summary: 'Ends the sign-in of the personal area; the order’s customer stays.',
  body: z.object({}),
  answer: success,
})

// ── signing in: the order ────────────────────────────────────────────────────

export const orderMobileLogin = endpoint({
  ...UNSCRIPTED_ROUTES.orderMobileLogin,
  summary: 'Sends a code by SMS, for the order. Whether numbers that nobody has get one too is the shop’s setting, not the caller’s.',
  body: z.object({ mobileNumber: text(30), recaptchaToken, sendSmsRegardlessOfCustomerExistence: z.optional(z.boolean()) }),
  answer: success,
})

export const orderMobileLoginValidation = endpoint({
  ...UNSCRIPTED_ROUTES.orderMobileLoginValidation,
  summary: 'Signs the order’s customer in with the code that was sent to the number.',
  body: z.object({ smsCode, mobileNumber: text(30) }),
  answer: z.object({ customerInfo: orderCustomerInfo, members: z.array(memberAnswer) }),
})

export const passwordLogin = endpoint({
  ...ROUTES.passwordLogin,
  summary: 'Signs in with an e-mail address and a password.',
  body: z.object({ email: text(200), password: text(200), recaptchaToken, includeMemberships: z.optional(z.boolean()) }),
  answer: z.object({ customerInfo: orderCustomerInfo, members: z.array(memberAnswer) }),
})

export const refreshCustomer = endpoint({
  ...ROUTES.refreshCustomer,
  summary: 'Who is signed in for the order; customerInfo is null where nobody is.',
  body: z.object({}),
  answer: z.object({ customerInfo: z.nullable(orderCustomerInfo), members: z.array(memberAnswer) }),
})

export const orderLogout = endpoint({
  ...ROUTES.orderLogout,
  summary: 'Ends the sign-in of the order; the personal area stays open.',
  body: z.object({}),
  answer: success,
})
