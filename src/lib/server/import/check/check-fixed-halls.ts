import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

interface Moved {
  readonly id: number
  readonly presentationId: number
  readonly otherId: number
}

/**
 * Checks, after all is written and before the commit, that no listed presentation is in another hall or on another seat plan than the other fixed dates of a series
 * or season that came before. What the files say of memberships themselves is checked by `checkDates`.
 */
export async function checkFixedHalls(client: Queryable, { presentations }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<Moved>(
    `SELECT DISTINCT ON (a.presentation_id) a.membership_id AS id, a.presentation_id AS "presentationId", b.presentation_id AS "otherId"
     FROM membership_presentation a JOIN presentation p USING (presentation_id)
       JOIN membership_presentation b ON b.membership_id = a.membership_id AND NOT b.is_choice JOIN presentation o ON o.presentation_id = b.presentation_id
     WHERE a.presentation_id = ANY ($1::int[]) AND NOT a.is_choice AND (o.venue_id, o.seatplan_id) <> (p.venue_id, p.seatplan_id)
     ORDER BY a.presentation_id, a.membership_id, b.presentation_id`,
    [presentations.map(({ item }) => item.id)],
  )
  for (const { id, presentationId, otherId } of rows) {
    const found = presentations.find(({ item }) => item.id === presentationId)
    const sentence = `is not in the hall of presentation ${String(otherId)}, with which membership ${String(id)} sells it on one seat`
    if (found) notes.problem(inside(found.place, 'seatplanId'), sentence)
  }
}
