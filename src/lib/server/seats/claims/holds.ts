import type { TimerAnswer } from '#lib/contract/show/presentations.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Seconds that an extension adds to a lock. */
export const EXTENSION = 300

/**
 * The visitor's remaining lock time on a presentation by the database's clock; the full length if nothing is locked, 0 while the visitor has to wait after an
 * expired lock. undefined: no such presentation.
 */
export async function holdTimer(presentationId: number, uuid: string | undefined): Promise<TimerAnswer | undefined> {
  if (!(await catalogue()).presentations.has(presentationId)) return undefined
  const { holdSeconds, holdWaitSeconds } = settings()
  const { rows } = await database().query<HoldRow>({
    name: 'hold-timer',
    text: `SELECT ceil(extract(epoch FROM min(h.ends) FILTER (WHERE h.is_held) - now()))::int AS seconds,
                  bool_or(h.extended) FILTER (WHERE h.is_held) AS extended, now() AS now,
                  CASE WHEN count(*) FILTER (WHERE h.ends > now()) = 0
                       THEN ceil(extract(epoch FROM max(h.ends) - now()) + $3::int)::int END AS wait
           FROM (
             SELECT c.state = 'H' AND c.expires_at > now() AS is_held, coalesce(c.released_until, c.expires_at) AS ends, c.extended
             FROM seat_claim c WHERE c.presentation_id = $1 AND c.holder = $2 AND c.state <> 'S'
             UNION ALL
             SELECT false, p.ended_at, p.extended FROM past_hold p WHERE p.presentation_id = $1 AND p.holder = $2
           ) AS h`,
    values: [presentationId, uuid ?? null, holdWaitSeconds],
  })
  const { seconds, extended, wait, now } = rows[0] ?? NOTHING_HELD
  const waitInSeconds = Math.max(0, wait ?? 0)
  const whole = holdSeconds + (extended ? EXTENSION : 0)
  return {
    timeInSeconds: seconds ?? (waitInSeconds > 0 ? 0 : holdSeconds),
    currentTime: (now ?? new Date()).toISOString(),
    url: `/order/${String(presentationId)}`,
    canExtend: extended === false,
    // A lock made under another setting is at least as long as its remaining time.
    wholeInSeconds: Math.max(whole, seconds ?? 0),
    waitInSeconds,
  }
}

interface HoldRow {
  readonly seconds: number | null
  readonly extended: boolean | null
  readonly wait: number | null
  readonly now: Date | null
}
const NOTHING_HELD: HoldRow = { seconds: null, extended: null, wait: null, now: null }

/** A visitor's current locks on a presentation. */
export interface HeldSeats {
  readonly presentationId: number
  /** Of the lock that ends first. */
  readonly secondsLeft: number
}

/** What the visitor has locked and not paid of the presentation whose locks end first, by the database's clock; undefined if nothing. */
export async function heldNow(uuid: string): Promise<HeldSeats | undefined> {
  const [first] = await heldSeats(uuid)
  return first
}

/** The seconds that a visitor's locks still last, by the presentation; of each the lock that ends first. */
export async function heldByShow(uuid: string): Promise<ReadonlyMap<number, number>> {
  return new Map((await heldSeats(uuid)).map(({ presentationId, secondsLeft }) => [presentationId, secondsLeft]))
}

async function heldSeats(uuid: string): Promise<readonly HeldSeats[]> {
  const { rows } = await database('holds').query<HeldSeats>({
    name: 'held-now',
    text: `SELECT presentation_id AS "presentationId", ceil(extract(epoch FROM min(expires_at) - now()))::int AS "secondsLeft"
           FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now() GROUP BY 1 ORDER BY 2, 1`,
    values: [uuid],
  })
  return rows
}

/** Adds five minutes to every lock of the visitor that was not extended yet. Refusals: HOLD_EXPIRED (nothing is locked), EXTENSION_USED. */
export async function extendHolds(uuid: string): Promise<Result<number>> {
  const { rows } = await database('holds').query<{ held: number; extended: number }>({
    name: 'extend-holds',
    text: `WITH held AS (
             SELECT presentation_id, seat_id FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now()
             ORDER BY presentation_id, seat_id FOR UPDATE),
           longer AS (
             UPDATE seat_claim c SET expires_at = c.expires_at + $2::int * interval '1 second', extended = true FROM held
             WHERE c.presentation_id = held.presentation_id AND c.seat_id = held.seat_id
               AND c.holder = $1 AND c.state = 'H' AND NOT c.extended AND c.expires_at > now()
             RETURNING c.presentation_id, c.seat_id),
           logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'extend', presentation_id || ':' || seat_id, $1 FROM longer)
           SELECT (SELECT count(*) FROM held)::int AS held, (SELECT count(*) FROM longer)::int AS extended`,
    values: [uuid, EXTENSION],
  })
  const { held = 0, extended = 0 } = rows[0] ?? {}
  if (held === 0) return refuse('HOLD_EXPIRED')
  return extended === 0 ? refuse('EXTENSION_USED') : accept(extended)
}
