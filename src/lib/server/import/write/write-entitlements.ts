import type { GrantKind } from '#lib/domain/entitlements/grant.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import type { ENTITLEMENT_LISTS } from '#lib/server/import/read/read-catalogue.ts'
import type { ReadEntitlement } from '#lib/server/import/read/read-entitlements.ts'
import { ENTITLEMENT } from './tables.ts'
import { recordset, upsert } from './upsert.ts'

const KINDS: Readonly<Record<(typeof ENTITLEMENT_LISTS)[number], GrantKind>> = {
  coupons: 'coupon',
  ticketVouchers: 'voucher',
  members: 'member',
  seniorBenefits: 'senior',
  references: 'reference',
}

/** Finds what the files no longer list: kinds $1, listed kinds $2 with their public codes $3. */
const RETIRED = `is_active AND kind = ANY ($1::text[]) AND NOT EXISTS (
    SELECT FROM unnest($2::text[], $3::text[]) AS listed (kind, public_code) WHERE listed.kind = e.kind AND listed.public_code = e.public_code)
  AND NOT EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id)`

/** Writes the entitlements; those missing from a given list become invalid, except what was bought. Past uses are never touched. Returns the number of rows written or deleted. */
export async function writeEntitlements(client: Queryable, { entitlements, givenLists }: Prepared): Promise<number> {
  const items = entitlements.map(({ item }) => item)
  await renameEarlier(client, items)
  return (
    (await writeRows(client, givenLists, items)) +
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

type EntitlementRow = ReturnType<typeof entitlementRow>

/** A row of the files with what was bought beside them. */
interface WantedRow extends EntitlementRow {
  /** null: new. */
  readonly id: number | null
}

function nameOf({ kind, public_code: publicCode }: EntitlementRow): string {
  return `${kind}:${publicCode}`
}

/**
 * Writes new rows and those that differ, which are added up again once they are locked: what is being bought at this moment is seen only then. Others stay as they are, since
 * what is bought of them meanwhile is added to what the files say already.
 */
async function writeRows(client: Queryable, lists: Prepared['givenLists'], items: readonly ReadEntitlement[]): Promise<number> {
  const rows = items.map(entitlementRow)
  const ids = new Map((await differing(client, rows)).map((row) => [nameOf(row), row.id]))
  const added = rows.filter((row) => ids.get(nameOf(row)) === null)
  const changed = rows.filter((row) => typeof ids.get(nameOf(row)) === 'number')
  await client.query(
    `SELECT FROM entitlement WHERE entitlement_id IN (SELECT unnest($4::int[]) UNION ALL SELECT entitlement_id FROM entitlement e WHERE ${RETIRED})
     ORDER BY entitlement_id FOR NO KEY UPDATE`,
    [...listed(lists, items), [...ids.values()].filter((id) => id !== null)],
  )
  return upsert(client, ENTITLEMENT, [...added, ...(await differing(client, changed))])
}

/**
 * Adds up what was bought of a member of the files, `own`: of cancelled purchases what had been used, and of money nothing, since it is no entries. `used` is all that had been
 * used of the member when an unlimited purchase was cancelled.
 */
const BOUGHT = `
  SELECT coalesce(sum(coalesce(p.taken, p.uses)) FILTER (WHERE p.uses IS NOT NULL), 0) AS entries, max(p.taken) FILTER (WHERE p.uses IS NULL AND p.money IS NULL) AS used,
    coalesce(bool_or(p.uses IS NULL AND p.money IS NULL) FILTER (WHERE p.taken IS NULL), false) AS is_unlimited,
    max(i.valid_until) FILTER (WHERE p.taken IS NULL) AS until, coalesce(bool_or(i.valid_until IS NULL) FILTER (WHERE p.taken IS NULL), false) AS is_endless
  FROM membership_purchase p JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
  WHERE p.entitlement_id = own.entitlement_id AND NOT EXISTS (
    SELECT FROM membership_purchase b WHERE b.entitlement_id = own.entitlement_id AND b.tops_up IS DISTINCT FROM b.entitlement_id)`

/** Adds to columns of the files what was bought: entries, and the later end. */
const WITH_BOUGHT: Readonly<Record<string, string>> = {
  uses: 'CASE WHEN kept.uses IS NOT NULL AND NOT bought.is_unlimited THEN greatest(kept.uses + bought.entries, bought.used)::int END',
  ends_at: 'CASE WHEN kept.ends_at IS NOT NULL AND NOT bought.is_endless THEN greatest(kept.ends_at, bought.until) END',
}

/** Finds the rows that are not in the database as they are to be. One statement, so that what was bought and what it was added to are seen at the same moment. */
async function differing(client: Queryable, rows: readonly EntitlementRow[]): Promise<readonly WantedRow[]> {
  if (rows.length === 0) return []
  const names = Object.keys(ENTITLEMENT.columns)
  const { rows: found } = await client.query<{ row: WantedRow }>(
    `WITH wanted AS MATERIALIZED (
       SELECT own.entitlement_id AS id, ${names.map((name) => `${WITH_BOUGHT[name] ?? `kept.${name}`} AS ${name}`).join(', ')}
       FROM ${recordset(ENTITLEMENT.columns)} LEFT JOIN entitlement own ON own.kind = kept.kind AND own.public_code = kept.public_code
         CROSS JOIN LATERAL (${BOUGHT}) AS bought)
     SELECT row_to_json(w) AS row FROM wanted w LEFT JOIN entitlement own ON own.entitlement_id = w.id
     WHERE w.id IS NULL OR (${names.map((name) => `own.${name}`).join(', ')}) IS DISTINCT FROM (${names.map((name) => `w.${name}`).join(', ')})`,
    [JSON.stringify(rows)],
  )
  return found.map(({ row }) => row)
}

export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function listed(lists: Prepared['givenLists'], items: readonly ReadEntitlement[]): readonly (readonly string[])[] {
  return [lists.map((list) => KINDS[list]), items.map(({ kind }) => kind), items.map(({ publicCode }) => publicCode)]
}

/** Retires what is no longer listed; `writeRows` has locked it, so nobody buys more of it meanwhile. */
async function retire(client: Queryable, lists: Prepared['givenLists'], items: readonly ReadEntitlement[]): Promise<number> {
  const { rowCount } = await client.query(`UPDATE entitlement e SET is_active = false WHERE ${RETIRED}`, [...listed(lists, items)])
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
  const given = items.flatMap(({ kind, publicCode, tickets }) =>
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
    [JSON.stringify(given)],
  )
  return rows[0]?.count ?? 0
}
