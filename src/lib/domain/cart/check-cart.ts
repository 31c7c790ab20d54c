import type { Catalogue, Presentation, ServiceCharge } from '#lib/domain/catalogue/catalogue.ts'
import { splitRefund } from '#lib/domain/money/split-refund.ts'
import { usesOf, type GrantUse } from '#lib/domain/entitlements/check-grants.ts'
import type { WantedSeat } from './check-seat.ts'
import type { WantedProduct } from './check-product.ts'
import { presentationsOf, type CartPart, type CheckedLine, type Seller } from './checked-line.ts'
import { coverByBundles } from './cover-bundles.ts'
import { coverEvenings, standInsAmong } from './cover-evenings.ts'
import { memberMoneyOf } from '#lib/domain/entitlements/member-money.ts'
import { checkVouchers, voucherRefusal, type WantedVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import type { GivenBack, OrderFacts, VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { priceOrder, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A cart as the rules see it: ids and quantities. It is kept as JSON while it is paid for. */
export interface WantedCart {
  readonly seats: readonly WantedSeat[]
  readonly products: readonly WantedProduct[]
  /** What else is sold, by the name of its kind. */
  readonly others?: Readonly<Record<string, readonly unknown[]>>
  readonly vouchers?: readonly WantedVoucher[]
}

/** A voucher that pays a cart. */
export interface PayingVoucher {
  readonly id: number
  /** Of a bundle it is no part of the prices. */
  readonly amount: Agorot
  /** How many tickets a bundle pays; left out if it pays money. */
  readonly tickets?: number
}

export interface CheckedCart {
  readonly lines: readonly CheckedLine[]
  /** What the lines are bought for. */
  readonly presentations: readonly Presentation[]
  /** Sells the order; undefined if every line goes with any seller. */
  readonly seller: Seller | undefined
  readonly serviceCharge: ServiceCharge | null
  /** The grants that the cart redeems. */
  readonly uses: readonly GrantUse[]
  /** What pays with a balance: memberships of money, then vouchers in the order given. */
  readonly vouchers: readonly PayingVoucher[]
  /** null also if no new seat is chosen yet: nothing is exchanged then. */
  readonly givenBack: GivenBack | null
  readonly totals: OrderTotals
}

/** What is to be checked: the parts in the order of their kinds, and the vouchers that are to pay. */
export interface CartToCheck {
  readonly parts: readonly CartPart[]
  readonly vouchers?: readonly WantedVoucher[] | undefined
}

/**
 * Checks a cart against the catalogue and prices it. Pure: the database decides whether its items can really be had.
 * Refusals: those of its parts, `usesOf`, `checkVouchers`, `voucherRefusal` and `splitRefund`; CART_INCOMPATIBLE (several
 * sellers, or in an exchange something beside seats and products); those of `memberMoneyOf`; NOT_SOLD_IN_OUTLET (a voucher would pay for a voucher); NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT (no seat is one that the evenings given
 * back may be exchanged for).
 */
export function checkCart(catalogue: Catalogue, facts: OrderFacts, wanted: CartToCheck): Result<CheckedCart> {
  const lines: CheckedLine[] = []
  for (const part of wanted.parts) {
    const mixed = (own: readonly CheckedLine[]) => incompatible([...lines, ...own], facts.givenBack)
    const checked = part({ catalogue, now: facts.now, before: lines, mixed })
    if (!checked.ok) return checked
    lines.push(...checked.value)
  }
  const problem = incompatible(lines, facts.givenBack)
  if (problem) return refuse(problem)
  const uses = usesOf(lines.flatMap(({ redeems }) => redeems))
  if (!uses.ok) return uses
  const [seller] = sellersOf(lines)
  const vouchers = checkVouchers(wanted.vouchers ?? [], facts, seller?.businessId)
  if (!vouchers.ok) return vouchers
  if (vouchers.value.length > 0 && lines.some(({ isPrepaid }) => isPrepaid)) return refuse('NOT_SOLD_IN_OUTLET')
  return price({ catalogue, givenBack: exchangedFor(lines, facts.givenBack), wanted, lines, seller, uses: uses.value }, vouchers.value)
}

interface ToPrice extends Pick<CheckedCart, 'lines' | 'seller' | 'uses' | 'givenBack'> {
  readonly catalogue: Catalogue
  readonly wanted: CartToCheck
}

const NOTHING_BACK: Pick<GivenBack, 'evenings' | 'amount'> = { evenings: [], amount: 0 }

function price(
  { catalogue, givenBack, wanted, lines: whole, seller, uses }: ToPrice,
  balances: readonly VoucherBalance[],
): Result<CheckedCart> {
  const { evenings, amount: worth } = givenBack ?? NOTHING_BACK
  const afterEvenings = coverEvenings(whole, evenings)
  const due = afterEvenings.reduce((sum, line) => sum + line.quantity * (line.price + line.serviceCharge), 0) - worth
  const { lines, payments } = coverByBundles(afterEvenings, { vouchers: balances, due }, catalogue)
  const presentations = presentationsOf(lines)
  if (evenings.length > 0 && standInsAmong(lines) === 0) return refuse('NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT')
  const paid = presentationsOf(lines.filter(({ coveredBy }) => coveredBy === undefined))
  const serviceCharge = givenBack?.isFeePaid ? null : chargeOf(catalogue, paid)
  const money = memberMoneyOf(lines, worth)
  if (!money.ok) return money
  const { voucherPayments, ...priced } = priceOrder({
    seats: lines.filter(({ total }) => total === 'seats'),
    products: lines.filter(({ total }) => total === 'products'),
    others: lines.filter(({ total }) => total === 'others'),
    serviceCharge,
    modified: worth,
    voucherBalances: [...money.value.map(({ most }) => most), ...balances.map(({ balance, bundle }) => (bundle ? 0 : balance))],
  })
  const ofMembers = voucherPayments.slice(0, money.value.length)
  const totals = {
    ...priced,
    voucherPayments: balances.map(({ id }, at) => payments.get(id)?.amount ?? voucherPayments[money.value.length + at] ?? 0),
    memberPaid: ofMembers.reduce((sum, payment) => sum + payment, 0),
  }
  const back = givenBack && splitRefund(totals.giveBack, givenBack.money, false)
  if (back?.ok === false) return back
  const refusal = voucherRefusal(wanted.vouchers ?? [], balances, { payments: totals.voucherPayments, bundles: payments })
  if (refusal) return refuse(refusal)
  const vouchers = [
    ...money.value.map(({ voucherId }, at) => ({ id: voucherId, amount: ofMembers[at] ?? 0 })).filter(({ amount }) => amount > 0),
    ...balances.map(({ id, bundle }, at) => ({
      id,
      amount: totals.voucherPayments[at] ?? 0,
      ...(bundle && { tickets: payments.get(id)?.tickets ?? 0 }),
    })),
  ]
  return accept({ lines, presentations, seller, serviceCharge, uses, vouchers, givenBack, totals })
}

function sellersOf(lines: readonly CheckedLine[]): readonly Seller[] {
  return lines.flatMap(({ seller }) => seller ?? [])
}

/** Keeps the tickets until new seats are chosen: nothing else of a cart, nor a seat that its membership pays, is had in exchange. */
function exchangedFor(lines: readonly CheckedLine[], givenBack: GivenBack | null): GivenBack | null {
  return lines.some(({ kind, coveredBy }) => kind === 'seat' && coveredBy === undefined) ? givenBack : null
}

/**
 * Wants all of it sold by one business under one profile, including the tickets given back in exchange. These pay for seats and products alone:
 * a voucher or a donation is paid by money, and they may have been paid by a voucher.
 */
function incompatible(lines: readonly CheckedLine[], givenBack: GivenBack | null): RefusalCode | undefined {
  const exchanged = exchangedFor(lines, givenBack)
  if (exchanged && lines.some(({ total }) => total === 'others')) return 'CART_INCOMPATIBLE'
  const sold = [...sellersOf(lines), ...(exchanged ? [exchanged] : [])]
  const profiles = new Set(sold.map((one) => one.authProfileId))
  const businesses = new Set(sold.map((one) => one.businessId))
  return profiles.size > 1 || businesses.size > 1 ? 'CART_INCOMPATIBLE' : undefined
}

/** Picks the order's one handling fee: of its presentations with a paid line, that of the lowest id that has a fee. */
function chargeOf(catalogue: Catalogue, presentations: readonly Presentation[]): ServiceCharge | null {
  const charged = presentations.filter((one) => one.serviceChargeId !== null)
  const id = charged.reduce<Presentation | undefined>(
    (first, one) => (first && first.id < one.id ? first : one),
    undefined,
  )?.serviceChargeId
  return catalogue.serviceCharges.get(id ?? 0) ?? null
}
