import * as z from 'zod/mini'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { REFERENCE_ROUTES } from '#lib/contract/routes/live-routes.ts'
import { endpoint } from '../endpoint.ts'
import { range } from './live-sales.ts'
import { idListText, idText } from '../wire.ts'

/**
 * References that tickets and prices of memberships ask for, of a list of the catalogue (spec §3 and §7, Ticket-reference agent). A price is of a type: 1 ticket, 2 price
 * of a membership. What is on a list is kept as a keyed hash, so a reference is shown once it was used, and empty before.
 */

const staff = PERMISSIONS.reports

/** 1 ticket, 2 price of a membership (decision 54). */
const priceType = z.pipe(
  z.enum(['1', '2']),
  z.transform((text) => (text === '1' ? 1 : 2)),
)
/** The row of a list; 0: the one of the reference that is named. */
const rowText = z.union([
  idText,
  z.pipe(
    z.literal('0'),
    z.transform(() => 0),
  ),
])
const text = z.optional(z.nullable(z.string().check(z.maxLength(80))))

const price = { PriceType: z.number(), PriceId: z.number() }
const references = { Reference1: z.string(), Reference2: z.string() }
/** Quantity null: without limit. */
const counts = { Quantity: z.nullable(z.number()), Used: z.number() }

/** userId and customerId of a client only narrow: of others’ nothing is answered. */
export const getTicketRefAgents = endpoint({
  ...REFERENCE_ROUTES.getTicketRefAgents,
  summary: 'The references of the caller’s tickets, each with the next presentation that sells its ticket; 500 at most.',
  staff,
  query: z.object({ userId: z.optional(idText) }),
  answer: z.object({
    agents: z.array(
      z.object({
        ...{ TicketId: z.number(), ...price, PriceRowId: z.number(), PricePolicyId: z.number() },
        ...{ FeatureId: z.number(), PresentationId: z.number(), FeatureCategoryId: z.number(), ...references },
      }),
    ),
  }),
})

export const ticketReferences = endpoint({
  ...REFERENCE_ROUTES.ticketReferences,
  summary: 'The tickets and prices that ask for references, with how often they may be and were used.',
  staff,
  query: z.object({ businessIds: z.optional(idListText), customerId: z.optional(idText), userId: z.optional(idText) }),
  answer: z.object({
    prices: z.array(z.object({ ...price, Name: z.string(), Of: z.string(), BusinessId: z.number(), References: z.number(), ...counts })),
  }),
})

export const ticketReferenceDetail = endpoint({
  ...REFERENCE_ROUTES.ticketReferenceDetail,
  summary: 'The references of a ticket or price, each with how often it may be and was used.',
  staff,
  query: z.object({ priceType, priceId: idText }),
  answer: z.object({ rows: z.array(z.object({ ...price, PriceRowId: z.number(), ...references, ...counts })) }),
})

export const ticketReferenceSales = endpoint({
  ...REFERENCE_ROUTES.ticketReferenceSales,
  summary: 'The tickets of a range that were sold with references, by presentation.',
  staff,
  query: z.object(range),
  answer: z.object({
    sales: z.array(
      z.object({
        ...{ TicketId: z.number(), Name: z.string(), PresentationId: z.number(), FeatureId: z.number(), FeatureName: z.string() },
        ...{ DateTime: z.string(), ...references, Quantity: z.number(), Amount: z.number() },
      }),
    ),
  }),
})

export const editReferencePromptOptionQuantity = endpoint({
  ...REFERENCE_ROUTES.editReferencePromptOptionQuantity,
  summary: 'Sets how often a reference may be used: never less than it was.',
  staff: PERMISSIONS.producerSeats,
  params: z.object({ priceType, priceId: idText, priceRowId: rowText }),
  body: z.object({
    reference: text,
    reference2: text,
    quantity: z.int().check(z.minimum(0), z.maximum(1_000_000)),
    /** Beyond the spec’s body: the quantity that the caller has seen; another one is refused. */
    expectedQuantity: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  }),
  answer: z.object({ success: z.boolean(), Quantity: z.number(), Used: z.number() }),
})
