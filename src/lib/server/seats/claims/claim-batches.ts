import type { ClaimTerms } from './claim-terms.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { isRetryable } from '#lib/server/platform/db/transactions.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { beginTurns, endTurns, isFree, turnOf } from '#lib/server/platform/http/limits/network-turns.ts'

/** A visitor's claim on a seat, its terms, and the plan in which the caller found it. */
export interface WantedClaim {
  readonly presentationId: number
  readonly seatId: number
  readonly holder: Holder
  readonly terms: ClaimTerms
  readonly planVersion: string
}

/** Why a claim was refused, as returned by the database function `claim_seat`. */
export type ClaimRefusal = 'limit' | 'wait' | 'network' | 'taken'

/** The outcome: the seat, or the refusal and, if known, the seconds until a retry makes sense. */
export interface ClaimOutcome {
  readonly claimed: number | null
  readonly refusal: ClaimRefusal | null
  readonly retrySeconds: number | null
}

export const SEAT_TAKEN: ClaimOutcome = { claimed: null, refusal: 'taken', retrySeconds: null }

interface Waiting {
  readonly wanted: WantedClaim
  readonly resolve: (outcome: ClaimOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Maximum number of concurrent statements. A free one takes all waiting claims, so a quiet shop never waits and a storm costs one statement instead of dozens.
 */
const MOST_AT_WORK = 3
const LARGEST_BATCH = 64

let queue: Waiting[] = []
let atWork = 0

/** Claims a seat, batched with other concurrent claims. */
export function claimTogether(wanted: WantedClaim): Promise<ClaimOutcome> {
  return new Promise((resolve, reject) => {
    queue.push({ wanted, resolve, reject })
    startWork()
  })
}

function startWork(): void {
  if (atWork < MOST_AT_WORK && queue.length > 0) void work()
}

async function work(): Promise<void> {
  atWork++
  await Promise.resolve() // lets claims of the same turn join the batch
  for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
    await claimBatch(batch)
    endTurns(networksOf(batch))
  }
  atWork--
}

/** Takes all waiting claims whose network has no other statement running; the others keep waiting. */
function takeBatch(): Waiting[] {
  const batch: Waiting[] = []
  const left: Waiting[] = []
  for (const one of queue) (batch.length < LARGEST_BATCH && isFree(one.wanted.holder.network) ? batch : left).push(one)
  queue = left
  beginTurns(networksOf(batch))
  return batch
}

function networksOf(batch: readonly Waiting[]): string[] {
  return [...new Set(batch.map(({ wanted }) => wanted.holder.network).filter((network) => network !== null))]
}

/**
 * Runs a network's claim in a transaction of its own while no other statement of this process claims for that network. Serialising a network's claims makes its
 * share exact; here they wait without a connection, and in the database (CLAIM_ALL) only for other processes.
 */
export async function inNetworkTurn<T>(network: string | null, claim: () => Promise<T>): Promise<T> {
  if (network === null) return claim()
  await turnOf(network)
  try {
    return await claim()
  } finally {
    endTurns([network])
    startWork()
  }
}

/** Sorts by seat, so that batches of several processes take row locks in the same order. */
async function claimBatch(batch: Waiting[]): Promise<void> {
  batch.sort((a, b) => a.wanted.presentationId - b.wanted.presentationId || a.wanted.seatId - b.wanted.seatId)
  try {
    const outcomes = await claimAll(
      database('holds'),
      batch.map(({ wanted }) => wanted),
    )
    batch.forEach(({ resolve }, n) => {
      resolve(outcomes[n] ?? SEAT_TAKEN)
    })
  } catch (error) {
    await claimOneByOne(batch, error)
  }
}

/**
 * A failing claim must not fail the others: each is retried alone, once. A claim that was already alone is retried only after a deadlock with another process.
 */
async function claimOneByOne(batch: readonly Waiting[], reason: unknown): Promise<void> {
  const [only, ...others] = batch
  if (others.length === 0 && !isRetryable(reason)) {
    only?.reject(reason)
    return
  }
  for (const { wanted, resolve, reject } of batch) {
    await claimAll(database('holds'), [wanted]).then(([outcome]) => {
      resolve(outcome ?? SEAT_TAKEN)
    }, reject)
  }
}

/**
 * Locks networks, then visitors' sessions, each in a fixed order, and only then claims: one statement at a time counts a network's seats, even across
 * processes, and no deadlock is possible. The condition at the end merely forces the locks before the first row.
 */
const CLAIM_ALL = `WITH networks AS MATERIALIZED (
    SELECT pg_advisory_xact_lock(show, network) FROM (
      SELECT DISTINCT show, hashtext(name) AS network FROM unnest($1::int[], $6::text[]) AS w (show, name) WHERE name IS NOT NULL ORDER BY 1, 2) AS n
  ), visitors AS MATERIALIZED (
    SELECT uuid FROM session WHERE uuid = ANY ($3::uuid[]) AND (SELECT count(*) FROM networks) >= 0 ORDER BY uuid FOR UPDATE
  )
  SELECT c.claimed, c.refusal, c.retry_seconds AS "retrySeconds"
  FROM unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::int[], $8::int[], $9::int[])
    WITH ORDINALITY AS w (show, seat, visitor, most, version, network, seconds, wait_seconds, network_most, n)
  CROSS JOIN LATERAL claim_seat(w.show, w.seat, w.visitor, w.seconds, w.most, w.version, w.wait_seconds, w.network, w.network_most) AS c
  WHERE (SELECT count(*) FROM visitors) >= 0 ORDER BY w.n`

/** Runs one statement for all claims; outcomes are in the order of `wanted`. Callers other than `claimTogether` must hold the network's turn. */
export async function claimAll(client: Queryable, wanted: readonly WantedClaim[]): Promise<ClaimOutcome[]> {
  const { rows } = await client.query<ClaimOutcome>({
    name: 'claim-seats',
    text: CLAIM_ALL,
    values: [
      wanted.map((one) => one.presentationId),
      wanted.map((one) => one.seatId),
      wanted.map((one) => one.holder.uuid),
      wanted.map((one) => one.terms.most),
      wanted.map((one) => one.planVersion),
      wanted.map((one) => one.holder.network),
      wanted.map((one) => one.terms.seconds),
      wanted.map((one) => one.terms.waitSeconds),
      wanted.map((one) => one.terms.networkMost),
    ],
  })
  return rows
}
