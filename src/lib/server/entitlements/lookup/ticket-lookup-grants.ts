import type { Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { grantProblem, notFoundCode } from '#lib/domain/entitlements/check-grants.ts'
import type { Grant, GrantKind } from '#lib/domain/entitlements/grant.ts'
import { isIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookupsOf } from '../entitlement-lookup.ts'
import { GRANT_COLUMNS, grantOf, type GrantRow } from '../entitlements.ts'
import { kindOf } from './ticket-lookup-offer.ts'

interface Found {
  readonly grant: Grant
  readonly ticket: Ticket
}

/** The tickets of a presentation that a text may give. */
interface OfferedTickets {
  readonly presentation: Presentation
  readonly tickets: readonly Ticket[]
}

/** What was typed, and what it may be, in the order in which it is tried. */
interface TypedText {
  readonly text: string
  readonly kinds: readonly GrantKind[]
}

const NO_TICKET = 0

/** If several problems apply, the first of these is reported, most helpful first. */
const TELLING: readonly RefusalCode[] = [
  ...(['COUPON_USED', 'voucherBalance', 'memberNoneAvailable', 'seniorNoBalance'] as const),
  ...(['voucherExpired', 'memberNotStarted', 'memberExpired'] as const),
  ...(['ticketNotFound', 'noValidMember'] as const),
]

/**
 * The first grant for a typed text, in the order of the kinds, with its first ticket. Refusals: its problem (`grantProblem`), or the kind's 'not found': one
 * answer for texts that never existed, are not valid here and, for coupons, are not valid now.
 */
export async function findGrant(
  uuid: string,
  { presentation, tickets }: OfferedTickets,
  { text, kinds }: TypedText,
): Promise<Result<Found>> {
  const { grants, now } = await grantsByLookup(
    uuid,
    kinds.flatMap((kind) => lookupsOf(kind, text).map((lookup) => ({ kind, lookup }))),
  )
  const problems: RefusalCode[] = []
  for (const grant of grants) {
    const ticket = tickets.find((one) => kindOf(one) === grant.kind && grant.ticketIds.has(one.id))
    const problem = grantProblem(grant, { ticketId: ticket?.id ?? NO_TICKET, presentation }, now)
    if (ticket && !problem) return accept({ grant, ticket })
    if (problem) problems.push(problem)
  }
  return refuse(TELLING.find((code) => problems.includes(code)) ?? notFoundCode(likelyKind(kinds, tickets, text)))
}

/** The probable kind of an unknown text, for its refusal. */
function likelyKind(kinds: readonly GrantKind[], tickets: readonly Ticket[], typed: string): GrantKind {
  const [only] = kinds
  if (only && kinds.length === 1) return only
  const sold = new Set(tickets.map(kindOf))
  const byId = (['member', 'senior'] as const).find((kind) => kinds.includes(kind) && sold.has(kind))
  return (isIsraeliId(typed) ? byId : undefined) ?? 'coupon'
}

interface Lookup {
  readonly kind: GrantKind
  readonly lookup: string
}

/** Grants that were read, and the time by the database's clock, in ms since 1970. */
export interface FoundGrants {
  readonly grants: readonly Grant[]
  readonly now: number
}

/** Grants for typed texts, in the order asked for, by id within a kind. */
export async function grantsByLookup(uuid: string, lookups: readonly Lookup[]): Promise<FoundGrants> {
  const { rows } = await database().query<GrantRow & { now: Date }>({
    name: 'grants-by-lookup',
    text: `SELECT ${GRANT_COLUMNS}, now() AS now FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS w (kind, lookup, place)
           JOIN entitlement e ON e.kind = w.kind AND e.lookup = w.lookup ORDER BY w.place, e.entitlement_id`,
    values: [uuid, lookups.map(({ kind }) => kind), lookups.map(({ lookup }) => lookup)],
  })
  return { grants: rows.map(({ now: _moment, ...row }) => grantOf(row)), now: rows[0]?.now.getTime() ?? 0 }
}

/** Lets the visitor's carts name the grant from now on. */
export async function rememberGrant(uuid: string, grant: Grant): Promise<void> {
  await database().query({
    name: 'remember-grant',
    text: `INSERT INTO session_grant (uuid, entitlement_id) SELECT uuid, $2 FROM session WHERE uuid = $1
           ON CONFLICT (uuid, entitlement_id) WHERE entitlement_id IS NOT NULL DO UPDATE SET granted_at = now()`,
    values: [uuid, grant.id],
  })
}
