import { cancellationCharge, feesBack, keptUnder, type FeePart, type PolicyCharge } from '#lib/domain/orders/cancel-money.ts'
import { splitRefund, sumOf as sumOfParts, type SplitRefund } from '#lib/domain/money/split-refund.ts'
import { cancelRefusal, cancellableUntil, showOfTicket } from '#lib/domain/orders/cancel-rules.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { ItemToCancel, OrderToCancel } from './cancellation-rows.ts'
import type { MoneyLeft } from '#lib/server/payments/money-left.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Who cancels. */
export type Canceller = 'customer' | 'staff'

export interface CancelledBy {
  /** staff: the setting that lets customers cancel in the site does not count. Left out: the customer. */
  readonly by?: Canceller | undefined
}

/** What is asked for: items by their names; undefined: all that is left. */
export interface WantedCancellation extends CancelledBy {
  readonly items: readonly string[] | undefined
  readonly asCredit: boolean
}

/** An order, and what of its money can still go back. */
export interface Refundable {
  readonly order: OrderToCancel
  readonly money: MoneyLeft
}

/** Whether that one may cancel at all. */
export function mayCancel(by: Canceller = 'customer'): boolean {
  return by === 'staff' || settings().customerCancellation
}

/** A cancellation that may be made, with all its sums in agorot. */
export interface Decision {
  readonly items: readonly ItemToCancel[]
  /** Nothing is left of the reservation then. */
  readonly isWhole: boolean
  /** What of handling fees goes back, also of orders that led to this one by ticket changes. */
  readonly fees: readonly FeePart[]
  readonly worth: Agorot
  readonly charge: Agorot
  /** What of the charge is kept because it was used, and so counts in no limit of a policy. */
  readonly usedWorth: Agorot
  /** The rest of the charge, by policy. */
  readonly policyCharges: readonly PolicyCharge[]
  readonly split: SplitRefund
  readonly policyName: string
  /** ms since 1970; null where not bounded. */
  readonly until: number | null
}

/**
 * Refusals: BALANCE_IS_DUE (it is being paid, or changed, or it is a part only of what is not paid), NOTHING_TO_CANCEL (gone already), NOT_FOUND (no item of
 * this reservation), TICKET_SENT (a friend has one, and not all is cancelled), CONTACT_PROVIDER (used, or a part only of what one ticket covers), those of `cancelRefusal` and `splitRefund`.
 */
export function decide(
  { order: found, money }: Refundable,
  from: Catalogue,
  { items: wanted, asCredit, by }: WantedCancellation,
): Result<Decision> {
  const order = { ...found, by }
  const early = stateRefusal(order)
  if (early) return refuse(early)
  const chosen = chooseItems(order, from, wanted)
  if (!chosen.ok) return chosen
  const { items, isWhole } = chosen.value
  if (order.state === 'unpaid') return isWhole ? accept(unpaid(chosen.value)) : refuse('BALANCE_IS_DUE')
  for (const item of items) {
    const refusal = itemRefusal(order, from, item)
    if (refusal) return refuse(refusal)
  }
  if (!isWhole && items.some(({ isSent }) => isSent)) return refuse('TICKET_SENT')
  if (hasUsedOrPartialTicket(order, items)) return refuse('CONTACT_PROVIDER')
  const shares = items.reduce((sum, { share }) => sum + share, 0)
  const fees = feesBack(order.fees, isLastOfFees(order, items), shares)
  const rest = sumOfParts(fees) - shares
  const worth = sumOf(items) + rest
  const usedWorth = usedWorthOf(items)
  const policyCharges = policyChargesOf(order, from, { items, fees: rest })
  const charge = policyCharges.reduce((sum, { amount }) => sum + amount, usedWorth)
  const split = splitRefund(worth - charge, money, asCredit)
  if (!split.ok) return split
  return accept({ items, isWhole, fees, worth, charge, usedWorth, policyCharges, split: split.value, ...termsOf(from, items, order) })
}

function stateRefusal({ state, isBeingChanged, items, by }: OrderToCancel & CancelledBy): RefusalCode | undefined {
  if (state === 'paying') return 'BALANCE_IS_DUE'
  if (state === 'failed' || state === 'refunding' || state === 'refunded') return 'NOTHING_TO_CANCEL'
  if (!mayCancel(by)) return 'CANCEL_NOT_ALLOWED'
  if (items.length === 0) return 'NOTHING_TO_CANCEL'
  return isBeingChanged ? 'BALANCE_IS_DUE' : undefined
}

type Chosen = Pick<Decision, 'items' | 'isWhole'>

/** Cancelling the last tickets also cancels the extras bought with them, if these may be cancelled: they are of no use without a ticket. */
function chooseItems(
  { items, gone, ...order }: OrderToCancel & CancelledBy,
  from: Catalogue,
  names: readonly string[] | undefined,
): Result<Chosen> {
  if (!names) return accept({ items, isWhole: true })
  const wanted = new Set(names)
  const there = new Set(items.map(({ item }) => item))
  if ([...wanted].some((item) => !there.has(item) && !gone.has(item))) return refuse('NOT_FOUND')
  if (wanted.size === 0 || [...wanted].some((item) => gone.has(item))) return refuse('NOTHING_TO_CANCEL')
  const main = items.filter(({ isExtra, isGift }) => !isExtra && isGift !== true)
  const isLast = main.length > 0 && main.every(({ item }) => wanted.has(item))
  const chosen = items.filter((one) => wanted.has(one.item) || (isLast && one.isExtra && itemRefusal(order, from, one) === undefined))
  return accept({ items: chosen, isWhole: chosen.length === there.size })
}

