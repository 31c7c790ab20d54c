import type { Catalogue } from '#lib/domain/catalogue.ts'
import { referenceName, type WantedSeat } from '#lib/domain/check-seat.ts'
import { grantKey, namedGrantOf, type Grant, type GrantKind } from '#lib/domain/grant.ts'
import { database } from './db/connect.ts'
import { lookupOf } from './entitlement-lookup.ts'

interface Row {
  readonly id: number
  readonly kind: GrantKind
  readonly publicCode: string
  readonly lookup: string
  readonly ticketIds: number[]
  readonly usesLeft: number | null
  readonly businessId: number | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly isActive: boolean
  readonly holderName: string
  readonly membershipName: string
}

/** How many uses are left is asked for this visitor: $1; its own reserved ones count as left. */
export const GRANT_COLUMNS = `e.entitlement_id AS id, e.kind, e.public_code AS "publicCode", e.lookup,
  array(SELECT t.ticket_id FROM entitlement_ticket t WHERE t.entitlement_id = e.entitlement_id) AS "ticketIds",
  CASE WHEN e.uses IS NOT NULL THEN greatest(0, e.uses - taken_uses(e.entitlement_id, $1::uuid))::int END AS "usesLeft",
  e.business_id AS "businessId", e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.is_active AS "isActive", e.holder_name AS "holderName",
  e.membership_name AS "membershipName"`

/**
 * What the lines of a cart redeem, by `grantKey`. A coupon's code proves itself; a membership, a benefit and a voucher count only where this visitor has
 * looked them up (session_grant).
 */
export async function grantsOf(catalogue: Catalogue, uuid: string, seats: readonly WantedSeat[]): Promise<ReadonlyMap<string, Grant>> {
  const named = new Set<string>()
  const references = new Map<string, string>()
  for (const seat of seats) {
    const ticket = catalogue.ticketGroups.get(seat.ticketGroupId)?.tickets.find(({ id }) => id === seat.ticketId)
    if (!ticket) continue
    const key = namedGrantOf(ticket.access, seat)
    if (key) named.add(key)
    if (ticket.referenceCheck === 'list')
      references.set(lookupOf('reference', referenceName(ticket.id, seat)), referenceName(ticket.id, seat))
  }
  if (named.size + references.size === 0) return new Map()
  const { rows } = await database().query<Row>({
    name: 'grants-of',
    text: `SELECT ${GRANT_COLUMNS} FROM entitlement e
           WHERE (e.kind || ':' || e.public_code = ANY ($2::text[])
               AND (e.kind = 'coupon' OR EXISTS (SELECT FROM session_grant g WHERE g.uuid = $1 AND g.entitlement_id = e.entitlement_id)))
             OR (e.kind = 'reference' AND e.lookup = ANY ($3::text[]))`,
    values: [uuid, [...named], [...references.keys()]],
  })
  return new Map(
    rows.map((row) => [grantKey(row.kind, row.kind === 'reference' ? (references.get(row.lookup) ?? '') : row.publicCode), grantOf(row)]),
  )
}

export function grantOf({ ticketIds, startsAt, endsAt, lookup: _hidden, ...row }: Row): Grant {
  return { ...row, ticketIds: new Set(ticketIds), startsAt: startsAt?.getTime() ?? null, endsAt: endsAt?.getTime() ?? null }
}
