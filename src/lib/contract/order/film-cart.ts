import * as z from 'zod/mini'
import { id } from '../wire.ts'

/** What a cart has of films and streams; beyond the spec's fields, as its calls name none. One ticket is for one order: the quantity is 1. */
export const filmItem = z.object({
  vodId: id,
  /** Shekels: the price that was shown, which is only compared (decision 49). */
  price: z.optional(z.nullable(z.number())),
})
export type FilmItem = z.output<typeof filmItem>
