import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { PaidByBundle } from '#lib/domain/catalogue/bundle.ts'
import type { RedeemingLine } from '#lib/domain/entitlements/check-grants.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Result } from '#lib/domain/result.ts'

/** Who sells a line: an order has one seller. */
export interface Seller {
  readonly businessId: number
  readonly authProfileId: number
}

/** A line of a cart that was checked and priced, whatever it sells. Each kind adds what it has to know itself. */
export interface CheckedLine {
  /** The name of its kind. */
  readonly kind: string
  /** As it is sold. */
  readonly name: string
  /** The sum of the order that it is a part of. */
  readonly total: 'seats' | 'products' | 'others'
  /** What it is bought for; null if for no presentation. */
  readonly presentation: Presentation | null
  /** null: it goes with whatever else is in the order. */
  readonly seller: Seller | null
  readonly quantity: number
  /** Of one, as `serviceCharge` and `firstPrice`. */
  readonly price: Agorot
  readonly serviceCharge: Agorot
  /** What it would cost without a discount. */
  readonly firstPrice: Agorot
  /** Whether a percentage on the order is taken of it too. */
  readonly isCharged: boolean
  readonly redeems: readonly RedeemingLine[]
  /** Left out if it is paid by itself: the line, of another kind, that pays it. */
  readonly coveredBy?: number
  /** What an evening that is given back pays of it; it is no part of the price. Left out if none does. */
  readonly paidByEvening?: Agorot
  /** What a ticket bundle pays of it; it is no part of the price. Left out if none does. */
  readonly paidByBundle?: PaidByBundle
  /** true if vouchers pay nothing of it. */
  readonly isMoneyOnly?: boolean
  /** true if it is delivered, and so needs an address. */
  readonly isDelivered?: boolean
  /** true if it is value to pay with later: no voucher pays it, or its value would never run out. */
  readonly isPrepaid?: boolean
  /** Products that are offered beside it, where that is not up to its presentation. */
  readonly offers?: readonly number[]
}

/** What the check of a kind sees of the cart that it stands in. */
export interface CartAround {
  readonly catalogue: Catalogue
  /** ms since 1970, by the database's clock. */
  readonly now: number
  /** Lines of the kinds before it. */
  readonly before: readonly CheckedLine[]
  /** Why lines are not sold with those before them. Rules about the cart as a whole come after it: what is not sold together is refused first. */
  mixed(lines: readonly CheckedLine[]): RefusalCode | undefined
}

/** What a cart wants of one kind, ready to be checked and priced. */
export type CartPart = (around: CartAround) => Result<readonly CheckedLine[]>

/** Checks items one by one. @returns the first refusal, or all of them checked. */
export function checkEach<From, To>(items: readonly From[], check: (item: From) => Result<To>): Result<To[]> {
  const checked: To[] = []
  for (const item of items) {
    const result = check(item)
    if (!result.ok) return result
    checked.push(result.value)
  }
  return { ok: true, value: checked }
}

/** The presentations that lines are bought for, each once, in the order of the lines. */
export function presentationsOf(lines: readonly CheckedLine[]): readonly Presentation[] {
  return [...new Set(lines.flatMap(({ presentation }) => presentation ?? []))]
}
