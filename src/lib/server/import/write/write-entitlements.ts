import type { GrantKind } from '#lib/domain/entitlements/grant.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import type { ENTITLEMENT_LISTS } from '#lib/server/import/read/read-catalogue.ts'
import type { ReadEntitlement } from '#lib/server/import/read/read-entitlements.ts'
import { ENTITLEMENT } from './tables.ts'
import { upsert } from './upsert.ts'

const KINDS: Readonly<Record<(typeof ENTITLEMENT_LISTS)[number], GrantKind>> = {
  coupons: 'coupon',
  ticketVouchers: 'voucher',
  members: 'member',
  seniorBenefits: 'senior',
  references: 'reference',
}

/** Writes the entitlements; those missing from a given list become invalid, except what was bought. Past uses are never touched. Returns the number of rows written or deleted. */
export async function writeEntitlements(client: Queryable, { entitlements, givenLists }: Prepared): Promise<number> {
  const items = entitlements.map(({ item }) => item)
  await renameEarlier(client, items)
  const bought = await topUpsOf(client, items)
  const rows = items.map((item) => withTopUps(entitlementRow(item), bought.get(item.publicCode)))
  return (
    (await upsert(client, ENTITLEMENT, rows)) +
    (await retire(client, givenLists, items)) +
    (items.length === 0 ? 0 : (await writeTickets(client, items)) + (await writeSeats(client, items)))
  )
}

/** Renames rows written under an earlier secret, so that their uses stay counted. */
async function renameEarlier(client: Queryable, items: readonly ReadEntitlement[]): Promise<void> {
  const names = items.flatMap(({ kind, lookup, publicCode, earlier }) => earlier.map((before) => ({ kind, lookup, publicCode, before })))
  if (names.length === 0) return
  await client.query(
    `UPDATE entitlement e SET lookup = n.lookup, public_code = n.public_code
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS n (kind, lookup, public_code, old_lookup, old_code)
     WHERE e.kind = n.kind AND e.lookup = n.old_lookup AND e.public_code = n.old_code`,
    [
      ...[names.map(({ kind }) => kind), names.map(({ lookup }) => lookup), names.map(({ publicCode }) => publicCode)],
      ...[names.map(({ before }) => before.lookup), names.map(({ before }) => before.publicCode)],
    ],
  )
}

function entitlementRow(item: ReadEntitlement) {
  return {
    kind: item.kind,
    public_code: item.publicCode,
    lookup: item.lookup,
    uses: item.uses,
    business_id: item.businessId,
    starts_at: instant(item.startsAt),
    ends_at: instant(item.endsAt),
    is_active: true,
    holder_name: item.holderName,
    membership_id: item.membership?.id ?? null,
    membership_name: item.membership?.name ?? '',
    mini_site_id: item.miniSite?.id ?? null,
    is_for_all: item.miniSite?.isForAll ?? false,
  }
}

/** What a member of the files has bought beside what these say. */
interface TopUps {
  readonly publicCode: string
  readonly uses: number
  /** The latest end of those that stand; null: none has an end. */
  readonly endsAt: Date | null
  /** Whether one of them does not end. */
  readonly isEndless: boolean
}

/** By member number; their members stay locked, so that none is added until they are written. Of cancelled ones what had been used counts. */
async function topUpsOf(client: Queryable, items: readonly ReadEntitlement[]): Promise<ReadonlyMap<string, TopUps>> {
  const members = items.filter(({ kind }) => kind === 'member').map(({ publicCode }) => publicCode)
  if (members.length === 0) return new Map()
  const { rows } = await client.query<TopUps>(
    `WITH own AS (
       SELECT entitlement_id, public_code FROM entitlement e WHERE kind = 'member' AND public_code = ANY ($1::text[])
         AND EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id)
         AND NOT EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id AND p.tops_up IS DISTINCT FROM p.entitlement_id)
       ORDER BY entitlement_id FOR NO KEY UPDATE)
     SELECT own.public_code AS "publicCode", coalesce(sum(coalesce(p.taken, p.uses)), 0)::int AS uses,
       max(i.valid_until) FILTER (WHERE p.taken IS NULL) AS "endsAt", coalesce(bool_or(i.valid_until IS NULL) FILTER (WHERE p.taken IS NULL), false) AS "isEndless"
     FROM own JOIN membership_purchase p USING (entitlement_id) JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
     GROUP BY own.public_code`,
    [members],
  )
  return new Map(rows.map((row) => [row.publicCode, row]))
}

