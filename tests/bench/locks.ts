import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { database } from '#lib/server/db/connect.ts'
import type { Bench } from './bench.ts'

const SECONDS = 8
const CONNECTIONS = 32

/** Locks through HTTP, each of a new seat of the largest plan, against the cheapest call of the same server (one that does not exist), turn by turn. */
export async function benchLocks({ origin, print }: Bench): Promise<void> {
  const next = await seatBodies()
  const lock = () =>
    measure({
      url: `${origin}/api/seats/lock-seat`,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      setupRequest: (request) => ({ ...request, ...next() }),
    })
  const empty = () => measure({ url: `${origin}/api/nothing` })
  const rounds = [
    { empty: await empty(), lock: await lock() },
    { empty: await empty(), lock: await lock() },
  ]
  for (const { empty: base, lock: locks } of rounds)
    print(`locks ${locks.toFixed(0)}/s, empty call ${base.toFixed(0)}/s; ratio ${(locks / base).toFixed(2)} (at least 0.5 is wanted)`)
}

interface Load {
  readonly url: string
  readonly method?: 'PUT'
  readonly headers?: Record<string, string>
  readonly setupRequest?: (request: autocannon.Request) => autocannon.Request
}

/** Answers a second; a lock that is refused or fails ends the benchmark, since it would be cheaper than a granted one. */
async function measure({ url, method, headers, setupRequest }: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ method: method ?? 'GET', ...(headers && { headers }), ...(setupRequest && { setupRequest }) }],
  })
  if (method && result.non2xx > 0) throw new Error(`${String(result.non2xx)} locks were refused`)
  return result.requests.average
}

/** Bodies for one free seat after the other; every fourth seat has a new visitor, who is new to the server as well. */
async function seatBodies(): Promise<() => { body: string; headers: Record<string, string> }> {
  const { rows } = await database().query<{ body: Record<string, number> }>(
    `SELECT json_build_object('PresentationId', p.presentation_id, 'VenueId', p.venue_id, 'VenueSeatplanId', p.seatplan_id, 'VenueSectionId', s.section_id,
       'TicketGroupId', price.ticket_group_id, 'XCoordinate', s.x, 'YCoordinate', s.y) AS body
     FROM presentation p JOIN seat s USING (seatplan_id) JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category
     WHERE p.seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
       AND p.starts_at > now() AND NOT p.is_cancelled AND NOT p.soldout AND p.sale_opens_at IS NULL AND price.allocation_id <> -1 ORDER BY p.presentation_id, s.seat_id`,
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
