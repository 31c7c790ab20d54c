import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

/** The fixed dates on which a renewal keeps the seats of those who had the membership before; those sold without seats keep none. */
const RENEWED = `renewed AS (
  SELECT m.membership_id, before.membership_id AS renews_id, f.presentation_id FROM membership m JOIN membership before ON before.membership_id = m.renews_id
    JOIN membership_presentation f ON f.membership_id = m.membership_id AND NOT f.is_choice
  WHERE m.renews_until > now() AND NOT m.is_skip_member_seat AND NOT before.is_skip_member_seat)`

/** Two memberships: the one that renews, and another. */
interface Pair {
  readonly id: number
  readonly otherId: number
}

interface SharedDate extends Pair {
  readonly presentationId: number
}

interface PromisedSeat extends Pair {
  readonly memberNumber: string
  readonly otherNumber: string
  readonly presentationIds: readonly number[]
}

/**
 * Checks, after memberships and members are written and before the commit, that no seat of a date is promised to two subscribers: as the seat that they have, or as
 * the one that a renewal keeps for them, and the other would find it gone.
 */
export async function checkPromisedSeats(client: Queryable, prepared: Prepared, notes: ImportNotes): Promise<void> {
  if (prepared.memberships.length === 0 && prepared.entitlements.length === 0) return
  await checkDatesHad(client, prepared, notes)
  await checkRenewedTwice(client, prepared, notes)
  await checkSeats(client, prepared, notes)
}

/** Who had the membership before has the seat on its dates already. */
async function checkDatesHad(client: Queryable, prepared: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<SharedDate>(
    `WITH ${RENEWED} SELECT r.membership_id AS id, r.renews_id AS "otherId", r.presentation_id AS "presentationId" FROM renewed r
       JOIN membership_presentation h ON h.membership_id = r.renews_id AND h.presentation_id = r.presentation_id AND NOT h.is_choice ORDER BY 1, 3`,
  )
  for (const { id, otherId, presentationId } of rows) {
    const found = prepared.memberships.find(({ item }) => item.id === id)
    const index = found?.item.presentationIds.indexOf(presentationId) ?? -1
    const place = found ? inside(found.place, 'presentationIds', index) : placeOf(prepared, otherId)
    const sentence = `presentation ${String(presentationId)} is one of membership ${String(otherId)}, which membership ${String(id)} renews: its members have their seats on it already`
    if (place) notes.problem(place, sentence)
  }
}

/** Two memberships that renew the same one would both keep each seat of it. */
async function checkRenewedTwice(client: Queryable, prepared: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<SharedDate & { readonly renewsId: number }>(
    `WITH ${RENEWED} SELECT r.membership_id AS id, o.membership_id AS "otherId", r.renews_id AS "renewsId", min(r.presentation_id) AS "presentationId"
     FROM renewed r JOIN renewed o ON o.renews_id = r.renews_id AND o.presentation_id = r.presentation_id AND o.membership_id < r.membership_id
     GROUP BY 1, 2, 3 ORDER BY 1, 2`,
  )
  for (const { id, otherId, renewsId, presentationId } of rows) {
    const place = renewalIn(prepared, id) ?? renewalIn(prepared, otherId)
    const [own, other] = renewalIn(prepared, id) ? [id, otherId] : [otherId, id]
    const sentence = `membership ${String(other)} renews membership ${String(renewsId)} as well, and has presentation ${String(presentationId)} too: membership ${String(own)} would promise the same seats on it`
    if (place) notes.problem(place, sentence)
  }
}

/** Members of two memberships with the same seat, which share a date that has not begun, by themselves or by what they are renewed to. */
async function checkSeats(client: Queryable, { entitlements }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<PromisedSeat>(
    `WITH ${RENEWED}, dated AS (
       SELECT membership_id, renews_id AS had_id, presentation_id FROM renewed
       UNION ALL
       SELECT m.membership_id, m.membership_id, f.presentation_id FROM membership m JOIN membership_presentation f USING (membership_id)
         JOIN presentation p USING (presentation_id)
       WHERE NOT f.is_choice AND NOT m.is_skip_member_seat AND p.starts_at > now()
     ), promised AS (
       SELECT r.*, s.seat_id, e.public_code FROM dated r JOIN entitlement e ON e.kind = 'member' AND e.membership_id = r.had_id AND e.is_active
         JOIN member_seat s USING (entitlement_id) JOIN presentation p ON p.presentation_id = r.presentation_id AND p.seatplan_id = s.seatplan_id)
     SELECT a.membership_id AS id, b.membership_id AS "otherId", a.public_code AS "memberNumber", b.public_code AS "otherNumber",
       array_agg(a.presentation_id ORDER BY a.presentation_id) AS "presentationIds"
     FROM promised a JOIN promised b ON b.presentation_id = a.presentation_id AND b.seat_id = a.seat_id AND b.had_id < a.had_id
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3`,
  )
  const seatOf = (number: string): Place | undefined => {
    const found = entitlements.find(({ item }) => item.kind === 'member' && item.publicCode === number)
    return found && inside(found.place, 'seat')
  }
  for (const { id, otherId, memberNumber, otherNumber, presentationIds } of rows) {
    const own = seatOf(memberNumber)
    const place = own ?? seatOf(otherNumber)
    const dates = `${presentationIds.length === 1 ? 'presentation' : 'presentations'} ${presentationIds.join(', ')}`
    const sentence = `is promised twice on ${dates}: by membership ${String(id)} and by membership ${String(otherId)}, to member ${own ? otherNumber : memberNumber}`
    if (place) notes.problem(place, sentence)
  }
}

/** Where the files say what a membership renews. */
function renewalIn(prepared: Prepared, id: number): Place | undefined {
  const place = placeOf(prepared, id)
  return place && inside(place, 'renewal', 'previousId')
}

function placeOf({ memberships }: Prepared, id: number): Place | undefined {
  return memberships.find(({ item }) => item.id === id)?.place
}
