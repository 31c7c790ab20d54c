import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import type { KnownCode } from '#lib/domain/seating/rules/order-seat.ts'
import { isFeePaidFor, withoutFee } from '#lib/server/orders/changes/terms/ticket-change-fee.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { hasOtherDates } from '#lib/server/seats/best/same-seats.ts'
import { cartOf, cartToPay, toPayOf } from '#lib/server/orders/cart/carts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { siteSelling } from '#lib/server/catalogue/current-mini-site.ts'
import { knownCodesOf, orderPartsOf, withTicketsOf, type OrderPart } from '#lib/server/orders/cart/order-parts.ts'
import { presentationIn } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { holdTermsOf } from '#lib/server/orders/holds/unpaid-hold.ts'

/** What the order page of a presentation needs. */
export interface OrderPage {
  readonly presentation: PresentationAnswer
  /** Other presentations that the visitor holds seats of. */
  readonly others: readonly OrderPart[]
  /** What is known of the codes of the visitor's order. */
  readonly codes: readonly KnownCode[]
  /** The members that the visitor may order with. */
  readonly members: readonly MemberAnswer[]
  /** The visitor's stored cart, without what is not held any more; personal details stay out of it. */
  readonly cart: StoredCart | null
  /** Also true where the visitor holds the last seats of a presentation. */
  readonly isForSale: boolean
  /** Where the same seats are looked for on other dates; left out where there are none. */
  readonly otherDates?: string
  /** Of holding the seats without paying: what the address asks for, and what could be asked for. */
  readonly hold: HoldMode
  /** The mini-site that it is ordered in; undefined if in none. */
  readonly site: MiniSite | undefined
}

export interface HoldMode {
  /** 'on', with its terms; 'refused', for a reason; 'off': not asked for. */
  readonly mode: Mode
  /** Whether the visitor is told of it. */
  readonly isOffered: boolean
}

type Mode =
  | { readonly at: 'off' }
  | { readonly at: 'on'; /** ms since 1970 */ readonly payUntil: number; readonly hasPremium: boolean }
  | { readonly at: 'refused'; readonly code: RefusalCode }

/** Who opens an order page, in which language, and whether to hold the seats without paying. */
interface Opening {
  readonly uuid: string
  readonly locale: Locale
  readonly isHold?: boolean
}

/** undefined where there is no such presentation. */
export async function orderPageOf(presentationId: number, { uuid, locale, isHold = false }: Opening): Promise<OrderPage | undefined> {
  const sold = await presentationIn(presentationId, { uuid, locale })
  if (!sold.ok) return undefined
  const presentation = sold.value
  const stored = await cartOf(uuid)
  const [from, held] = await Promise.all([catalogue(locale), toPayOf(uuid, stored)])
  const elsewhere = held.seats.filter((seat) => seat.presentationId !== presentationId)
  const [others, codes, members, isFeePaid] = await Promise.all([
    orderPartsOf(from, { seats: elsewhere, stored }, locale),
    knownCodesOf(from, uuid, held.seats),
    availableMembersOf(uuid, [presentationId]),
    isFeePaidFor(uuid, stored?.modify),
  ])
  const heldIds = new Set(held.seats.map((seat) => seat.presentationId))
  const { saleState } = presentation
  const isForSale = saleState === 'open' || (saleState === 'soldout' && heldIds.has(presentationId))
  return {
    presentation: withoutFee(withTicketsOf(from, presentation, held.seats), isFeePaid),
    others: others.map((part) => ({ ...part, presentation: withoutFee(part.presentation, isFeePaid) })),
    codes,
    members,
    cart: stored && forPage(stored, presentationId),
    isForSale,
    ...((await hasOtherDates(presentationId)) && { otherDates: `/order/${String(presentationId)}/other-dates` }),
    hold: stored?.modify == null ? await holdModeOf(presentation, uuid, isHold) : NEVER_HELD,
    site: await siteSelling(uuid, [presentationId]),
  }
}

/** Tickets in exchange are paid at once: while a change is under way nothing is held unpaid. */
const NEVER_HELD: HoldMode = { mode: { at: 'off' }, isOffered: false }

async function holdModeOf({ id, dateTime }: PresentationAnswer, uuid: string, isAsked: boolean): Promise<HoldMode> {
  const terms = await holdTermsOf(uuid, Date.parse(dateTime))
  if (!isAsked) return { mode: { at: 'off' }, isOffered: terms.ok }
  if (!terms.ok) return { mode: { at: 'refused', code: terms.refusal.code }, isOffered: false }
  return { mode: { at: 'on', payUntil: terms.value.payUntil.getTime(), hasPremium: await hasPremiumSeats(id) }, isOffered: false }
}

async function hasPremiumSeats(presentationId: number): Promise<boolean> {
  const { presentations } = await catalogue()
  const plan = await planOf(presentations.get(presentationId)?.seatplanId ?? 0)
  return plan !== undefined && Array.from({ length: plan.hall.count }).some((_seat, at) => isNeverHeld(plan.hall, at))
}

/** What the page begins with: this presentation's seats, products, what pays a part (how much shows anew), and a ticket change under way. */
function forPage({ presentations = [], products = [], voucherPayments, modify }: StoredCart, presentationId: number): StoredCart {
  return {
    presentations: presentations.filter((one) => one.id === presentationId),
    products,
    ...(voucherPayments && { voucherPayments: voucherPayments.map(({ amount: _anew, ...voucher }) => voucher) }),
    ...(modify && { modify }),
  }
}

/** The presentation that the visitor has seats of right now: the order to go on with. */
export async function currentOrderOf(uuid: string, locale: Locale): Promise<PresentationAnswer | undefined> {
  const held = await cartToPay(uuid)
  const [last] = held.seats.toReversed()
  return last && presentationAnswer(last.presentationId, locale)
}
