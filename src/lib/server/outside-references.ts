import { referenceName } from '#lib/domain/check-seat.ts'
import type { Grant } from '#lib/domain/grant.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { lookupOf } from './entitlement-lookup.ts'
import { log } from './log.ts'
import { referenceCheck } from './providers/reference-check.ts'

/** What was typed for a ticket whose references are asked for elsewhere. */
export interface OutsideReference {
  readonly ticketId: number
  readonly ref1?: string | null | undefined
  readonly ref2?: string | null | undefined
}

/** How long an answer is remembered for its visitor, in milliseconds, so that storing the cart and paying it do not ask again. */
const REMEMBERED = 600_000
const MOST = 10_000

interface Answered {
  readonly isEligible: boolean
  readonly until: number
}

/** By visitor and a keyed hash of what was typed; the oldest come first. */
const answers = new Map<string, Answered>()

/** Whether a reference entitles to its ticket. Refusals: referenceCheckFailed. Not inside a transaction: a foreign system is waited for. */
export async function isEligibleOutside(uuid: string, reference: OutsideReference): Promise<Result<boolean>> {
  const key = `${uuid}:${lookupOf('reference', referenceName(reference.ticketId, reference))}`
  const known = answers.get(key)
  if (known && known.until > Date.now()) return accept(known.isEligible)
  try {
    const { ticketId, ref1, ref2 } = reference
    const isEligible = await referenceCheck()({ ticketId, reference1: ref1?.trim() ?? '', reference2: ref2?.trim() ?? '' })
    remember(key, isEligible)
    return accept(isEligible)
  } catch (error) {
    log().warn({ err: error, ticketId: reference.ticketId }, 'a reference could not be checked')
    return refuse('referenceCheckFailed')
  }
}

function remember(key: string, isEligible: boolean): void {
  answers.delete(key)
  answers.set(key, { isEligible, until: Date.now() + REMEMBERED })
  const [oldest] = answers.keys()
  if (answers.size > MOST && oldest !== undefined) answers.delete(oldest)
}

/** What an eligible reference gives; its uses are counted elsewhere. */
export function outsideGrant(ticketId: number): Grant {
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
