import { referenceName } from '#lib/domain/cart/check-seat.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookupOf } from './entitlement-lookup.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { referenceCheck } from '#lib/server/providers/references/reference-check-by-setting.ts'

/** The texts typed for a ticket whose references an outside system checks. */
export interface OutsideReference {
  readonly ticketId: number
  readonly ref1?: string | null | undefined
  readonly ref2?: string | null | undefined
}

/** Minutes for which an answer is cached for its visitor, so that storing and paying the cart do not ask again: longer than any lock lasts. */
const REMEMBERED = 30

/**
 * Asks the outside system whether a reference is eligible and remembers a yes for this visitor. The caller must limit guesses, and must not be inside a
 * transaction, because the answer may take long. Refusals: referenceCheckFailed.
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
 * Grants for references that this visitor was told are eligible, by name; outdated answers are refreshed. References that were never looked up are not asked
 * for, so that a cart cannot be used to guess. Refusals: referenceCheckFailed.
 */
export async function grantsOutside(
  uuid: string,
  references: ReadonlyMap<string, OutsideReference>,
): Promise<Result<readonly (readonly [string, Grant])[]>> {
  if (references.size === 0) return accept([])
  const told = await rememberedAnswers(uuid, [...references.keys()].map(indexOf))
  const grants: (readonly [string, Grant])[] = []
  for (const [name, reference] of references) {
    const isFresh = told.get(indexOf(name))
    const eligible = isFresh === false ? await askOutside(uuid, reference) : accept(isFresh === true)
    if (!eligible.ok) return eligible
    if (eligible.value) grants.push([name, outsideGrant(reference.ticketId)])
  }
  return accept(grants)
}

/** By index: references that this visitor was told are eligible, and whether the answer is still valid. */
async function rememberedAnswers(uuid: string, indexes: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
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

/** The grant of an eligible reference; the outside system counts its uses. */
function outsideGrant(ticketId: number): Grant {
  return {
    id: 0,
    kind: 'reference',
    publicCode: '',
    ticketIds: new Set([ticketId]),
    usesLeft: null,
    businessId: null,
    venueIds: null,
    startsAt: null,
    endsAt: null,
    isActive: true,
    holderName: '',
    membershipName: '',
  }
}
