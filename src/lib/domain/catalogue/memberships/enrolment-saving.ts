import type { Agorot } from '#lib/domain/money/money.ts'
import type { Membership } from './memberships.ts'

/** What an enrolment saves against single tickets for its dates. */
export interface EnrolmentSaving {
  readonly amount: Agorot
  readonly tickets: number
  /** Whether dates are still to be chosen: the choice that saves least is counted for them. */
  readonly isAtLeast: boolean
}

/** An enrolment that is paid. */
interface PaidEnrolment {
  /** The presentations chosen. */
  readonly chosen: readonly number[]
  /** What its seat costs for all dates, without supplements. */
  readonly paid: Agorot
}

/**
 * @param singleOf what a single ticket for its seat costs on a date; 0: none is sold
 * @returns null if it saves nothing, single tickets for its dates are not all sold, or too many dates are chosen
 */
export function enrolmentSaving(
  { presentationIds, choice }: Pick<Membership, 'presentationIds' | 'choice'>,
  { chosen, paid }: PaidEnrolment,
  singleOf: (presentationId: number) => Agorot,
): EnrolmentSaving | null {
  const options = (choice?.options ?? []).map(({ presentationId, supplement }) => {
    const single = singleOf(presentationId)
    return { isChosen: chosen.includes(presentationId), isSold: single > 0, saved: single - supplement }
  })
  const left = (choice?.count ?? 0) - options.filter(({ isChosen }) => isChosen).length
  const open = options.filter(({ isChosen, isSold }) => !isChosen && isSold).toSorted((one, other) => one.saved - other.saved)
  const dates = [
    ...presentationIds.map((id) => ({ isSold: singleOf(id) > 0, saved: singleOf(id) })),
    ...options.filter(({ isChosen }) => isChosen),
    ...open.slice(0, Math.max(0, left)),
  ]
  const amount = dates.reduce((sum, { saved }) => sum + saved, 0) - paid
  const isWhole = left >= 0 && open.length >= left && dates.every(({ isSold }) => isSold)
  return isWhole && amount > 0 ? { amount, tickets: dates.length, isAtLeast: left > 0 } : null
}

/** What the enrolments of an order save together; null if one of them saves nothing. */
export function totalSaving(savings: readonly (EnrolmentSaving | null)[]): EnrolmentSaving | null {
  const all = savings.filter((one) => one !== null)
  if (all.length < savings.length || all.length === 0) return null
  return {
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
    tickets: all.reduce((sum, { tickets }) => sum + tickets, 0),
    isAtLeast: all.some(({ isAtLeast }) => isAtLeast),
  }
}
