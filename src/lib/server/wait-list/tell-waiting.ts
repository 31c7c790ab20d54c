import { randomUUID } from 'node:crypto'
import { database, inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { offerBody } from './message-wait-list.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { countFree } from './free-seats.ts'
import { openContact } from './wait-contact.ts'
import { waitShowing, type WaitShowing } from './wait-showing.ts'

/** Of two numbers, the lock by which one process at a time looks at the list of a presentation; the other is the presentation. */
const LOCK = 2_021
/** So long seats are free before anybody is told of them, in seconds: what was let go by mistake is often taken again at once. */
const STAYS_FREE = 60
/** An offer that could not be sent within so many seconds is told to nobody any more. */
const TOLD_WITHIN = 7_200
/** Most of those who wait that are looked at: there are seldom more seats than that. */
const MOST = 500

/**
 * Tells those who wait that seats have come free, in the order of asking: each once, and nobody of seats that somebody else was told of in the last ten minutes.
 * Where fewer are free than somebody wants, those after them who want fewer are told. @returns how many were told
 */
export async function tellWaiting(): Promise<number> {
  const { rows } = await database().query<{ id: number; isCounting: boolean }>({
    name: 'presentations-waited-for',
    text: `SELECT presentation_id AS id, bool_or(free_since IS NOT NULL) AS "isCounting" FROM wait_list WHERE state = 'waiting' GROUP BY 1 ORDER BY 1`,
  })
  let told = 0
  for (const { id, isCounting } of rows) {
    const showing = await waitShowing(id)
    if (showing && (showing.saleState === 'open' || isCounting)) told += await inTransaction((client) => tellOf(client, showing))
  }
  return told
}

interface Waiting {
  readonly id: string
  readonly quantity: number
  readonly locale: string
  readonly sealed: Buffer
  /** Enough seats have been free for it for long enough. */
  readonly isDue: boolean
}

async function tellOf(client: Queryable, showing: WaitShowing): Promise<number> {
  const { presentationId, saleState } = showing
  if (!(await isOurTurn(client, presentationId))) return 0
  let left = saleState === 'open' ? (await countFree(client, presentationId)) - (await spokenFor(client, presentationId)) : 0
  const fitting: Waiting[] = []
  for (const one of left > 0 ? await waitingFor(client, presentationId) : []) {
    if (one.quantity > left) continue
    left -= one.quantity
    fitting.push(one)
  }
  await countOn(client, presentationId, fitting)
  const due = fitting.filter(({ isDue }) => isDue)
  for (const one of due) await tell(client, showing, one)
  return due.length
}

/** False where another process is at it. */
async function isOurTurn(client: Queryable, presentationId: number): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>({
    name: 'wait-list-turn',
    text: `SELECT pg_try_advisory_xact_lock($1::int, $2::int) AS "isOurs"`,
    values: [LOCK, presentationId],
  })
  return rows[0]?.isOurs === true
}

/** Seats of those who were told within the head start, whether they took them by now or not: nobody is told of too few. */
async function spokenFor(client: Queryable, presentationId: number): Promise<number> {
  const { rows } = await client.query<{ seats: number }>({
    name: 'seats-told-of',
    text: `SELECT coalesce(sum(quantity), 0)::int AS seats FROM wait_list w
           WHERE presentation_id = $1 AND state = 'told' AND head_start_until(w) > now()`,
    values: [presentationId],
  })
  return rows[0]?.seats ?? 0
}

/** In the order of asking; nobody leaves meanwhile. */
async function waitingFor(client: Queryable, presentationId: number): Promise<readonly Waiting[]> {
  const { rows } = await client.query<Waiting>({
    name: 'waiting-in-order',
    text: `SELECT wait_id AS id, quantity, locale, sealed, coalesce(free_since <= now() - make_interval(secs => $2), false) AS "isDue"
           FROM wait_list WHERE presentation_id = $1 AND state = 'waiting' ORDER BY place LIMIT $3 FOR UPDATE`,
    values: [presentationId, STAYS_FREE, MOST],
  })
  return rows
}

/** Begins to count for whom there are enough seats now, and stops for whom there are not. */
async function countOn(client: Queryable, presentationId: number, fitting: readonly Waiting[]): Promise<void> {
  await client.query({
    name: 'wait-list-free-since',
    text: `UPDATE wait_list SET free_since = CASE WHEN wait_id = ANY ($2::uuid[]) THEN now() END
           WHERE presentation_id = $1 AND state = 'waiting' AND (free_since IS NULL) = (wait_id = ANY ($2::uuid[]))`,
    values: [presentationId, fitting.map(({ id }) => id)],
  })
}

async function tell(client: Queryable, showing: WaitShowing, { id, quantity, locale, sealed }: Waiting): Promise<void> {
  const { channel, to, key } = openContact(sealed)
  const messageId = randomUUID()
  await enqueueSealed(client, {
    ...{ messageId, channel, kind: 'seats free', recipient: to, expiresIn: TOLD_WITHIN },
    body: offerBody(showing, { channel, locale: localeOfOrder(locale), quantity, key }),
  })
  await client.query({
    name: 'waiting-told',
    text: `UPDATE wait_list SET state = 'told', told_at = now(), message_id = $2, sealed = NULL, free_since = NULL WHERE wait_id = $1`,
    values: [id, messageId],
  })
}
