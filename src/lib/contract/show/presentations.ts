import * as z from 'zod/mini'
import { MOST_TICKETS } from '#lib/domain/orders/wait-list.ts'
import { endpoint } from '../endpoint.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { integrationData } from './integration.ts'
import { imageMap } from './venue-pictures.ts'
import {
  dateText,
  flag,
  idListText,
  idText,
  memberAnswer,
  productAnswer,
  recaptchaToken,
  serviceChargeAnswer,
  shortText,
  ticketAnswer,
  ticketGroupAnswer,
} from '../wire.ts'

export const SEATING_MODES = ['mixed', 'reserved', 'singleGA', 'multiGA'] as const

/** Presentation (spec §3). `seats` and `seatplan` have their own calls; `isGA` counts general-admission sections. */
export const presentationAnswer = z.object({
  id: z.number(),
  featureId: z.number(),
  featureName: z.string(),
  featureTypeId: z.number(),
  featureCategoryId: z.number(),
  featureCategoryName: z.string(),
  locationId: z.number(),
  locationName: z.string(),
  venueId: z.number(),
  venueTypeId: z.number(),
  seatplanId: z.number(),
  seatingPolicyId: z.number(),
  authProfileId: z.number(),
  businessId: z.number(),
  dateTime: z.string(),
  seats: z.array(z.unknown()),
  seatplan: z.nullable(z.unknown()),
  seatsLoaded: z.boolean(),
  products: z.array(productAnswer),
  ticketGroups: z.array(ticketGroupAnswer),
  serviceCharge: z.nullable(serviceChargeAnswer),
  isReserved: z.boolean(),
  isGA: z.number(),
  soldout: z.boolean(),
  seatingMode: z.enum(SEATING_MODES),
  hasReservedSection: z.boolean(),
  /** true: its numbered seats have no picture, and are chosen from a list; left out: there is a map. */
  isListOnly: z.optional(z.boolean()),
  hasGASection: z.boolean(),
  hasMultiGASections: z.boolean(),
  viewAreaFilename: z.nullable(z.string()),
  imageMapHtml: z.nullable(z.string()),
  /** Beyond the spec's fields: the hall's name, the seat limit, the remaining seats, the lowest and highest total price of one seat that anybody may buy. */
  venueName: z.string(),
  city: z.string(),
  maxSeats: z.number(),
  available: z.number(),
  priceFrom: z.nullable(z.number()),
  priceTo: z.nullable(z.number()),
  /**
   * Beyond the spec's fields: the plan's version, under which it never changes, the rules for choosing seats, the venue's picture, whether sections have views.
   */
  seatplanVersion: z.string(),
  seatRules: z.object({
    loneSeats: z.enum(['allowed', 'unavoidable', 'never']),
    keepOneFree: z.boolean(),
    companionNeedsWheelchair: z.boolean(),
  }),
  imageMap: z.nullable(imageMap),
  hasSectionViews: z.boolean(),
  saleState: z.enum(['open', 'soldout', 'notOpen', 'unpriced', 'cancelled', 'past']),
  /** Beyond the spec's fields: whether prices include all charges; differences of its order form; a text to be accepted; instalments. */
  isPriceTotal: z.boolean(),
  orderForm: z.nullable(z.record(z.string(), z.enum(['required', 'included', 'left out']))),
  additionalTerms: z.nullable(z.string()),
  asksWaiver: z.boolean(),
  maxPayments: z.number(),
})
export type PresentationAnswer = z.output<typeof presentationAnswer>

const presentationQuery = z.object({
  ticketCodes: z.optional(shortText),
  miniSiteUrl: z.optional(shortText),
  isHold: z.optional(flag),
  modifyCart: z.optional(shortText),
  integrationId: z.optional(shortText),
})

export const listPresentations = endpoint({
  ...UNSCRIPTED_ROUTES.listPresentations,
  scope: 'catalogue',
  summary: 'The presentations of some features.',
  query: z.extend(presentationQuery, { featureIds: z.optional(idListText), locationId: z.optional(idText) }),
  answer: z.object({ presentations: z.array(presentationAnswer), hasReserved: z.boolean(), hasGA: z.boolean() }),
})

export const getPresentation = endpoint({
  ...ROUTES.getPresentation,
  scope: 'catalogue',
  summary: 'One presentation.',
  params: z.object({ presentationId: idText }),
  query: presentationQuery,
  answer: z.object({
    presentation: presentationAnswer,
    /** Beyond the spec’s fields: what the integrationId stands for; null if none was named. */
    integrationData: z.nullable(integrationData),
  }),
})

