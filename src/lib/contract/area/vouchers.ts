import * as z from 'zod/mini'
import { agreedRefund, cancelReservation } from '../order/cancelling.ts'
import { endpoint } from '../endpoint.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { opaque } from '../wire.ts'

/** What a customer does with an own prepaid voucher (spec §7). {reference} is the whole reference or the voucher's id. */

const params = z.object({ reference: z.string().check(z.maxLength(80)) })
/** The reservation that the voucher was bought in. */
const body = z.object({ reservationIdentifier: opaque })

export const cancelVoucher = endpoint({
  ...UNSCRIPTED_ROUTES.cancelVoucher,
  summary:
    'Cancels a bought voucher; what of it is unused goes back to where the money came from, once, or becomes credit if that is asked for.',
  params,
  body: z.extend(body, agreedRefund),
  answer: cancelReservation.answer,
})

export const replaceVoucher = endpoint({
  ...UNSCRIPTED_ROUTES.replaceVoucher,
  summary: 'Gives a bought voucher a new reference and new dates, once; the old reference stops.',
  params,
  body,
  answer: z.object({
    IsForReplacement: z.boolean(),
    StartDate: z.nullable(z.string()),
    EndDate: z.nullable(z.string()),
    DateTimeCreated: z.string(),
    /** Beyond the spec's fields: the voucher that is there now, and its whole reference. */
    SystemVoucherId: z.number(),
    Reference: z.string(),
  }),
})
