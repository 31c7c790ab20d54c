import * as z from 'zod/mini'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { ACT_ROUTES } from '#lib/contract/routes/live-routes.ts'
import { agreedRefund, cancellationAnswer, itemsToCancel, offerAnswer } from '../order/cancelling.ts'
import { endpoint } from '../endpoint.ts'
import { featureId, locationId, range } from './live-sales.ts'
import { idListText, idText, opaque, shortText } from '../wire.ts'

/** What producers do with reservations (spec §6 and §7, Producer live). A reservation of another business is answered as none. */

const staff = PERMISSIONS.reservations

const text = (max: number) => z.string().check(z.maxLength(max))
/** success is left out if nothing was sent; a refusal is answered as of every call. */
const sent = z.object({ success: z.optional(z.boolean()) })

const producerReservation = z.object({
  ReservationIdentifier: z.string(),
  OrderNumber: z.string(),
  /** As of customers: 1 made, 3 cancelled. */
  ResStateId: z.number(),
  IsUnpaid: z.boolean(),
  CustomerName: z.string(),
  MobileNumber: z.string(),
  EmailAddress: z.string(),
  DateTimeCreated: z.string(),
  /** Of its first presentation; of an order of none 0 and empty. */
  PresentationId: z.number(),
  FeatureId: z.number(),
  FeatureName: z.string(),
  LocationName: z.string(),
  StartDateTime: z.string(),
  /** Tickets that count still. */
  Quantity: z.number(),
  SectionName: z.string(),
  RowNames: z.string(),
  SeatNames: z.string(),
  /** In shekels, as it was paid. */
  Amount: z.number(),
  /** shop, producer or broker. */
  Channel: z.string(),
  /** Whether any of it is left to cancel, and whether it has tickets to send. The offer says what a cancellation gives back. */
  MayCancel: z.boolean(),
  MaySend: z.boolean(),
})

export const producerReservations = endpoint({
  ...ACT_ROUTES.producerReservations,
  summary: 'The reservations of the caller’s presentations, from the newest to the oldest, 50 at a time.',
  staff,
  query: z.object({
    ...range,
    ...{ locationId, featureId, presentationId: z.optional(idText), presentationIds: z.optional(idListText) },
    /** Beyond the spec’s parameters: a part of the name, a mobile number or the number of an order; and `next` of the page before. */
    search: z.optional(shortText),
    after: z.optional(text(80)),
  }),
  /** next is null on the last page. */
  answer: z.object({ reservations: z.array(producerReservation), next: z.nullable(z.string()) }),
})

export const sendResAgain = endpoint({
  ...ACT_ROUTES.sendResAgain,
  summary: 'Sends the tickets of a reservation again to the number and the address that it was made with.',
  staff,
  query: z.object({ resId: opaque }),
  writes: true,
  answer: sent,
})

export const sendTickets = endpoint({
  ...ACT_ROUTES.sendTickets,
  summary: 'Sends the tickets of a reservation by SMS to a number; whoever made it is told.',
  staff,
  params: z.object({ resId: opaque }),
  body: z.object({ mobileNumber: text(30) }),
  answer: sent,
})

export const producerCancelOffer = endpoint({
  ...ACT_ROUTES.producerCancelOffer,
  summary: 'What of a reservation a producer can cancel, and what exactly would go back.',
  staff,
  params: z.object({ resId: opaque }),
  query: z.object({ items: z.optional(text(4000)) }),
  answer: offerAnswer,
})

export const producerCancel = endpoint({
  ...ACT_ROUTES.producerCancel,
  summary:
    'Cancels a reservation, or some items of it, for its customer. The same call asked again answers the same and gives nothing back twice.',
  staff,
  params: z.object({ resId: opaque }),
  body: z.object({ itemsToCancel: z.optional(z.nullable(itemsToCancel)), ...agreedRefund, reason: z.optional(z.nullable(text(200))) }),
  answer: z.union([
    z.object({
      success: z.literal(true),
      cancellation: cancellationAnswer,
      /** Of a new voucher, if the reservation is no customer’s who could see it; it is told once. */
      creditReference: z.nullable(z.string()),
    }),
    /** Why it is not cancelled: the code of the refusal and its words. */
    z.object({ err: z.string(), message: z.string() }),
  ]),
})
