import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { reservationAnswer } from './orders.ts'
import { ROUTES } from './routes.ts'
import { opaque } from './wire.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const success = z.object({ success: z.boolean() })

// ── reservations of the customer ─────────────────────────────────────────────

/** What a cancellation would give back, in shekels. */
export const cancellationAnswer = z.object({
  /** What the items were paid with. */
  worth: z.number(),
  /** What of it the house keeps. */
  charge: z.number(),
  refund: z.number(),
  toCard: z.number(),
  last4: z.string(),
  toVouchers: z.number(),
  /** What becomes a new voucher. */
  toCredit: z.number(),
  /** So much of `toCredit` in place of vouchers that had paid and cannot be used any more. */
  renewed: z.number(),
  /** Whether the cards' part may be had as credit instead; with nothing for a card, it can be had in no other way. */
  mayBeCredit: z.boolean(),
  isWhole: z.boolean(),
  policyName: z.string(),
  /** Until when it can be cancelled on these terms; null where that is not bounded. */
  until: z.nullable(z.string()),
})

export const cancellableItem = z.object({
  /** A ticket's identifier, or `product-` and the product's id: what itemsToCancel names. */
  item: z.string(),
  name: z.string(),
  place: z.string(),
  presentationId: z.nullable(z.number()),
  featureName: z.string(),
  StartDateTime: z.nullable(z.string()),
  worth: z.number(),
  /** Why it cannot be cancelled: a code; null: it can. */
  refusal: z.nullable(z.string()),
})

const itemsToCancel = z.array(text(64)).check(z.minLength(1), z.maxLength(60))

export const cancellationOffer = endpoint({
  ...ROUTES.cancellationOffer,
  summary:
    'What of a reservation can be cancelled, and what exactly would go back; `items` is a list of items separated by commas, left out: all.',
  params: z.object({ resId: opaque }),
  query: z.object({ items: z.optional(text(4000)) }),
  writes: true,
  answer: z.object({
    items: z.array(cancellableItem),
    offer: z.nullable(cancellationAnswer),
    /** Until when what is asked about can be cancelled, in the words of the checkout; nothing for what was not paid. */
    terms: z.array(z.string()),
    refusal: z.nullable(z.string()),
    message: z.string(),
  }),
})

export const cancelReservation = endpoint({
  ...ROUTES.cancelReservation,
  summary: 'Cancels a reservation, or some items of it. Without a body all of it.',
  params: z.object({ resId: opaque }),
  body: z.object({
    itemsToCancel: z.optional(z.nullable(itemsToCancel)),
    refundToTransactionCredit: z.optional(z.nullable(z.boolean())),
    /** Beyond the spec's body: the refund that the customer has agreed to, in shekels; another one is refused with PRICE_CHANGED. */
    expectedRefund: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(10_000_000)))),
  }),
  answer: z.object({ reservation: reservationAnswer, cancellation: cancellationAnswer, creditReference: z.nullable(z.string()) }),
})

export const resendTickets = endpoint({
  ...ROUTES.resendTickets,
  summary: 'Sends the tickets of a reservation again to the number and the address that it was made with.',
  params: z.object({ resId: opaque }),
  body: z.object({}),
  answer: success,
})
