import { randomUUID } from 'node:crypto'
import { catalogue, wordedIn } from '#lib/server/catalogue/catalogue.ts'
import { showingWords } from '#lib/server/catalogue/showing-words.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { offerBody } from './message-wait-list.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { countFree } from './free-seats.ts'
import { openContact } from './wait-contact.ts'
import { waitShowing, type WaitShowing } from './wait-showing.ts'

/** First key of the advisory lock under which one process at a time works on a presentation's list; the presentation's id is the second. */
export const WAIT_LIST_LOCK = 2_021
/** Seconds for which seats must be free before anybody is told: seats released by mistake are often taken again at once. */
const STAYS_FREE = 60
/** Seconds after which an undelivered offer is dropped. */
const TOLD_WITHIN = 7_200
/** Maximum number of requests examined: there are seldom more free seats than that. */
const MOST = 500

/**
 * Tells people on the wait list about free seats, in order of their requests. Each is told once, and of no seats offered to somebody else in the last ten
 * minutes; if too few are free for one request, smaller ones behind it get their turn. @returns how many were told
 */
export async function tellWaiting(): Promise<number> {
  const { rows } = await database().query<{ id: number; isCounting: boolean }>({
    name: 'presentations-waited-for',
    text: `SELECT presentation_id AS id, bool_or(free_since IS NOT NULL) AS "isCounting" FROM wait_list WHERE state = 'waiting' GROUP BY 1 ORDER BY 1`,
  })
  // Before the transactions: whoever holds a lock must not wait for a second connection.
  const from = await catalogue()
  let told = 0
  for (const { id, isCounting } of rows) {
    const showing = await waitShowing(id)
    if (showing && (showing.saleState === 'open' || isCounting)) told += await inTransaction((client) => tellOf(client, from, showing))
  }
  return told
}

interface Waiting {
  readonly id: string
  readonly quantity: number
  readonly locale: string
  readonly sealed: Buffer
  /** Whether enough seats have been free for long enough. */
  readonly isDue: boolean
}

async function tellOf(client: Queryable, from: Catalogue, showing: WaitShowing): Promise<number> {
  const { presentationId, saleState } = showing
  if (!(await isOurTurn(client, presentationId))) return 0
  let left = saleState === 'open' ? (await countFree(client, presentationId)) - (await spokenFor(client, presentationId)) : 0
  const fitting: Waiting[] = []
  for (const one of left > 0 ? await waitingFor(client, presentationId) : []) {
    if (one.quantity > left) continue
    left -= one.quantity
    fitting.push(one)
  }
  await updateFreeSince(client, presentationId, fitting)
  const due = fitting.filter(({ isDue }) => isDue)
  for (const one of due) await tell(client, showingIn(from, showing, one), one)
  return due.length
}

/** Returns false if another process is working on the list. */
async function isOurTurn(client: Queryable, presentationId: number): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>({
    name: 'wait-list-turn',
    text: `SELECT pg_try_advisory_xact_lock($1::int, $2::int) AS "isOurs"`,
    values: [WAIT_LIST_LOCK, presentationId],
  })
  return rows[0]?.isOurs === true
}

/** Seats offered within the head start, whether bought by now or not, so that nobody is offered too few. */
async function spokenFor(client: Queryable, presentationId: number): Promise<number> {
  const { rows } = await client.query<{ seats: number }>({
    name: 'seats-told-of',
    text: `SELECT coalesce(sum(quantity), 0)::int AS seats FROM wait_list w
           WHERE presentation_id = $1 AND state = 'told' AND head_start_until(w) > now()`,
    values: [presentationId],
  })
  return rows[0]?.seats ?? 0
}

/** Requests in order; locked, so that nobody leaves meanwhile. */
async function waitingFor(client: Queryable, presentationId: number): Promise<readonly Waiting[]> {
  const { rows } = await client.query<Waiting>({
    name: 'waiting-in-order',
    text: `SELECT wait_id AS id, quantity, locale, sealed, coalesce(free_since <= now() - make_interval(secs => $2), false) AS "isDue"
           FROM wait_list WHERE presentation_id = $1 AND state = 'waiting' ORDER BY place LIMIT $3 FOR UPDATE`,
    values: [presentationId, STAYS_FREE, MOST],
  })
  return rows
}

/** Starts the waiting time of requests that fit now, and resets it for those that do not. */
async function updateFreeSince(client: Queryable, presentationId: number, fitting: readonly Waiting[]): Promise<void> {
  await client.query({
    name: 'wait-list-free-since',
    text: `UPDATE wait_list SET free_since = CASE WHEN wait_id = ANY ($2::uuid[]) THEN now() END
           WHERE presentation_id = $1 AND state = 'waiting' AND (free_since IS NULL) = (wait_id = ANY ($2::uuid[]))`,
    values: [presentationId, fitting.map(({ id }) => id)],
  })
}

/** The showing in the language of whoever waits. */
function showingIn(from: Catalogue, showing: WaitShowing, { locale }: Waiting): WaitShowing {
  return { ...showing, ...showingWords(wordedIn(from, localeOfOrder(locale)), showing.presentationId) }
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
