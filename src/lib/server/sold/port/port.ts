import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import type { CartAround, CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { WantedCart } from '#lib/domain/cart/check-cart.ts'
import type { WantedProduct } from '#lib/domain/cart/check-product.ts'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Refusal, Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { HeldRules } from './held-rules.ts'
import type { Place } from '#lib/text/place-text.ts'

/** The arrays of a cart of the wire by which things are asked for. */
export interface AskedItems {
  readonly seats?: readonly CartSeat[] | undefined
  readonly products?: readonly WantedProduct[] | undefined
  readonly memberships?: readonly unknown[] | undefined
  readonly vouchers?: readonly unknown[] | undefined
  readonly donations?: readonly unknown[] | undefined
  readonly films?: readonly unknown[] | undefined
}

/** The order that lines are of. */
export interface OrderOfLines {
  readonly orderId: string
  /** The visitor. */
  readonly holder: string
  /** The names of the kinds of its lines. */
  readonly kinds: readonly string[]
}

/** An order whose intent is being written. */
export interface WrittenOrder extends Omit<OrderOfLines, 'kinds'> {
  /** Held without paying, for days. */
  readonly isHold: boolean
}

/** Lines of one kind, and what was prepared for them before the transaction. */
export interface LinesToReserve<Line, Prepared> {
  readonly lines: readonly Line[]
  readonly prepared: Prepared
}

/** How an order ends that was not paid: 'unpaid' by a payment that surely failed, after which its visitor may try another; 'over' for good. */
export type Release = 'unpaid' | 'over'

/** What may be held without paying. */
export interface HoldRules<Line> {
  /** Why these lines cannot be held without paying, by any customer; undefined: they can. Pure. */
  problem(lines: readonly Line[]): RefusalCode | undefined
  /** Whether a customer has too much held with these lines, which are not written yet. */
  isOverLimit(client: Queryable, customerId: number, lines: readonly Line[]): Promise<boolean>
}

/** When what is to be cancelled was bought first, and what time it is by the database's clock; ms since 1970. */
export interface CancelTime {
  readonly boughtAt: number
  readonly now: number
}

/** A cancellation, and the order that it is of. */
export interface OrderCancellation {
  readonly orderId: string
  readonly cancellationId: string
}

/** On what terms something is cancelled that belongs to no presentation. */
export interface OwnTerms {
  /** Why it is not cancelled by its buyer. */
  readonly refusal: RefusalCode | undefined
  /** What the house keeps of it; null: nothing. */
  readonly policy: CancellationPolicy | null
  /** What is kept before the policy sees the rest: of it that was used already. */
  readonly usedWorth?: Agorot
  /** Until when, ms since 1970; null: not bounded. */
  readonly until: number | null
}

/** One item of an order, as cancelling sees it. */
export interface CancellableItem {
  readonly kind: string
  /** Its name on the wire, of which no other item of the order has the same. */
  readonly item: string
  /** By what its kind knows it within the order. */
  readonly line: number
  /** What of its kind it is, and under which of its prices it was sold; left out where it has one alone. */
  readonly id: number
  readonly priceId?: number | null
  readonly name: string
  readonly quantity: number
  /** Where it admits to; null: nowhere. */
  readonly place: Place | null
  /** The presentation whose cancellation policy applies; null: `terms` apply. */
  readonly presentationId: number | null
  readonly terms: OwnTerms | null
  /** Whether it goes back with the last of the others, because it is of no use without them. */
  readonly isExtra: boolean
  /** What was paid for it, without its share of a percentage on the order. */
  readonly paid: Agorot
  readonly isCharged: boolean
  /** What of `paid` was credited already, because a part of it was sold on. */
  readonly credited?: Agorot
  readonly isUsed: boolean
  /** true if a ticket of a bundle paid it, which goes back to the bundle without any charge. */
  readonly isOfBundle?: boolean
  /** true if the house has moved its date or its seat since it was bought: all of it goes back. */
  readonly isMoved?: boolean
  /** true if a friend has it: it is cancelled with the whole order only. */
  readonly isSent?: boolean
  /** true if it is a donation: no handling fee was paid for it, and extras are of no use with it alone. */
  readonly isGift?: boolean
  /** Groups items that one ticket pays: they are cancelled all or none. Null if the item stands alone. */
  readonly covered: string | null
  /** Cancelled already, or exchanged. */
  readonly isGone: boolean
}

/** A line as documents, receipts and the pages of its order show it. */
export interface ShownLine {
  /** Of its kind. */
  readonly id: number
  /** Which of its prices it was sold under; left out where it has one alone. */
  readonly priceId?: number | null
  readonly name: string
  readonly quantity: number
  /** Of one, its service charge included. */
  readonly unitPrice: Agorot
  readonly isCancelled: boolean
  /** false if a percentage on the order was not taken of it. */
  readonly isCharged?: boolean
  /** true if it is handed over at the box office. */
  readonly isCollected?: boolean
}

/** The first of the presentations that items were bought for, gone ones too; null for none. */
export function firstPresentationOf(items: readonly CancellableItem[]): number | null {
  const ids = items.flatMap(({ presentationId }) => presentationId ?? [])
  return ids.length === 0 ? null : Math.min(...ids)
}

/**
 * One kind of thing that is sold, as the machine of orders sees it. The machine calls the kinds of an order in the order of the register and knows nothing else of
 * them. Type parameters: what a cart wants (JSON), a line that was checked, the facts that the check needs, and what is
 * prepared before the transaction of an order.
 *
 * Declared as methods, not as function properties: their parameters are bivariant, so one register can hold several kinds. A kind only ever gets its own lines.
 */
export interface SoldKind<Wanted = unknown, Line extends CheckedLine = CheckedLine, Facts = unknown, Prepared = unknown> {
  /** As it stands in the lines and rows of orders. */
  readonly name: string
  /** Where a cart of the wire asks for it. */
  readonly field: keyof AskedItems
  /** Left out where nothing is held before it is ordered. */
  readonly held?: HeldRules<Line>
  /** What a cart of the wire asks for, as it is kept; pure. Refusals: BAD_REQUEST for a shape that is none. */
  parse(asked: AskedItems): Result<readonly Wanted[]>
  /** What a cart has of it. */
  wantedIn(cart: WantedCart): readonly Wanted[]
  /** Reads what the check must know, before any transaction. */
  factsOf(from: Catalogue, uuid: string, wanted: readonly Wanted[]): Promise<Result<Facts>>
  /** Checks and prices; pure. It may add lines of other kinds that its own pay, as tickets of a series. */
  check(wanted: readonly Wanted[], facts: Facts, around: CartAround): Result<readonly CheckedLine[]>
  /** Left out where it cannot be held without paying. */
  readonly hold?: HoldRules<Line>
  /** Reads what reserving needs, before the transaction: in there, no second connection may be waited for. */
  prepare(lines: readonly Line[]): Promise<Prepared>
  /** In the transaction of the intent: takes what is scarce and writes the lines. A refusal rolls all of it back. Statements that need no answer are sent along (`sendAlong`). */
  reserve(client: Queryable, order: WrittenOrder, toReserve: LinesToReserve<Line, Prepared>): Promise<Refusal | undefined>
  /**
   * Left out where nothing of it is scarce before it is ordered. Takes once more what was held for a payment that came late, where it still can be had.
   * @returns false if some of it is gone
   */
  reclaim?(client: Queryable, holder: string, lines: readonly Line[]): Promise<boolean>
  /** In the transaction in which the order is paid: what was reserved is the buyer's. Statements are sent along as in `reserve`. */
  issue(client: Queryable, order: OrderOfLines): Promise<void>
  /** In the transaction in which the order ends unpaid: what was reserved is so no more. */
  release(client: Queryable, order: OrderOfLines, end: Release): Promise<void>
  /** What an order has of it, gone items too; `before` are those of the kinds before it. */
  itemsOf(
    client: Queryable,
    order: CancelTime & { readonly orderId: string },
    before: readonly CancellableItem[],
  ): Promise<readonly CancellableItem[]>
  /** In the transaction of a cancellation: these items are gone, and what they took is free. The tables themselves refuse what is gone already. */
  cancel(client: Queryable, cancellation: OrderCancellation, items: readonly CancellableItem[]): Promise<void>
  /** What is shown of an order beside its tickets, which are shown by their places; what was cancelled too. */
  shown(client: Queryable, orderId: string): Promise<readonly ShownLine[]>
}
