import type { PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { ClaimOutcome, ClaimRefusal, WantedClaim } from './claim-batches.ts'

/** A visitor's claim on any place of a section. */
export type WantedPlace = Omit<WantedClaim, 'seatId'>

export interface PlaceOutcome extends Omit<ClaimOutcome, 'refusal'> {
  /** 'full': the section has no place that this visitor could have. */
  readonly refusal: ClaimRefusal | 'full' | null
}

interface Waiting {
  readonly wanted: WantedPlace
  readonly resolve: (outcome: PlaceOutcome) => void
  readonly reject: (error: unknown) => void
}

const LARGEST_BATCH = 32
/** Statements of one section that run at once: the gate lets in one after the other, and the next waits there already. */
const MOST_AT_WORK = 3

interface Line {
  readonly waiting: Waiting[]
  atWork: number
}

/** Who waits for a place of a section, in their order; of a section that is absent nobody does. */
const lines = new Map<string, Line>()

/**
 * Claims a place of a section of general admission. Visitors of a storm wait here, without a connection, and share the next statement, those of one network as
 * well: it claims for one after the other.
 */
export function claimPlaceTogether(section: PlanSection, wanted: WantedPlace): Promise<PlaceOutcome> {
  return new Promise((resolve, reject) => {
    const key = [wanted.presentationId, section.id, wanted.planVersion, wanted.terms.most, wanted.terms.networkMost].join(' ')
    const line = lines.get(key) ?? { waiting: [], atWork: 0 }
    lines.set(key, line)
    line.waiting.push({ wanted, resolve, reject })
    if (line.atWork < MOST_AT_WORK) void work(key, section, line)
  })
}

async function work(key: string, section: PlanSection, line: Line): Promise<void> {
  line.atWork++
  await Promise.resolve() // lets claims of the same turn join the batch
  while (line.waiting.length > 0) await claimBatch(section, line.waiting.splice(0, LARGEST_BATCH))
  line.atWork--
  if (line.atWork === 0) lines.delete(key)
}

/** A claim that fails must not fail the others: each is tried alone then. */
async function claimBatch(section: PlanSection, batch: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await claimPlaces(
      section,
      batch.map(({ wanted }) => wanted),
    )
    batch.forEach(({ resolve, reject }, n) => {
      const outcome = outcomes[n]
      if (outcome) resolve(outcome)
      else reject(new Error('A claim of a place has no outcome.'))
    })
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error)
    else for (const one of batch) await claimBatch(section, [one])
  }
}

/** Outcomes are in the order of `wanted`, whose terms are those of one presentation. */
async function claimPlaces(section: PlanSection, wanted: readonly WantedPlace[]): Promise<readonly PlaceOutcome[]> {
  const [first] = wanted
  if (!first) return []
  const { presentationId, planVersion, terms } = first
  return inTransaction(async (client) => {
    const { rows } = await client.query<PlaceOutcome>({
      name: 'claim-places',
      text: `SELECT claimed, refusal, retry_seconds AS "retrySeconds" FROM claim_places($1, $2, $3, $4, $5::uuid[], $6::text[], $7, $8, $9, $10, $11)`,
      values: [
        ...[presentationId, section.id, section.firstPlace, section.capacity],
        wanted.map(({ holder }) => holder.uuid),
        wanted.map(({ holder }) => holder.network),
        ...[terms.seconds, terms.most, planVersion, terms.waitSeconds, terms.networkMost],
      ],
    })
    return rows
  }, 'holds')
}
