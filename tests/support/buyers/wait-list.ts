import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { tellWaiting } from '#lib/server/wait-list/tell-waiting.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { until } from '#tests/support/until.ts'

interface WaitMessage {
  readonly channel: 'mail' | 'sms'
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The sent messages of the waiting list, oldest first. @param kind the confirmation, or the news of free seats */
export async function waitMessages(kind: 'wait list' | 'seats free'): Promise<readonly WaitMessage[]> {
  const { rows } = await database().query<{ channel: 'mail' | 'sms'; to: string; sealed: Buffer }>(
    `SELECT channel, recipient AS to, sealed_body AS sealed FROM outbox WHERE kind = $1 AND state <> 'withheld' ORDER BY created_at, message_id`,
    [kind],
  )
  return rows.map(({ sealed, ...row }) => ({ subject: '', ...row, ...openSealed(sealed) }))
}

/** The contacts that were told of free seats, in order. */
export async function notifiedContacts(): Promise<readonly string[]> {
  return (await waitMessages('seats free')).map(({ to }) => to)
}

/** The key of the link in a message. */
export function linkKeyOf({ text }: Pick<WaitMessage, 'text'>): string {
  return /\/waiting\/([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Moves time forward by so many seconds for waiting contacts and their messages. */
export async function ageWaitList(seconds: number): Promise<void> {
  await database().query(
    `WITH messages AS (
       UPDATE outbox SET created_at = created_at - $1::int * interval '1 second', sent_at = sent_at - $1::int * interval '1 second' WHERE order_id IS NULL)
     UPDATE wait_list SET free_since = free_since - $1::int * interval '1 second', told_at = told_at - $1::int * interval '1 second',
       asked_at = asked_at - $1::int * interval '1 second'`,
    [seconds],
  )
}

/** Sells all seats and places of a presentation, as far as the claims go. */
export async function sellOut(presentationId = 1): Promise<void> {
  await database().query(
    `WITH claims AS (INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
     SELECT $1, seat_id, 'H', gen_random_uuid(), now(), now() + interval '1 day' FROM (
       SELECT seat_id FROM seat JOIN presentation USING (seatplan_id) WHERE presentation_id = $1
       UNION SELECT generate_series(first_place, first_place + capacity - 1) FROM section JOIN presentation USING (seatplan_id)
         WHERE presentation_id = $1 AND NOT is_reserved) AS house
     ON CONFLICT DO NOTHING RETURNING presentation_id, seat_id, holder)
     INSERT INTO audit (uuid, action, subject) SELECT holder, 'lock', presentation_id || ':' || seat_id FROM claims`,
    [presentationId],
  )
}

/** Frees so many of the seats that sellOut took, as a cancellation does. */
export async function freeSoldSeats(count: number, presentationId = 1): Promise<void> {
  await database().query(
    `DELETE FROM seat_claim WHERE (presentation_id, seat_id) IN (
       SELECT presentation_id, seat_id FROM seat_claim WHERE presentation_id = $1 AND order_id IS NULL AND expires_at > now() ORDER BY seat_id LIMIT $2)`,
    [presentationId, count],
  )
}

/** Frees everything that sellOut took. */
export async function unsell(presentationId: number): Promise<void> {
  await freeSoldSeats(100_000, presentationId)
}

/** Waits a second, until the counts of taken seats on pages are up to date. */
export async function seen(): Promise<void> {
  const taken = Number(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE expires_at > now()`))
  await until(async () => ((await takenByPresentation()).get(1) ?? 0) === taken, 'the count of taken seats')
}

/** Checks the list twice, a minute apart, while the seats stay free. @returns the contacts told so far */
export async function notifyAfterAMinute(): Promise<readonly string[]> {
  await seen()
  await tellWaiting()
  await ageWaitList(60)
  await tellWaiting()
  return notifiedContacts()
}
