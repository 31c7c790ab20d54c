import { cancellationCharge, feesBack, type FeePart } from '#lib/domain/orders/cancel-money.ts'
import { splitRefund, sumOf as sumOfParts, type SplitRefund } from '#lib/domain/money/split-refund.ts'
import { cancelRefusal, cancellableUntil } from '#lib/domain/orders/cancel-rules.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { OrderToCancel, ProductToCancel, TicketToCancel } from './cancellation-rows.ts'
import type { MoneyLeft } from '#lib/server/payments/money-left.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** What is asked for: items by their names; undefined: all that is left. */
export interface WantedCancellation {
  readonly items: readonly string[] | undefined
  readonly asCredit: boolean
}

/** A cancellation that may be made, with all its sums in agorot. */
export interface Decision {
  readonly tickets: readonly TicketToCancel[]
  readonly products: readonly ProductToCancel[]
  /** Nothing is left of the reservation then. */
  readonly isWhole: boolean
  /** What of handling fees goes back, also of orders that led to this one by ticket changes. */
  readonly fees: readonly FeePart[]
  readonly worth: Agorot
  readonly charge: Agorot
  readonly split: SplitRefund
  readonly policyName: string
  /** ms since 1970; null where not bounded. */
  readonly until: number | null
}

/**
 * Refusals: BALANCE_IS_DUE (it is being paid, or changed, or it is a part only of what is not paid), NOTHING_TO_CANCEL (gone already), NOT_FOUND (no item of
 * this reservation), CONTACT_PROVIDER (used, or a part only of what one ticket covers), those of `cancelRefusal` and `splitRefund`.
 */
export function decide(order: OrderToCancel, money: MoneyLeft, from: Catalogue, { items, asCredit }: WantedCancellation): Result<Decision> {
  const early = stateRefusal(order)
  if (early) return refuse(early)
  const chosen = chooseItems(order, from, items)
  if (!chosen.ok) return chosen
  const { tickets, products, isWhole } = chosen.value
  if (order.state === 'unpaid') return isWhole ? accept(unpaid(chosen.value)) : refuse('BALANCE_IS_DUE')
  const shows = showsOf(order, chosen.value)
  for (const id of shows) {
    const refusal = itemRefusal(order, from, id)
    if (refusal) return refuse(refusal)
  }
  if (isUsedOrTorn(order, tickets)) return refuse('CONTACT_PROVIDER')
  const shares = [...tickets, ...products].reduce((sum, { share }) => sum + share, 0)
  const fees = feesBack(order.fees, isWhole, shares)
  const rest = sumOfParts(fees) - shares
  const worth = sumOf([...tickets, ...products]) + rest
  const charge = cancellationCharge(partsOf(order, from, chosen.value, rest), order.kept)
  const split = splitRefund(worth - charge, money, asCredit)
  if (!split.ok) return split
  const presentations = shows.map((id) => from.presentations.get(id)).filter((one) => one !== undefined)
  return accept({ tickets, products, isWhole, fees, worth, charge, split: split.value, ...termsOf(presentations, order) })
}

function stateRefusal({ state, isBeingChanged, tickets, products }: OrderToCancel): RefusalCode | undefined {
  if (state === 'paying') return 'BALANCE_IS_DUE'
  if (state === 'failed' || state === 'refunding' || state === 'refunded') return 'NOTHING_TO_CANCEL'
  if (!settings().customerCancellation) return 'CANCEL_NOT_ALLOWED'
  if (tickets.length + products.length === 0) return 'NOTHING_TO_CANCEL'
  return isBeingChanged ? 'BALANCE_IS_DUE' : undefined
}

type Chosen = Pick<Decision, 'tickets' | 'products' | 'isWhole'>

