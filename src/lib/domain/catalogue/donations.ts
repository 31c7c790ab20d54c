import type { Agorot } from '#lib/domain/money/money.ts'
import type { Worded } from './worded.ts'

/** Donations, as the rules and pages read them (spec §3, decisions 31 and 57). Times are UTC instants (ms since 1970). */

/** A suggested amount, or a free one between two limits. */
export interface DonationDetail extends Worded {
  readonly id: number
  /** What the amount does, for example "four pupils". */
  readonly name: string
  /** What it will have done, as the thank-you says it; may be empty. */
  readonly thanks: string
  /** null: the donor chooses it. */
  readonly amount: Agorot | null
  /** Limits of a free amount; null of a suggested one. */
  readonly least: Agorot | null
  readonly most: Agorot | null
}

export interface Donation extends Worded {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly description: string
  /** Who receives the money, as receipts name it, with its registration number. */
  readonly recipient: string
  readonly recipientNumber: string
  readonly businessId: number
  readonly authProfileId: number
  /** Under section 46 of the Income Tax Ordinance. */
  readonly isRecognised: boolean
  /** Whether an order of tickets may be rounded up for it. */
  readonly isRoundUp: boolean
  /** Of one detail in one order. */
  readonly maxQuantity: number
  readonly opensAt: number | null
  readonly closesAt: number | null
  readonly details: readonly DonationDetail[]
}

/** What a donation is called in an order: "A first ticket: four pupils". */
export function donationName(donation: Pick<Donation, 'name'>, detail: Pick<DonationDetail, 'name'>): string {
  return `${donation.name}: ${detail.name}`
}

/** Whether it takes donations at this time. */
export function isOpenDonation({ opensAt, closesAt }: Pick<Donation, 'opensAt' | 'closesAt'>, now: number): boolean {
  return (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt)
}

/** Its free amount; undefined if it has suggested ones only. */
export function freeDetailOf({ details }: Pick<Donation, 'details'>): DonationDetail | undefined {
  return details.find(({ amount }) => amount === null)
}

const TEN_SHEKELS = 1_000

/** The free amount that brings a sum to the next ten shekels; undefined if its limits allow none below twenty. */
export function roundUpOf(donation: Pick<Donation, 'details' | 'isRoundUp'>, sum: Agorot): Agorot | undefined {
  const free = donation.isRoundUp ? freeDetailOf(donation) : undefined
  if (!free || sum <= 0) return undefined
  const next = TEN_SHEKELS - (sum % TEN_SHEKELS)
  return [next, next + TEN_SHEKELS].find((amount) => amount >= (free.least ?? 0) && amount <= (free.most ?? 0))
}

/**
 * For how many a gift is enough, of which the smallest suggested amount is for one: "four pupils" of ₪240, where one is ₪60. One for a cause of free amounts only.
 * @param amount of all times that it is given
 */
export function countOfGift({ details }: Pick<Donation, 'details'>, amount: Agorot): number {
  const suggested = details.flatMap((detail) => detail.amount ?? [])
  return suggested.length === 0 ? 1 : Math.max(1, Math.floor(amount / Math.min(...suggested)))
}
