import { toAgorot } from '#lib/domain/money/money.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** What somebody of the staff has just done with a reservation, for the page after it. */
export interface LastAct {
  readonly action: 'cancel' | 'send again' | 'send tickets'
  readonly orderNumber: string
  /** Where tickets went, masked. */
  readonly to: readonly string[]
  /** What a cancellation gave back, in agorot. */
  readonly refund: number
}

interface Row extends Omit<LastAct, 'to' | 'refund'> {
  readonly to: readonly string[] | null
  readonly refund: number | null
}

/** The last act of a member of staff, of the last minute; undefined if there is none, or it was of another kind. */
export async function lastActOf({ staffId }: StaffMember): Promise<LastAct | undefined> {
  const { rows } = await database().query<Row>({
    name: 'last-act-of-staff',
    text: `SELECT a.action, o.order_number AS "orderNumber", a.facts -> 'to' AS "to", (a.facts -> 'answer' ->> 'refund')::float8 AS refund
           FROM (SELECT action, subject, facts, at FROM staff_audit WHERE staff_id = $1 ORDER BY audit_id DESC LIMIT 1) a
             JOIN orders o ON o.order_id = CASE WHEN a.action IN ('cancel', 'send again', 'send tickets') THEN a.subject::uuid END
           WHERE a.at > now() - interval '1 minute'`,
    values: [staffId],
  })
  const [row] = rows
  return row && { ...row, to: row.to ?? [], refund: toAgorot(row.refund ?? 0) ?? 0 }
}
