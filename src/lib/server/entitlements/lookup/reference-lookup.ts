import type { Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { grantProblem } from '#lib/domain/entitlements/check-grants.ts'
import { hasReferences, referenceName } from '#lib/domain/cart/check-seat.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { lookupsOf } from '../entitlement-lookup.ts'
import { askOutside } from '../outside-references.ts'
import { grantsByLookup, rememberGrant } from './ticket-lookup-grants.ts'

/** A ticket of a presentation, and the references that were typed for it. */
interface TypedTicket {
  readonly presentation: Presentation
  readonly ticket: Ticket
  readonly typed: { readonly ref1: string; readonly ref2: string }
}

/**
 * Checks the references typed for a ticket; the grant is null if its uses are not counted here. Refusals: referenceNotEligible, referenceCheckFailed,
 * TICKET_BALANCE_INSUFFICIENT (used up).
 */
export async function checkTypedReferences(uuid: string, wanted: TypedTicket): Promise<Result<Grant | null>> {
  const { ticket, typed } = wanted
  if (!hasReferences(ticket, typed)) return refuse('referenceNotEligible')
  if (ticket.referenceCheck === 'none') return accept(null)
  if (ticket.referenceCheck === 'list') return findListed(uuid, wanted)
  const eligible = await askOutside(uuid, { ticketId: ticket.id, ...typed })
  if (!eligible.ok) return eligible
  return eligible.value ? accept(null) : refuse('referenceNotEligible')
}

async function findListed(uuid: string, { presentation, ticket, typed }: TypedTicket): Promise<Result<Grant>> {
  const lookups = lookupsOf('reference', referenceName(ticket.id, typed))
  const { grants, now } = await grantsByLookup(
    uuid,
    lookups.map((lookup) => ({ kind: 'reference', lookup })),
  )
  const [grant] = grants
  if (!grant) return refuse('referenceNotEligible')
  const problem = grantProblem(grant, { ticketId: ticket.id, presentation }, now)
  if (problem) return refuse(problem === 'ticketNotFound' ? 'referenceNotEligible' : problem)
  await rememberGrant(uuid, grant)
  return accept(grant)
}