/** Whether nothing is left that handling fees were paid for: a donation that stands keeps none. */
function isLastOfFees({ items }: OrderToCancel, chosen: readonly ItemToCancel[]): boolean {
  return items.every((one) => one.isGift === true || chosen.includes(one))
}

/** Seats that are held without paying are given up by whoever holds them, without terms: nothing was paid. */
function unpaid(chosen: Chosen): Decision {
  return {
    ...chosen,
    fees: [],
    worth: 0,
    charge: 0,
    usedWorth: 0,
    policyCharges: [],
    split: { toPayments: [], toVouchers: [], renewed: [], toCredit: 0 },
    policyName: '',
    until: null,
  }
}

/** Of items, the presentations that the house has moved since. */
export function movedOf(items: readonly Pick<ItemToCancel, 'presentationId' | 'isMoved'>[]): ReadonlySet<number> {
  return new Set(items.flatMap(({ presentationId, isMoved }) => (isMoved === true ? (presentationId ?? []) : [])))
}

/** The presentations by whose policies it goes. */
export function showsOf(items: readonly ItemToCancel[]): number[] {
  return [...new Set(items.flatMap(({ presentationId }) => presentationId ?? []))]
}

/** Why an item is not cancelled. */
export function itemRefusal(
  order: Pick<OrderToCancel, 'state' | 'boughtAt' | 'now'> & CancelledBy,
  from: Catalogue,
  item: SoldTerms,
): RefusalCode | undefined {
  if (order.state === 'unpaid') return undefined
  return item.terms ? item.terms.refusal : cancelRefusal(showFor(from, item), order, mayCancel(order.by))
}

/** What says by which terms an item is cancelled. */
type SoldTerms = Pick<ItemToCancel, 'presentationId' | 'terms' | 'isMoved'>

function showFor({ presentations }: Catalogue, { presentationId, isMoved = false }: SoldTerms): Presentation | undefined {
  return showOfTicket(presentations.get(presentationId ?? 0), isMoved)
}

/** Whether an item's ticket was used at the entrance, or covers further items that are not cancelled with it. */
function hasUsedOrPartialTicket(order: OrderToCancel, items: readonly ItemToCancel[]): boolean {
  const chosen = new Set(items.map(({ item }) => item))
  const kept = new Set(order.items.filter(({ item }) => !chosen.has(item)).map(({ covered }) => covered))
  return items.some(({ isUsed, covered }) => isUsed || (covered !== null && kept.has(covered)))
}

function sumOf(items: readonly { readonly worth: Agorot }[]): Agorot {
  return items.reduce((sum, { worth }) => sum + worth, 0)
}

/** What is kept of items because it was used, before any policy. */
function usedWorthOf(items: readonly Pick<ItemToCancel, 'terms'>[]): Agorot {
  return items.reduce((sum, { terms }) => sum + (terms?.usedWorth ?? 0), 0)
}

/** What is cancelled of an order. */
interface Cancelled {
  readonly items: readonly ItemToCancel[]
  readonly fees: Agorot
}

/** What each policy keeps of what is cancelled; fees beyond the shares of the items go with the first presentation. What the house called off costs nothing. */
function policyChargesOf(order: OrderToCancel, from: Catalogue, { items, fees }: Cancelled): readonly PolicyCharge[] {
  const policyOf = (item: SoldTerms) => {
    if (item.terms) return item.terms.policy
    const show = showFor(from, item)
    return show && !show.isCancelled ? show.cancellation : null
  }
  const parts = [
    ...items.map((item) => ({
      policy: policyOf(item),
      worth: item.worth - usedWorthOf([item]),
      tickets: item.worth > 0 && !item.isExtra ? 1 : 0,
    })),
    ...(fees !== 0 ? [{ policy: policyOf(firstOf(order)), worth: fees, tickets: 0 }] : []),
  ]
  return [...Map.groupBy(parts, ({ policy }) => policy?.id)].flatMap(([policyId, own]) => {
    const tickets = own.reduce((sum, part) => sum + part.tickets, 0)
    const part = { policy: own[0]?.policy ?? null, worth: sumOf(own), tickets, kept: keptUnder(order.kept, policyId) }
    const amount = cancellationCharge(part)
    return policyId === undefined || amount === 0 ? [] : [{ policyId, amount }]
  })
}

/** By whose terms handling fees go. */
function firstOf({ firstPresentationId: presentationId, items }: OrderToCancel): SoldTerms {
  return { presentationId, terms: null, isMoved: items.some((item) => item.presentationId === presentationId && item.isMoved === true) }
}

function termsOf(from: Catalogue, items: readonly ItemToCancel[], { boughtAt }: OrderToCancel): Pick<Decision, 'policyName' | 'until'> {
  const shows = items.flatMap((item) => showFor(from, item) ?? [])
  const own = items.flatMap(({ terms }) => terms ?? [])
  const names = [...shows.map(({ isCancelled, cancellation }) => (isCancelled ? null : cancellation)), ...own.map(({ policy }) => policy)]
  const ends = [...shows.map((one) => cancellableUntil(one, boughtAt)), ...own.map(({ until }) => until)].filter((end) => end !== null)
  return {
    policyName: [...new Set(names.flatMap((policy) => policy?.name || []))].join(', '),
    until: ends.length === 0 ? null : Math.min(...ends),
  }
}
