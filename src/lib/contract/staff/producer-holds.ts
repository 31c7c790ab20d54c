import * as z from 'zod/mini'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { endpoint } from '../endpoint.ts'
import { idText } from '../wire.ts'

/** Seats that a producer holds for the sale of the own allocation (spec §2, producer seats sale). A presentation of another business is answered as none. */

const staff = PERMISSIONS.producerSeats
const params = z.object({ presentationId: idText })

const answer = z.object({
  seats: z.object({
    PresentationId: z.number(),
    /** Seats and places that the producer may sell now, and those of them that are held. */
    Free: z.number(),
    Held: z.number(),
  }),
})

export const holdProducerSeats = endpoint({
  ...UNSCRIPTED_ROUTES.holdProducerSeats,
  summary:
    'Holds the seats that the visitor of the call has locked for the sale of the producer’s allocation: as long as the presentation is sold, or until they are released, nobody else can have them. Their locks end.',
  staff,
  params,
  answer,
})

export const releaseProducerSeats = endpoint({
  ...UNSCRIPTED_ROUTES.releaseProducerSeats,
  summary:
    'Releases held seats for sale by everybody: those that the visitor of the call has locked, whose locks end, or with `all` every one of the producer’s allocations.',
  staff,
  params,
  body: z.object({ all: z.optional(z.nullable(z.boolean())) }),
  answer,
})
