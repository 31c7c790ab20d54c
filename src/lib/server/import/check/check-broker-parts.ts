import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from './prepare.ts'
import type { ImportNotes } from '#lib/server/import/read/report.ts'

/**
 * Checks, after everything is written and before the commit, that what brokers have locked is as it was: its plan, its seats and what they are sold with. No lock
 * begins meanwhile, since it reads the version of the catalogue that an import has locked.
 */
export async function checkBrokerParts(client: Queryable, { presentations, plans }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<{ presentationId: number; seatplanId: number; until: Date }>({
    name: 'changed-broker-parts',
    text: `SELECT b.presentation_id AS "presentationId", p.seatplan_id AS "seatplanId", max(b.locked_until) AS until
     FROM broker_part b JOIN presentation p USING (presentation_id) WHERE b.locked_until > now()
     GROUP BY b.presentation_id, p.seatplan_id, b.staff_id HAVING part_terms(b.presentation_id, array_agg(b.allocation_id)) <> ALL (array_agg(b.locked_as))
     ORDER BY 1`,
  })
  for (const { presentationId, seatplanId, until } of rows) {
    const place =
      presentations.find(({ item }) => item.id === presentationId)?.place ?? plans.find(({ item }) => item.id === seatplanId)?.place
    const end = `${formatShortDate(until.getTime())} ${formatTime(until.getTime())}`
    if (place)
      notes.problem(place, `a broker has locked seats of presentation ${String(presentationId)} until ${end}, and these files change them`)
  }
}