/** Whoever gives back the last tickets gives back all that was bought with them, where that may be given back: without a ticket it is of no use. */
function chooseItems(order: OrderToCancel, from: Catalogue, items: readonly string[] | undefined): Result<Chosen> {
  const { tickets, products, gone } = order
  if (!items) return accept({ tickets, products, isWhole: true })
  const wanted = new Set(items)
  const there = new Set([...tickets, ...products].map(({ item }) => item))
  if ([...wanted].some((item) => !there.has(item) && !gone.has(item))) return refuse('NOT_FOUND')
  if (wanted.size === 0 || [...wanted].some((item) => gone.has(item))) return refuse('NOTHING_TO_CANCEL')
  const chosen = tickets.filter(({ item }) => wanted.has(item))
  const isLast = chosen.length > 0 && chosen.length === tickets.length && itemRefusal(order, from, order.firstPresentationId) === undefined
  const along = isLast ? products : products.filter(({ item }) => wanted.has(item))
  return accept({ tickets: chosen, products: along, isWhole: chosen.length + along.length === there.size })
}

/** Seats that are held without paying are given up by whoever holds them, without terms: nothing was paid. */
function unpaid(chosen: Chosen): Decision {
  return {
    ...chosen,
    fees: [],
    worth: 0,
    charge: 0,
    split: { toPayments: [], toVouchers: [], renewed: [], toCredit: 0 },
    policyName: '',
    until: null,
  }
}

/** The presentations by whose policies it goes. */
export function showsOf(order: OrderToCancel, { tickets, products }: Chosen): number[] {
  return [...new Set([...tickets.map(({ presentationId }) => presentationId), ...(products.length > 0 ? [order.firstPresentationId] : [])])]
}

/** Why what was bought for a presentation is not cancelled. */
export function itemRefusal(order: OrderToCancel, from: Catalogue, presentationId: number): RefusalCode | undefined {
  if (order.state === 'unpaid') return undefined
  return cancelRefusal(from.presentations.get(presentationId), order, settings().customerCancellation)
}

/** A ticket that was let in is not given back, nor a part only of those that one ticket covers. */
function isUsedOrTorn(order: OrderToCancel, tickets: readonly TicketToCancel[]): boolean {
  const chosen = new Set(tickets.map(({ item }) => item))
  const kept = new Set(order.tickets.filter(({ item }) => !chosen.has(item)).map(({ covered }) => covered))
  return tickets.some(({ isUsed, covered }) => isUsed || (covered !== null && kept.has(covered)))
}

function sumOf(items: readonly { readonly worth: Agorot }[]): Agorot {
  return items.reduce((sum, { worth }) => sum + worth, 0)
}

/** What is cancelled, by policy; products and fees beyond the shares of the items go with the first presentation. What the house called off costs nothing. */
function partsOf(order: OrderToCancel, { presentations }: Catalogue, { tickets, products }: Chosen, fees: Agorot) {
  const policyOf = (id: number) => {
    const show = presentations.get(id)
    return show && !show.isCancelled ? show.cancellation : null
  }
  const rest = sumOf(products) + fees
  const parts = [
    ...tickets.map(({ presentationId, worth }) => ({ policy: policyOf(presentationId), worth, tickets: worth > 0 ? 1 : 0 })),
    ...(rest !== 0 ? [{ policy: policyOf(order.firstPresentationId), worth: rest, tickets: 0 }] : []),
  ]
  return [...Map.groupBy(parts, ({ policy }) => policy?.id)].map(([, own]) => ({
    policy: own[0]?.policy ?? null,
    worth: sumOf(own),
    tickets: own.reduce((sum, part) => sum + part.tickets, 0),
  }))
}

function termsOf(presentations: readonly Presentation[], { boughtAt }: OrderToCancel): Pick<Decision, 'policyName' | 'until'> {
  const names = presentations.flatMap(({ isCancelled, cancellation }) => (isCancelled || !cancellation ? [] : [cancellation.name]))
  const ends = presentations.map((one) => cancellableUntil(one, boughtAt)).filter((end) => end !== null)
  return { policyName: [...new Set(names)].join(', '), until: ends.length === 0 ? null : Math.min(...ends) }
}
