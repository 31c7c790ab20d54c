import * as z from 'zod/mini'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { DEFAULT_LOCK_MINUTES, MOST_LOCK_MINUTES } from '#lib/domain/sales/broker-part.ts'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { endpoint } from '../endpoint.ts'
import { id, idText } from '../wire.ts'

/** What brokers do with their part of a presentation: the seats and places of their allocations (spec §6). A presentation of another business is answered as none. */

const staff = PERMISSIONS.broker
const params = z.object({ presentationId: idText })

const part = z.object({
  PresentationId: z.number(),
  /** Of what the caller has saved; empty: nothing. */
  AllocationIds: z.array(z.number()),
  /** Until when nobody else sells or changes it; null: it is not locked. */
  LockedUntil: z.nullable(z.string()),
  /** Seats and places; those that nobody has, that visitors have locked or are paying, and that are sold. */
  Seats: z.number(),
  Free: z.number(),
  Held: z.number(),
  Sold: z.number(),
})
const answer = z.object({ part })

export const saveBrokerPart = endpoint({
  ...UNSCRIPTED_ROUTES.saveBrokerPart,
  summary:
    'Saves a presentation for sale by the broker who calls: from then on nobody else can save or lock that part. An empty list gives it up.',
  staff,
  params,
  /** Left out: all allocations of the presentation that the account has. */
  body: z.object({ allocationIds: z.optional(z.nullable(z.array(id).check(z.maxLength(50)))) }),
  answer,
})

export const lockBrokerPart = endpoint({
  ...UNSCRIPTED_ROUTES.lockBrokerPart,
  summary: `Locks the saved part, ${String(DEFAULT_LOCK_MINUTES)} minutes from now if none are named: nobody else sells or changes it until then, or until it is unlocked. Asked again it lasts anew.`,
  staff,
  params,
  body: z.object({ minutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_LOCK_MINUTES)))) }),
  answer,
})

export const unlockBrokerPart = endpoint({
  ...UNSCRIPTED_ROUTES.unlockBrokerPart,
  summary: 'Unlocks the saved part: its seats are for sale by everybody again. It stays saved.',
  staff,
  params,
  answer,
})
