import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import pg from 'pg'
import { database } from '#lib/server/platform/db/connect.ts'
import { inParallel, type Bench } from './bench.ts'

const SECONDS = 8
const CONNECTIONS = 32
/** Connections of the bare statement, and the limits that it is called with. */
const CLIENTS = 16
const LIMITS = { seconds: 600, most: 10, waitSeconds: 60 }

/**
 * Locks through HTTP, each of a new seat of the largest plan, turn by turn with two calls of the same server that do nothing, after a warm-up:
 * one that takes the very same requests, and the cheapest that there is. Beside them the statement by which the database claims a seat, bare, without a shop.
 */
export async function benchLocks({ origin, print }: Bench): Promise<void> {
  const seats = await freeSeats()
  const next = () => bodyOf(seats())
  const [sample] = [next()]
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' } } as const
  const lock = () => measure({ ...put, url: `${origin}/api/seats/lock-seat`, setupRequest: (request) => ({ ...request, ...next() }) })
  const empty = () => measure({ ...put, url: `${origin}/api/nothing`, setupRequest: (request) => ({ ...request, ...sample }) }, 404)
  const cheapest = () => measure({ url: `${origin}/api/nothing` }, 404)
  await lock() // the first calls compile and load the plan
  for (let round = 0; round < 2; round++) {
    const [same, locks, least, bare] = [await empty(), await lock(), await cheapest(), await claimBare(seats)]
    print(
      `locks ${locks.toFixed(0)}/s; the same requests to an empty call ${same.toFixed(0)}/s, ratio ${(locks / same).toFixed(2)} (at least 0.5 is wanted); ` +
        `empty requests to it ${least.toFixed(0)}/s, ratio ${(locks / least).toFixed(2)}; ` +
        `the bare claim statement by ${String(CLIENTS)} clients ${bare.toFixed(0)}/s, ratio ${(locks / bare).toFixed(2)} (at least 0.5 is wanted)`,
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

/** Claims a second by the statement alone, each of a new seat. */
async function claimBare(next: () => FreeSeat): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: process.env.INTERNAL_DATABASE_URL })
      await client.connect()
      return client
    }),
  )
  let claims = 0
  const endsAt = performance.now() + SECONDS * 1_000
  await inParallel(clients, CLIENTS, async (client) => {
    while (performance.now() < endsAt) {
      const { show, seatId, version, visitor } = next()
      const { rows } = await client.query<{ claimed: number | null }>({
        name: 'claim',
        text: 'SELECT claimed FROM claim_seat($1, $2, $3, $4, $5, $6, $7, NULL, NULL)',
        values: [show, seatId, visitor, LIMITS.seconds, LIMITS.most, version, LIMITS.waitSeconds],
      })
      if (rows[0]?.claimed !== seatId) throw new Error('A seat was not claimed.')
      claims++
    }
    await client.end()
  })
  return claims / SECONDS
}

interface FreeSeat {
  readonly show: number
  readonly seatId: number
  /** Of the plan. */
  readonly version: string
  /** As the call names it. */
  readonly seat: Readonly<Record<string, number>>
  readonly visitor: string
}

function bodyOf({ seat, visitor }: FreeSeat): { body: string; headers: Record<string, string> } {
  return { body: JSON.stringify({ seat }), headers: { 'content-type': 'application/json', uuid: visitor } }
}

/** One free seat after the other; every fourth seat has a new visitor, who is new to the server as well. */
async function freeSeats(): Promise<() => FreeSeat> {
  const { rows } = await database().query<Omit<FreeSeat, 'visitor'>>(
    `SELECT p.presentation_id AS show, s.seat_id AS "seatId", l.version,
       json_build_object('PresentationId', p.presentation_id, 'VenueId', p.venue_id, 'VenueSeatplanId', p.seatplan_id, 'VenueSectionId', s.section_id,
         'TicketGroupId', price.ticket_group_id, 'XCoordinate', s.x, 'YCoordinate', s.y) AS seat
     FROM presentation p JOIN seat s USING (seatplan_id) JOIN seatplan l USING (seatplan_id)
     JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category
     WHERE p.seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
       AND p.starts_at > now() AND NOT p.is_cancelled AND NOT p.soldout AND p.sale_opens_at IS NULL AND price.allocation_id <> -1
       AND NOT EXISTS (SELECT FROM seat_keep k WHERE k.presentation_id = p.presentation_id AND k.seat_id = s.seat_id) ORDER BY p.presentation_id, s.seat_id`,
  )
  let n = 0
  let visitor = ''
  return () => {
    if (n % 4 === 0) visitor = randomUUID()
    const seat = rows[n++]
    if (!seat) throw new Error('The plan has no seats left for this benchmark.')
    return { ...seat, visitor }
  }
}
