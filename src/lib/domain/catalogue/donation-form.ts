import type { Donation, DonationDetail } from './donations.ts'
import { toAgorot, toShekels, type Agorot } from '#lib/domain/money/money.ts'

/** The form of donations: at most one amount of each cause. */
export interface DonationForm {
  readonly gifts: Readonly<Record<number, Gift>>
  readonly dedication: string
}

export interface Gift {
  /** null: nothing for this cause. */
  readonly detailId: number | null
  /** A free amount as it was typed, in shekels. */
  readonly typed: string
  readonly times: number
}

export const NO_GIFT: Gift = { detailId: null, typed: '', times: 1 }

/** What a form asks for, as a cart has it. */
export interface FormItem {
  readonly donationId: number
  readonly donationDetailId: number
  readonly quantity: number
  readonly customAmount: number
  readonly dedication: string
}

/** A typed amount: shekels with a dot, thousands may have commas. @returns undefined for what is no amount */
export function typedAmount(typed: string): Agorot | undefined {
  const text = typed.replace(/[,₪\s]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? toAgorot(Number(text)) : undefined
}

/** The amount of a gift; undefined for a free one outside of its limits. */
export function giftAmount({ amount, least, most }: DonationDetail, { typed }: Pick<Gift, 'typed'>): Agorot | undefined {
  if (amount !== null) return amount
  const own = typedAmount(typed)
  return own !== undefined && own >= (least ?? 0) && own <= (most ?? 0) ? own : undefined
}

/** A gift with what it is given for; `amount` is undefined if it is none. */
export interface ChosenGift {
  readonly cause: Donation
  readonly detail: DonationDetail
  readonly times: number
  readonly amount: Agorot | undefined
}

/** The chosen gifts, in the order of the causes. */
export function chosenGifts({ gifts }: Pick<DonationForm, 'gifts'>, causes: readonly Donation[]): readonly ChosenGift[] {
  return causes.flatMap((cause) => {
    const gift = gifts[cause.id] ?? NO_GIFT
    const detail = cause.details.find(({ id }) => id === gift.detailId)
    return detail ? [{ cause, detail, times: gift.times, amount: giftAmount(detail, gift) }] : []
  })
}

/** The cart's items of gifts whose amounts are known. */
export function itemsOfGifts(gifts: readonly ChosenGift[], dedication: string): readonly FormItem[] {
  return gifts.flatMap(({ cause, detail, times, amount }) =>
    amount === undefined
      ? []
      : [{ donationId: cause.id, donationDetailId: detail.id, quantity: times, customAmount: toShekels(amount), dedication }],
  )
}

/** Whether gifts go to more than one house, which no order pays. */
export function isOfTwoHouses(gifts: readonly ChosenGift[]): boolean {
  return new Set(gifts.map(({ cause: { businessId, authProfileId } }) => `${String(businessId)}:${String(authProfileId)}`)).size > 1
}
