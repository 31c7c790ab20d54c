import type { StaffAction } from '#lib/domain/staff/actions.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { addDays } from '#lib/domain/time/days.ts'
import { startOfDay } from '#lib/domain/time/rest-days.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { StaffListed } from './people.ts'

/** A line of what staff did. */
export interface AuditLine {
  readonly auditId: number
  readonly at: Date
  /** null: nobody who is known, or somebody at the terminal. */
  readonly staffId: number | null
  readonly action: string
  readonly subject: string
  readonly businessId: number | null
  /** The role that was given to somebody, and the one before. */
  readonly role: string | null
  readonly roleBefore: string | null
  readonly address: string | null
  readonly device: string
}

/** Which lines are meant; what is left out limits nothing. */
export interface AuditQuery {
  readonly staffId?: number | undefined
  readonly action?: StaffAction | undefined
  /** Days (YYYY-MM-DD), both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The line that a page precedes or follows: `older` and `newer` ones than it. */
export interface AuditPlace {
  readonly way: 'older' | 'newer'
  readonly auditId: number
}

/** A page of the log, the newest line first. */
export interface AuditPage {
  readonly lines: readonly AuditLine[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

/** Lines on a page of the audit, and lines of a file that are read together. */
export const AUDIT_LINES = 50
const BATCH = 1_000

/** Who reads the log, and whom the reader may manage. */
export interface AuditReader {
  readonly owner: StaffMember
  readonly people: readonly StaffListed[]
}

/** A page of what staff did. An owner of some businesses sees the acts of those whom the owner may manage. Where nothing stands beyond the place, the first page. */
export async function auditFor(reader: AuditReader, query: AuditQuery = {}, place?: AuditPlace): Promise<AuditPage> {
  const read = await readLines(reader, query, { place, most: AUDIT_LINES + 1 })
  const isMore = read.length > AUDIT_LINES
  if (place?.way === 'newer')
    return isMore ? { lines: read.slice(0, AUDIT_LINES).toReversed(), hasOlder: true, hasNewer: true } : auditFor(reader, query)
  if (place && read.length === 0) return auditFor(reader, query)
  return { lines: read.slice(0, AUDIT_LINES), hasOlder: isMore, hasNewer: place !== undefined }
}

/** All such lines, the newest first, some at a time. */
export async function* auditBatches(reader: AuditReader, query: AuditQuery): AsyncGenerator<readonly AuditLine[]> {
  let place: AuditPlace | undefined
  for (;;) {
    const lines: readonly AuditLine[] = await readLines(reader, query, { place, most: BATCH })
    const last = lines.at(-1)
    if (last) yield lines
    if (!last || lines.length < BATCH) return
    place = { way: 'older', auditId: last.auditId }
  }
}

interface Part {
  readonly place: AuditPlace | undefined
  readonly most: number
}

/** The lines next to a place, the nearest first; without one the newest. */
async function readLines({ owner, people }: AuditReader, query: AuditQuery, { place, most }: Part): Promise<readonly AuditLine[]> {
  const seesAll = owner.businessIds === 'all' && owner.featureIds === 'all'
  const isUpwards = place?.way === 'newer'
  const { staffId = null, action = null, from, to } = query
  const { rows } = await database().query<AuditLine>({
    name: `staff-audit-lines-${isUpwards ? 'up' : 'down'}`,
    text: `SELECT audit_id AS "auditId", at, staff_id AS "staffId", action, subject, business_id AS "businessId", facts ->> 'role' AS role,
             facts #>> '{before,role}' AS "roleBefore", address, device FROM staff_audit
           WHERE ($1::int[] IS NULL OR staff_id = ANY ($1)) AND ($2::int IS NULL OR staff_id = $2) AND ($3::text IS NULL OR action = $3)
             AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
             AND ($6::bigint IS NULL OR audit_id ${isUpwards ? '>' : '<'} $6) ORDER BY audit_id ${isUpwards ? 'ASC' : 'DESC'} LIMIT $7`,
    values: [
      ...[seesAll ? null : people.map((person) => person.staffId), staffId, action],
      ...[from === undefined ? null : new Date(startOfDay(from)), to === undefined ? null : new Date(startOfDay(addDays(to, 1)))],
      ...[place?.auditId ?? null, most],
    ],
  })
  return rows
}
