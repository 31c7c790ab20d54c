import * as z from 'zod/mini'
import { id } from '../wire.ts'

/** What a cart has of donations (spec §7). */
export const donationItem = z.object({
  donationId: id,
  donationDetailId: id,
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** Shekels: what is given where the detail leaves it to the donor; of a suggested amount it is only compared (decision 49). */
  customAmount: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000)))),
  /** Beyond the spec's fields: in whose name or memory it is given. */
  dedication: z.optional(z.nullable(z.string().check(z.maxLength(120)))),
})
export type DonationItem = z.output<typeof donationItem>
