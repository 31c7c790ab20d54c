import { database, type Queryable } from './db/connect.ts'
import { settings } from './settings.ts'

/** A seat that a visitor wants, and the plan in which the caller found it. */
export interface WantedClaim {
  readonly presentationId: number
  readonly seatId: number
  readonly holder: Holder
  readonly maxSeats: number
  readonly planVersion: string
}

/** Who claims: a visitor, and the network that the visitor's address belongs to (null: this machine, which is not limited). */
export interface Holder {
  readonly uuid: string
  readonly network: string | null
}

/** Why a claim was refused, as `claim_seat` in the database says it. */
export type ClaimRefusal = 'limit' | 'wait' | 'network' | 'taken'

/** What became of it: the seat, or why not. */
export interface ClaimOutcome {
  readonly claimed: number | null
  readonly refusal: ClaimRefusal | null
}

export const NOT_TO_BE_HAD: ClaimOutcome = { claimed: null, refusal: 'taken' }

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
      resolve(outcomes[n] ?? NOT_TO_BE_HAD)
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
      resolve(outcome ?? NOT_TO_BE_HAD)
    }, reject)
  }
}

const CLAIM_ALL = `SELECT c.claimed, c.refusal
  FROM unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[], $6::text[]) WITH ORDINALITY AS w (show, seat, visitor, most, version, network, n)
  CROSS JOIN LATERAL claim_seat(w.show, w.seat, w.visitor, $7, w.most, w.version, $8, w.network, $9) AS c ORDER BY w.n`

/** One statement for all; outcomes in the order of `wanted`. */
export async function claimAll(client: Queryable, wanted: readonly WantedClaim[]): Promise<ClaimOutcome[]> {
  const { holdSeconds, holdWaitSeconds, holdsPerNetwork } = settings()
  const { rows } = await client.query<ClaimOutcome>({
    name: 'claim-seats',
    text: CLAIM_ALL,
    values: [
      wanted.map((one) => one.presentationId),
      wanted.map((one) => one.seatId),
      wanted.map((one) => one.holder.uuid),
      wanted.map((one) => one.maxSeats),
      wanted.map((one) => one.planVersion),
      wanted.map((one) => one.holder.network),
      holdSeconds,
      holdWaitSeconds,
      holdsPerNetwork,
    ],
  })
  return rows
}