type EntitlementRow = ReturnType<typeof entitlementRow>

/** Entries that were bought are added to those of the files, and the later end counts. */
function withTopUps(row: EntitlementRow, bought: TopUps | undefined): EntitlementRow {
  if (row.kind !== 'member' || !bought) return row
  const isEndless = row.ends_at === null || bought.isEndless
  const ends = [row.ends_at ?? '', bought.endsAt?.toISOString() ?? ''].sort()
  return { ...row, uses: row.uses === null ? null : row.uses + bought.uses, ends_at: isEndless ? null : (ends[1] ?? null) }
}

export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

async function retire(client: Queryable, lists: Prepared['givenLists'], items: readonly ReadEntitlement[]): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE entitlement e SET is_active = false WHERE is_active AND kind = ANY ($1::text[]) AND NOT EXISTS (
       SELECT FROM unnest($2::text[], $3::text[]) AS listed (kind, public_code) WHERE listed.kind = e.kind AND listed.public_code = e.public_code)
       AND NOT EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id)`,
    [lists.map((list) => KINDS[list]), items.map(({ kind }) => kind), items.map(({ publicCode }) => publicCode)],
  )
  return rowCount ?? 0
}

/** Writes exactly the seats of members in the files, by their names in the plan. */
async function writeSeats(client: Queryable, items: readonly ReadEntitlement[]): Promise<number> {
  const members = items.filter(({ kind }) => kind === 'member')
  const { rows } = await client.query<{ count: number }>(
    `WITH listed AS MATERIALIZED (
       SELECT e.entitlement_id, s.seatplan_id, s.seat_id
       FROM json_to_recordset($1::json) AS l (public_code text, "seatplanId" int, "sectionId" int, "row" text, seat text)
         JOIN entitlement e ON e.kind = 'member' AND e.public_code = l.public_code
         LEFT JOIN seat s ON s.seatplan_id = l."seatplanId" AND s.section_id = l."sectionId" AND s.row_name = l."row" AND s.seat_name = l.seat),
     gone AS (
       DELETE FROM member_seat m USING listed l WHERE l.entitlement_id = m.entitlement_id
         AND l.seat_id IS NULL RETURNING 1),
     kept AS (
       INSERT INTO member_seat AS m SELECT * FROM listed WHERE seat_id IS NOT NULL
       ON CONFLICT (entitlement_id) DO UPDATE SET seatplan_id = excluded.seatplan_id, seat_id = excluded.seat_id
         WHERE (m.seatplan_id, m.seat_id) <> (excluded.seatplan_id, excluded.seat_id) RETURNING 1)
     SELECT (SELECT count(*) FROM gone)::int + (SELECT count(*) FROM kept)::int AS count`,
    [JSON.stringify(members.map(({ publicCode, seat }) => ({ public_code: publicCode, ...seat })))],
  )
  return rows[0]?.count ?? 0
}

/** Writes exactly the tickets in the files. */
async function writeTickets(client: Queryable, items: readonly ReadEntitlement[]): Promise<number> {
  const listed = items.flatMap(({ kind, publicCode, tickets }) =>
    tickets.map((ticket) => ({ kind, public_code: publicCode, ticket_id: ticket })),
  )
  const { rows } = await client.query<{ count: number }>(
    `WITH listed AS MATERIALIZED (
       SELECT e.entitlement_id, l.ticket_id FROM json_to_recordset($1::json) AS l (kind text, public_code text, ticket_id int)
       JOIN entitlement e USING (kind, public_code)),
     gone AS (
       DELETE FROM entitlement_ticket t WHERE t.entitlement_id IN (SELECT entitlement_id FROM listed)
         AND NOT EXISTS (SELECT FROM listed l WHERE l.entitlement_id = t.entitlement_id AND l.ticket_id = t.ticket_id) RETURNING 1),
     added AS (INSERT INTO entitlement_ticket SELECT DISTINCT entitlement_id, ticket_id FROM listed ON CONFLICT DO NOTHING RETURNING 1)
     SELECT (SELECT count(*) FROM gone)::int + (SELECT count(*) FROM added)::int AS count`,
    [JSON.stringify(listed)],
  )
  return rows[0]?.count ?? 0
}
