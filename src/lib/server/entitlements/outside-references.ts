import { referenceName } from '#lib/domain/cart/check-seat.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookupOf } from './entitlement-lookup.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { referenceCheck } from '#lib/server/providers/references/reference-check-by-setting.ts'

/** What was typed for a ticket whose references are asked for elsewhere. */
export interface OutsideReference {
  readonly ticketId: number
  readonly ref1?: string | null | undefined
  readonly ref2?: string | null | undefined
}

/** How long an answer holds for its visitor, in minutes, so that storing the cart and paying it do not ask again: longer than any seat is held. */
const REMEMBERED = 30

/**
 * Asks whether a reference entitles to its ticket, and notes a yes as this visitor's. It can be used to guess, so guesses are counted where it is called.
 * Refusals: referenceCheckFailed. Not inside a transaction: a foreign system is waited for.
 */
export async function askOutside(uuid: string, reference: OutsideReference): Promise<Result<boolean>> {
  try {
    const { ticketId, ref1, ref2 } = reference
    const isEligible = await referenceCheck()({ ticketId, reference1: ref1?.trim() ?? '', reference2: ref2?.trim() ?? '' })
    if (isEligible) await remember(uuid, indexOf(referenceName(ticketId, reference)))
    return accept(isEligible)
  } catch (error) {
    log().warn({ err: error, ticketId: reference.ticketId }, 'a reference could not be checked')
    return refuse('referenceCheckFailed')
  }
}

/**
 * The grants of those references, by their names, that this visitor was told are eligible; what was told long ago is asked for again. Of what nobody has
 * looked up nothing is asked: a cart cannot be used to guess. Refusals: referenceCheckFailed.
 */
export async function grantsOutside(
  uuid: string,
  references: ReadonlyMap<string, OutsideReference>,
): Promise<Result<readonly (readonly [string, Grant])[]>> {
  if (references.size === 0) return accept([])
  const told = await toldOf(uuid, [...references.keys()].map(indexOf))
  const grants: (readonly [string, Grant])[] = []
  for (const [name, reference] of references) {
    const isFresh = told.get(indexOf(name))
    const eligible = isFresh === false ? await askOutside(uuid, reference) : accept(isFresh === true)
    if (!eligible.ok) return eligible
    if (eligible.value) grants.push([name, outsideGrant(reference.ticketId)])
  }
  return accept(grants)
}

/** What this visitor was told is eligible, and whether that still holds without asking. */
async function toldOf(uuid: string, indexes: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await database().query<{ index: string; isFresh: boolean }>({
    name: 'references-told',
    text: `SELECT reference_index AS index, granted_at > now() - $3::int * interval '1 minute' AS "isFresh" FROM session_reference
           WHERE uuid = $1 AND reference_index = ANY ($2::text[])`,
    values: [uuid, indexes, REMEMBERED],
  })
  return new Map(rows.map(({ index, isFresh }) => [index, isFresh]))
}

async function remember(uuid: string, index: string): Promise<void> {
  await database().query({
    name: 'remember-reference',
    text: `INSERT INTO session_reference (uuid, reference_index) SELECT uuid, $2 FROM session WHERE uuid = $1
           ON CONFLICT (uuid, reference_index) DO UPDATE SET granted_at = now()`,
    values: [uuid, index],
  })
}

function indexOf(name: string): string {
  return lookupOf('reference', name)
}

/** What an eligible reference gives; its uses are counted elsewhere. */
function outsideGrant(ticketId: number): Grant {
  return {
    id: 0,
    kind: 'reference',
    publicCode: '',
    ticketIds: new Set([ticketId]),
    usesLeft: null,
    businessId: null,
    startsAt: null,
    endsAt: null,
    isActive: true,
    holderName: '',
    membershipName: '',
  }
}
