import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Bench } from './bench.ts'

const SECONDS = 8
const CONNECTIONS = 32

/**
 * Locks through HTTP, each of a new seat of the largest plan, turn by turn with two calls of the same server that do nothing, after a warm-up:
 * one that takes the very same requests, and the cheapest that there is.
 */
export async function benchLocks({ origin, print }: Bench): Promise<void> {
  const next = await seatBodies()
  const [sample] = [next()]
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' } } as const
  const lock = () => measure({ ...put, url: `${origin}/api/seats/lock-seat`, setupRequest: (request) => ({ ...request, ...next() }) })
  const empty = () => measure({ ...put, url: `${origin}/api/nothing`, setupRequest: (request) => ({ ...request, ...sample }) }, 404)
  const cheapest = () => measure({ url: `${origin}/api/nothing` }, 404)
  await lock() // the first calls compile and load the plan
  for (let round = 0; round < 2; round++) {
    const [same, locks, least] = [await empty(), await lock(), await cheapest()]
    print(
      `locks ${locks.toFixed(0)}/s; the same requests to an empty call ${same.toFixed(0)}/s, ratio ${(locks / same).toFixed(2)} (at least 0.5 is wanted); ` +
        `empty requests to it ${least.toFixed(0)}/s, ratio ${(locks / least).toFixed(2)}`,
    )
  }
}

interface Load {
  readonly url: string
  readonly method?: 'PUT'
  readonly headers?: Record<string, string>
  readonly setupRequest?: (request: autocannon.Request) => autocannon.Request
}

/** Answers a second; another status than the expected one ends the benchmark: a refused lock would be cheaper than a granted one. */
async function measure({ url, method, headers, setupRequest }: Load, expected = 200): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ method: method ?? 'GET', ...(headers && { headers }), ...(setupRequest && { setupRequest }) }],
  })
  const others = expected === 200 ? result.non2xx : result['2xx']
  if (others > 0) throw new Error(`${String(others)} answers had another status than ${String(expected)}`)
  return result.requests.average
}

/** Bodies for one free seat after the other; every fourth seat has a new visitor, who is new to the server as well. */
async function seatBodies(): Promise<() => { body: string; headers: Record<string, string> }> {
  const { rows } = await database().query<{ body: Record<string, number> }>(
    `SELECT json_build_object('PresentationId', p.presentation_id, 'VenueId', p.venue_id, 'VenueSeatplanId', p.seatplan_id, 'VenueSectionId', s.section_id,
       'TicketGroupId', price.ticket_group_id, 'XCoordinate', s.x, 'YCoordinate', s.y) AS body
     FROM presentation p JOIN seat s USING (seatplan_id) JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category
     WHERE p.seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
       AND p.starts_at > now() AND NOT p.is_cancelled AND NOT p.soldout AND p.sale_opens_at IS NULL AND price.allocation_id <> -1
       AND NOT EXISTS (SELECT FROM seat_keep k WHERE k.presentation_id = p.presentation_id AND k.seat_id = s.seat_id) ORDER BY p.presentation_id, s.seat_id`,
  )
  let n = 0
  let uuid = ''
  return () => {
    if (n % 4 === 0) uuid = randomUUID()
    const seat = rows[n++]?.body
    if (!seat) throw new Error('The plan has no seats left for this benchmark.')
    return { body: JSON.stringify({ seat }), headers: { 'content-type': 'application/json', uuid } }
  }
}