export const getTicketGroups = endpoint({
  ...UNSCRIPTED_ROUTES.getTicketGroups,
  scope: 'catalogue',
  summary:
    'The ticket groups that a presentation sells, and its global service charge; none in exchange for tickets (modifiedTickets) with which a fixed one was paid.',
  params: z.object({ presentationId: idText }),
  query: z.object({
    miniSiteUrl: z.optional(shortText),
    integrationId: z.optional(shortText),
    /** order: neither isHold nor modifiedTickets counts; hold: as isHold; modify: in exchange for modifiedTickets, which have to be the visitor's. */
    mode: z.optional(z.enum(['order', 'modify', 'hold'])),
    /** 1: only what general admission is sold under; 0: only what numbered seats are. */
    isGA: z.optional(flag),
    modifiedTickets: z.optional(shortText),
    isHold: z.optional(flag),
  }),
  answer: z.object({ ticketGroups: z.array(ticketGroupAnswer), serviceCharge: z.nullable(serviceChargeAnswer) }),
})

export const ticketByCode = endpoint({
  ...ROUTES.ticketByCode,
  summary:
    'The ticket that a code gives at a presentation: a coupon, a prepaid voucher, or by ID number a membership or senior benefit; with ticketId the check of what is typed for that ticket.',
  params: z.object({ presentationId: idText }),
  query: z.object({
    sectionId: z.optional(idText),
    ticketGroupId: z.optional(idText),
    /** A code; for members and seniors the ID number; with the ticketId of a ticket that asks for references, the first one. */
    ticketCode: z.optional(z.string().check(z.maxLength(80))),
    ticketId: z.optional(idText),
    ignoreTicketIds: z.optional(idListText),
    recaptchaToken,
    miniSiteUrl: z.optional(shortText),
    /** Beyond the spec's fields: the second reference. */
    reference2: z.optional(z.string().check(z.maxLength(80))),
  }),
  writes: true,
  answer: z.object({
    ticket: ticketAnswer,
    /** A sentence about the result, or empty. */
    msg: z.string(),
    /** Beyond the spec's fields: the member with the ID number. */
    member: z.nullable(memberAnswer),
  }),
})

/** Timer (spec §3): seconds left of the visitor's lock; the full length if nothing is locked yet, 0 while the visitor has to wait. */
export const timerAnswer = z.object({
  timeInSeconds: z.number(),
  currentTime: z.string(),
  url: z.string(),
  /** Beyond the spec's fields: whether the extension is still available. */
  canExtend: z.boolean(),
  /** Beyond the spec's fields: the whole length of the lock, including its extension. */
  wholeInSeconds: z.number(),
  /** Beyond the spec's fields: seconds until a visitor whose lock expired may choose here again; 0 if there is no wait. */
  waitInSeconds: z.number(),
})
export type TimerAnswer = z.output<typeof timerAnswer>

const timers = z.object({ timer: z.record(z.string(), timerAnswer) })

export const getTimer = endpoint({
  ...ROUTES.getTimer,
  summary: 'The hold timer, keyed by presentation id. Reading it never extends a hold.',
  params: z.object({ presentationId: idText }),
  answer: timers,
})

export const extendHold = endpoint({
  ...ROUTES.extendHold,
  summary: 'Adds five minutes to the visitor’s hold, once in all.',
  params: z.object({ presentationId: idText }),
  body: z.object({}),
  answer: timers,
})

export const joinWaitList = endpoint({
  ...UNSCRIPTED_ROUTES.joinWaitList,
  summary: 'Asks for one message when seats of a presentation come free; the answer is the same for whoever asked before.',
  params: z.object({ presentationId: idText }),
  body: z.object({
    /** A mobile number or an e-mail address. */
    contact: shortText,
    quantity: z.int().check(z.minimum(1), z.maximum(MOST_TICKETS)),
    /** Consent to messages at the contact; without it nothing is stored. */
    consent: z.boolean(),
    recaptchaToken,
  }),
  answer: z.object({ success: z.literal(true) }),
})

export const presentationsOfDay = endpoint({
  ...UNSCRIPTED_ROUTES.presentationsOfDay,
  scope: 'catalogue',
  summary: 'The presentations of one day in Asia/Jerusalem.',
  query: z.object({ date: dateText }),
  answer: z.object({ presentations: z.array(presentationAnswer) }),
})
