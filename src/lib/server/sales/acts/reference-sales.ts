import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { ticketReferenceSales } from '#lib/contract/staff/live-references.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { isWithin, rangeOf } from '#lib/domain/sales/sales-range.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { databaseForReading } from '#lib/server/platform/db/connect.ts'
import { shownTo, today } from '#lib/server/sales/live/shown.ts'

interface Row {
  readonly ticketId: number
  readonly name: string
  readonly presentationId: number
  readonly ref1: string
  readonly ref2: string
  readonly quantity: number
  readonly amount: number
}

/** The tickets of the member's presentations that were sold with references and count still; 500 rows at most. Refusal: BAD_REQUEST for a range that is none. */
export async function referenceSales(
  member: StaffMember,
  query: QueryOf<typeof ticketReferenceSales>,
): Promise<Result<AnswerOf<typeof ticketReferenceSales>>> {
  const range = rangeOf(query, today())
  if (!range.ok) return range
  const shown = await shownTo(member, {})
  if (!shown.ok) return shown
  const shows = new Map(shown.value.filter(({ day }) => isWithin(day, range.value.presentations)).map((one) => [one.presentation.id, one]))
  const { transactions: days } = range.value
  const { rows } = await databaseForReading().query<Row>({
    name: 'sales-with-references',
    text: `SELECT ticket_id AS "ticketId", ticket_name AS name, presentation_id AS "presentationId", coalesce(ref1, '') AS ref1, coalesce(ref2, '') AS ref2,
             count(*)::int AS quantity, sum(price + service_charge)::int AS amount
           FROM order_seat s JOIN orders o USING (order_id)
           WHERE presentation_id = ANY ($1::int[]) AND (ref1 IS NOT NULL OR ref2 IS NOT NULL) AND state = 'paid' AND NOT is_gone(s)
             AND ($2::date IS NULL OR business_day(coalesce(sold_at, settled_at, created_at)) BETWEEN $2 AND $3::date)
           GROUP BY 1, 2, 3, 4, 5 ORDER BY 3, 1, 4, 5 LIMIT 500`,
    values: [[...shows.keys()], days?.from ?? null, days?.to ?? null],
  })
  const sales = rows.flatMap(({ presentationId, ...row }) => {
    const show = shows.get(presentationId)
    if (!show) return []
    return {
      ...{ TicketId: row.ticketId, Name: row.name, PresentationId: presentationId, FeatureId: show.presentation.featureId },
      ...{ FeatureName: show.featureName, DateTime: new Date(show.presentation.startsAt).toISOString() },
      ...{ Reference1: row.ref1, Reference2: row.ref2, Quantity: row.quantity, Amount: toShekels(row.amount) },
    }
  })
  return accept({ sales })
}
