import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { hasReferences, referenceName, type WantedSeat } from '#lib/domain/cart/check-seat.ts'
import { grantKey, namedGrantOf, type Grant, type GrantKind, type Purse } from '#lib/domain/entitlements/grant.ts'
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
  const [own, outside] = await Promise.all([grantedOf(uuid, redeemed), grantsOutside(uuid, redeemed.outside)])
  if (!outside.ok) return outside
  const eligible = outside.value.map(([name, grant]) => [grantKey('reference', name), grant] as const)
  return accept(new Map([...own, ...eligible]))
}

function redeemedBy(catalogue: Catalogue, seats: readonly WantedSeat[]): Redeemed {
  const named = new Set<string>()
  const references = new Map<string, string>()
  const outside = new Map<string, OutsideReference>()
  for (const seat of seats) {
    const ticket = catalogue.ticketGroups.get(seat.ticketGroupId)?.tickets.find(({ id }) => id === seat.ticketId)
    if (!ticket) continue
    const key = namedGrantOf(ticket.access, seat)
    if (key) named.add(key)
    const name = referenceName(ticket.id, seat)
    if (ticket.referenceCheck === 'list') for (const lookup of lookupsOf('reference', name)) references.set(lookup, name)
    if (ticket.referenceCheck === 'outside' && hasReferences(ticket, seat)) outside.set(name, { ...seat, ticketId: ticket.id })
  }
  return { named, references, outside }
}

async function grantedOf(uuid: string, { named, references }: Redeemed): Promise<readonly (readonly [string, Grant])[]> {
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
