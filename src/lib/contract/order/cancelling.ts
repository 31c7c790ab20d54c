import * as z from 'zod/mini'
import { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import { endpoint } from '../endpoint.ts'
import { reservationAnswer } from './orders.ts'
import { opaque } from '../wire.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const success = z.object({ success: z.boolean() })

// ── reservations of the customer ─────────────────────────────────────────────

/** The refund of a cancellation, in shekels. */
export const cancellationAnswer = z.object({
  /** The amount paid for the items. */
  worth: z.number(),
  /** The part that is kept. */
  charge: z.number(),
  refund: z.number(),
  toCard: z.number(),
  last4: z.string(),
  /** Also balances of memberships. */
  toVouchers: z.number(),
  /** The part of `toVouchers` that goes back to balances of memberships. */
  toMembers: z.number(),
  /** Beyond the spec's fields: how many tickets go back to bundles that paid them. */
  toBundles: z.number(),
  /** The part that becomes a new voucher. */
  toCredit: z.number(),
  /** The part of `toCredit` that replaces payments of vouchers that can no longer be used. */
  renewed: z.number(),
  /** Whether the cards' part may be returned as credit instead; false if nothing was paid by card. */
  mayBeCredit: z.boolean(),
  isWhole: z.boolean(),
  policyName: z.string(),
  /** The deadline for cancelling on these terms; null if there is none. */
  until: z.nullable(z.string()),
})

export const cancellableItem = z.object({
  /** A ticket's identifier, or `product-` and the product's id, for itemsToCancel. */
  item: z.string(),
  name: z.string(),
  place: z.string(),
  presentationId: z.nullable(z.number()),
  featureName: z.string(),
  StartDateTime: z.nullable(z.string()),
  worth: z.number(),
  /** The code of the refusal; null: it can be cancelled. */
  refusal: z.nullable(z.string()),
  /** Beyond the spec's fields: the refusal in the language of the call; empty if there is none. */
  message: z.string(),
})

export const itemsToCancel = z.array(text(64)).check(z.minLength(1), z.maxLength(60))

/** What of a reservation can be cancelled, and what exactly would go back. */
export const offerAnswer = z.object({
  items: z.array(cancellableItem),
  offer: z.nullable(cancellationAnswer),
  /** The deadline for cancelling, in the checkout's words; empty if nothing was paid. */
  terms: z.array(z.string()),
  refusal: z.nullable(z.string()),
  message: z.string(),
})

export const cancellationOffer = endpoint({
  ...AREA_ROUTES.cancellationOffer,
  summary:
    'What of a reservation can be cancelled, and what exactly would go back; `items` is a list of items separated by commas, left out: all.',
  params: z.object({ resId: opaque }),
  query: z.object({ items: z.optional(text(4000)) }),
  writes: true,
  answer: offerAnswer,
})

/** How money is to go back. Left out: to where it came from. */
export const agreedRefund = {
  /** true: as credit in place of the cards. */
  refundToTransactionCredit: z.optional(z.nullable(z.boolean())),
  /** Beyond the spec's body: the refund that the customer agreed to, in shekels; a different one is refused with PRICE_CHANGED. */
  expectedRefund: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(10_000_000)))),
}

export const cancelReservation = endpoint({
  ...AREA_ROUTES.cancelReservation,
  summary: 'Cancels a reservation, or some items of it. Without a body all of it.',
  params: z.object({ resId: opaque }),
  body: z.object({ itemsToCancel: z.optional(z.nullable(itemsToCancel)), ...agreedRefund }),
  answer: z.object({ reservation: reservationAnswer, cancellation: cancellationAnswer, creditReference: z.nullable(z.string()) }),
})

export const resendTickets = endpoint({
  ...AREA_ROUTES.resendTickets,
  summary: 'Sends the tickets of a reservation again to the number and the address that it was made with.',
  params: z.object({ resId: opaque }),
  body: z.object({}),
  answer: success,
})
