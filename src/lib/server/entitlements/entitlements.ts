import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { hasReferences, referenceName, type WantedSeat } from '#lib/domain/cart/check-seat.ts'
import { grantKey, namedGrantOf, siteKey, type Grant, type GrantKind, type Purse } from '#lib/domain/entitlements/grant.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookupsOf } from './entitlement-lookup.ts'
import { grantsOutside, type OutsideReference } from './outside-references.ts'

export interface GrantRow {
  readonly id: number
  readonly kind: GrantKind
  readonly publicCode: string
  readonly lookup: string
  readonly ticketIds: number[]
  readonly usesLeft: number | null
  readonly businessId: number | null
  readonly venueIds: number[] | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly isActive: boolean
  readonly holderName: string
  readonly membershipName: string
  readonly purse: Purse | null
}

/** $1 is the visitor whose remaining uses are counted; its own reserved uses count as left. */
export const GRANT_COLUMNS = `e.entitlement_id AS id, e.kind, e.public_code AS "publicCode", e.lookup,
  array(SELECT t.ticket_id FROM entitlement_ticket t WHERE t.entitlement_id = e.entitlement_id) AS "ticketIds",
  CASE WHEN e.uses IS NOT NULL THEN left_uses(e, $1::uuid) END AS "usesLeft",
  CASE WHEN e.location_ids <> '{}' THEN array(SELECT v.venue_id FROM venue v WHERE v.location_id = ANY (e.location_ids)) END AS "venueIds",
  e.business_id AS "businessId", e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.is_active AS "isActive", e.holder_name AS "holderName",
  e.membership_name AS "membershipName",
  (SELECT json_build_object('voucherId', v.system_voucher_id, 'balance', v.balance) FROM system_voucher v WHERE v.entitlement_id = e.entitlement_id) AS purse`

/** The grants that the lines of a cart name: by key, references by look-up, and references that an outside system checks. */
interface Redeemed {
  readonly named: ReadonlySet<string>
  readonly references: ReadonlyMap<string, string>
  readonly outside: ReadonlyMap<string, OutsideReference>
  /** Tickets that a mini-site sells. */
  readonly ofSite: ReadonlySet<number>
}

/**
 * The grants that the lines of a cart redeem, by `grantKey`. A grant counts only if this visitor has looked it up (session_grant, session_reference), so that a
 * cart cannot be used to guess. Refusals: referenceCheckFailed.
 */
export async function grantsOf(
  catalogue: Catalogue,
  uuid: string,
  seats: readonly WantedSeat[],
): Promise<Result<ReadonlyMap<string, Grant>>> {
  const redeemed = redeemedBy(catalogue, seats)
  const [own, outside, ofSite] = await Promise.all([
    grantedOf(uuid, redeemed),
    grantsOutside(uuid, redeemed.outside),
    grantedInSite(uuid, redeemed.ofSite),
  ])
  if (!outside.ok) return outside
  const eligible = outside.value.map(([name, grant]) => [grantKey('reference', name), grant] as const)
  return accept(new Map([...own, ...eligible, ...ofSite]))
}

function redeemedBy(catalogue: Catalogue, seats: readonly WantedSeat[]): Redeemed {
  const named = new Set<string>()
  const references = new Map<string, string>()
  const outside = new Map<string, OutsideReference>()
  const ofSite = new Set<number>()
  for (const seat of seats) {
    const ticket = catalogue.ticketGroups.get(seat.ticketGroupId)?.tickets.find(({ id }) => id === seat.ticketId)
    if (!ticket) continue
    const key = namedGrantOf(ticket.access, seat)
    if (key) named.add(key)
    if (ticket.access === 'site') ofSite.add(ticket.id)
    const name = referenceName(ticket.id, seat)
    if (ticket.referenceCheck === 'list') for (const lookup of lookupsOf('reference', name)) references.set(lookup, name)
    if (ticket.referenceCheck === 'outside' && hasReferences(ticket, seat)) outside.set(name, { ...seat, ticketId: ticket.id })
  }
  return { named, references, outside, ofSite }
}

async function grantedOf(
  uuid: string,
  { named, references }: Pick<Redeemed, 'named' | 'references'>,
): Promise<readonly (readonly [string, Grant])[]> {
  if (named.size + references.size === 0) return []
  const { rows } = await database().query<GrantRow>({
    name: 'grants-of',
    text: `SELECT ${GRANT_COLUMNS} FROM session_grant g JOIN entitlement e USING (entitlement_id)
           WHERE g.uuid = $1 AND (e.kind || ':' || e.public_code = ANY ($2::text[]) OR (e.kind = 'reference' AND e.lookup = ANY ($3::text[])))`,
    values: [uuid, [...named], [...references.keys()]],
  })
  return rows.map((row) => [
    grantKey(row.kind, row.kind === 'reference' ? (references.get(row.lookup) ?? '') : row.publicCode),
    grantOf(row),
  ])
}

/**
 * What the mini-site that the visitor is in gives of its tickets, by `siteKey`: those for whoever is there, and those whose references the visitor has shown. Of
 * several for one ticket that with most left.
 */
async function grantedInSite(uuid: string, ticketIds: ReadonlySet<number>): Promise<readonly (readonly [string, Grant])[]> {
  if (ticketIds.size === 0) return []
  const { rows } = await database().query<GrantRow & { readonly presentationIds: number[] }>({
    name: 'grants-in-site',
    text: `SELECT ${GRANT_COLUMNS}, m.presentation_ids AS "presentationIds" FROM session s JOIN mini_site m USING (mini_site_id) JOIN entitlement e USING (mini_site_id)
           WHERE s.uuid = $1 AND (m.opens_at IS NULL OR m.opens_at <= now()) AND (m.closes_at IS NULL OR m.closes_at > now())
             AND (e.is_for_all OR EXISTS (SELECT FROM session_grant g WHERE g.uuid = s.uuid AND g.entitlement_id = e.entitlement_id))
             AND EXISTS (SELECT FROM entitlement_ticket t WHERE t.entitlement_id = e.entitlement_id AND t.ticket_id = ANY ($2::int[]))
           ORDER BY e.is_active, e.uses IS NULL, left_uses(e, $1::uuid), e.entitlement_id`,
    values: [uuid, [...ticketIds]],
  })
  return rows.flatMap(({ presentationIds, ...row }) => {
    const grant = { ...grantOf(row), presentationIds: new Set(presentationIds) }
    return row.ticketIds.map((ticketId) => [siteKey(ticketId), grant] as const)
  })
}

export function grantOf({ ticketIds, venueIds, startsAt, endsAt, lookup: _hidden, ...row }: GrantRow): Grant {
  const venues = venueIds === null ? null : new Set(venueIds)
  return {
    ...row,
    ticketIds: new Set(ticketIds),
    venueIds: venues,
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  }
}
