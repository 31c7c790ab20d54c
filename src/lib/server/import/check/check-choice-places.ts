import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

/** A season whose dates to choose cannot seat its subscribers, at one of the dates or over all of them. */
interface Shortage {
  readonly id: number
  /** Dates to choose on which it sells no seat. */
  readonly empty: readonly number[]
  /** How many dates each subscriber chooses. */
  readonly count: number
  readonly subscribers: number
  /** Seats that so many subscribers can have: on each date at most one for each of them. */
  readonly places: number
  /** All its presentations, their seat plans, and the membership that it renews. */
  readonly dates: readonly number[]
  readonly seatplans: readonly number[]
  readonly renewsId: number | null
}

/**
 * Seats of a date are those that the season sells: numbered, priced there, and of a category with a rate if the season has rates. Its subscribers are at least as
 * many as the seats that each fixed date keeps for it alone, for renewals or by `subscriberSeats`; one without any.
 */
const SHORTAGES = `
WITH season AS (
  SELECT membership_id, coalesce(choice_count, 0) AS choice_count, renews_id FROM membership WHERE choice_count IS NOT NULL AND NOT is_skip_member_seat
), option AS (
  SELECT m.membership_id, o.presentation_id, (
    SELECT count(*)::int FROM seat s JOIN presentation_price c USING (category)
    WHERE s.seatplan_id = p.seatplan_id AND c.presentation_id = p.presentation_id AND c.allocation_id <> -1
      AND (NOT EXISTS (SELECT FROM membership_rate r WHERE r.membership_id = m.membership_id)
        OR EXISTS (SELECT FROM membership_rate r WHERE r.membership_id = m.membership_id AND r.category = s.category))) AS places
  FROM season m JOIN membership_presentation o ON o.membership_id = m.membership_id AND o.is_choice JOIN presentation p USING (presentation_id)
), promised AS (
  SELECT m.membership_id, greatest(1, min((
    SELECT count(DISTINCT k.seat_id)::int FROM seat_keep k
    WHERE k.presentation_id = f.presentation_id AND k.membership_ids = ARRAY[m.membership_id] AND k.until > now()))) AS subscribers
  FROM season m JOIN membership_presentation f ON f.membership_id = m.membership_id AND NOT f.is_choice GROUP BY 1
), summed AS (
  SELECT m.membership_id AS id, m.choice_count AS count, d.subscribers, sum(least(o.places, d.subscribers))::int AS places,
    coalesce(array_agg(o.presentation_id ORDER BY o.presentation_id) FILTER (WHERE o.places = 0), '{}') AS empty
  FROM season m JOIN promised d USING (membership_id) JOIN option o USING (membership_id) GROUP BY 1, 2, 3
)
SELECT summed.*, m.renews_id AS "renewsId", all_dates.*
FROM summed JOIN season m ON m.membership_id = id
  CROSS JOIN LATERAL (
    SELECT array_agg(presentation_id) AS dates, array_agg(p.seatplan_id) AS seatplans
    FROM membership_presentation d JOIN presentation p USING (presentation_id) WHERE d.membership_id = id) AS all_dates
WHERE cardinality(empty) > 0 OR places < count * subscribers ORDER BY id`

/**
 * Checks, after memberships and members are written and before the commit, that the dates to choose of a season have seats for its subscribers: some on every date,
 * and over all dates as many as are promised. Who has bought them meanwhile does not matter: that is no contradiction of the files.
 */
export async function checkChoicePlaces(client: Queryable, prepared: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<Shortage>(SHORTAGES)
  for (const shortage of rows) {
    const { id, empty, count, subscribers, places } = shortage
    const found = prepared.memberships.find(({ item }) => item.id === id)
    for (const presentationId of empty) {
      const at = found?.item.choice?.options.findIndex((option) => option.presentationId === presentationId) ?? -1
      const place = found ? inside(found.place, 'choice', 'options', at) : changedPlace(prepared, shortage)
      if (place)
        notes.problem(
          place,
          `presentation ${String(presentationId)}, which membership ${String(id)} has to choose, has no seats that it sells`,
        )
    }
    const place = found ? inside(found.place, 'choice') : changedPlace(prepared, shortage)
    const sentence = `the dates to choose of membership ${String(id)} have ${String(places)} seats for ${String(subscribers)} subscribers, who need ${String(count * subscribers)}: ${String(count)} each`
    if (place && empty.length === 0) notes.problem(place, sentence)
  }
}

/** What the files change of a membership that they do not list: a date of it, the seats of one, or a member who may renew. */
function changedPlace({ presentations, plans, entitlements }: Prepared, { dates, seatplans, renewsId }: Shortage): Place | undefined {
  const found =
    presentations.find(({ item }) => dates.includes(item.id)) ??
    plans.find(({ item }) => seatplans.includes(item.id)) ??
    entitlements.find(({ item }) => item.seat != null && item.membership?.id === renewsId)
  return found?.place
}
