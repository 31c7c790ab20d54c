import { database, type Queryable } from './db/connect.ts'
import { settings } from './settings.ts'

/** A seat that a visitor wants, and the plan in which the caller found it. */
export interface WantedClaim {
  readonly presentationId: number
  readonly seatId: number
  readonly holder: string
  readonly maxSeats: number
  readonly planVersion: string
}

/** What became of it: `claimed` is null where the seat was not to be had; `others` counts the visitor's other locks. */
export interface ClaimOutcome {
  readonly claimed: number | null
  readonly others: number
}

interface Waiting {
  readonly wanted: WantedClaim
  readonly resolve: (outcome: ClaimOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Statements at work at once. A free one takes all that wait, so a quiet shop never waits, and a storm pays for one statement instead of dozens. */
const MOST_AT_WORK = 3
const LARGEST_BATCH = 64

const queue: Waiting[] = []
let atWork = 0

/** Claims a seat, together with whatever else is wanted at the moment. */
export function claimTogether(wanted: WantedClaim): Promise<ClaimOutcome> {
  return new Promise((resolve, reject) => {
    queue.push({ wanted, resolve, reject })
    if (atWork < MOST_AT_WORK) void work()
  })
}

async function work(): Promise<void> {
  atWork++
  await Promise.resolve() // what arrived in the same turn comes along
  for (let batch = queue.splice(0, LARGEST_BATCH); batch.length > 0; batch = queue.splice(0, LARGEST_BATCH)) await claimBatch(batch)
  atWork--
}

/** In the order of seats, so that batches of several processes wait for each other in one direction. */
async function claimBatch(batch: Waiting[]): Promise<void> {
  batch.sort((a, b) => a.wanted.presentationId - b.wanted.presentationId || a.wanted.seatId - b.wanted.seatId)
  try {
    const outcomes = await claimAll(
      database('holds'),
      batch.map(({ wanted }) => wanted),
    )
    batch.forEach(({ resolve }, n) => {
      resolve(outcomes[n] ?? { claimed: null, others: 0 })
    })
  } catch (error) {
    await claimOneByOne(batch, error)
  }
}

/** One that fails, for example by a deadlock with another process, must not fail the others: each is asked for alone, once. */
async function claimOneByOne(batch: readonly Waiting[], reason: unknown): Promise<void> {
  const [only, ...others] = batch
  if (others.length === 0) {
    only?.reject(reason)
    return
  }
  for (const { wanted, resolve, reject } of batch) {
    await claimAll(database('holds'), [wanted]).then(([outcome]) => {
      resolve(outcome ?? { claimed: null, others: 0 })
    }, reject)
  }
}

const CLAIM_ALL = `SELECT c.claimed, c.others
  FROM unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[]) WITH ORDINALITY AS w (show, seat, visitor, most, version, n)
  CROSS JOIN LATERAL claim_seat(w.show, w.seat, w.visitor, $6, w.most, w.version) AS c ORDER BY w.n`

/** One statement for all; outcomes in the order of `wanted`. */
export async function claimAll(client: Queryable, wanted: readonly WantedClaim[]): Promise<ClaimOutcome[]> {
  const { rows } = await client.query<ClaimOutcome>({
    name: 'claim-seats',
    text: CLAIM_ALL,
    values: [
      wanted.map((one) => one.presentationId),
      wanted.map((one) => one.seatId),
      wanted.map((one) => one.holder),
      wanted.map((one) => one.maxSeats),
      wanted.map((one) => one.planVersion),
      settings().holdSeconds,
    ],
  })
  return rows
}
