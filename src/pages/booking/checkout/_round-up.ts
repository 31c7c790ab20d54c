import type { APIContext } from 'astro'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { Donation } from '#lib/domain/catalogue/donations.ts'
import { freeDetailOf, isOpenDonation, roundUpOf } from '#lib/domain/catalogue/donations.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { toAgorot, toShekels, type Agorot } from '#lib/domain/money/money.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf, type Checkout } from '#lib/server/orders/commit/checkout.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import type { Locale } from '#lib/text/locales.ts'

/** The offer to round an order of tickets up for a cause. */
export interface RoundUp {
  readonly cause: Donation
  readonly amount: Agorot
  /** What is to be paid with it. */
  readonly total: Agorot
  /** Whether it is in the cart; the amount is then what was chosen. */
  readonly isChosen: boolean
}

type Offered = Pick<Checkout, 'presentations' | 'seller' | 'totals' | 'asked' | 'modify' | 'payUntil'>

/** The cause of the tickets' business that an order may be rounded up for; undefined if there is none, or nothing to pay now. */
export async function roundUpFor(
  { presentations, seller, totals, asked, modify, payUntil }: Offered,
  locale: Locale,
): Promise<RoundUp | undefined> {
  if (presentations.length === 0 || modify !== null || payUntil !== null) return undefined
  const causes = [...(await catalogue(locale)).donations.values()].filter(
    (one) => one.isRoundUp && one.businessId === seller?.businessId && one.authProfileId === seller.authProfileId,
  )
  const cause = causes.find((one) => isOpenDonation(one, Date.now()))
  if (!cause) return undefined
  const detailId = freeDetailOf(cause)?.id
  const own = asked.donations?.find((one) => one.donationId === cause.id && one.donationDetailId === detailId)
  if (own) return { cause, amount: toAgorot(own.customAmount ?? 0) ?? 0, total: totals.balanceDue, isChosen: true }
  const amount = (asked.donations ?? []).length > 0 ? undefined : roundUpOf(cause, totals.balanceDue)
  return amount === undefined ? undefined : { cause, amount, total: totals.balanceDue + amount, isChosen: false }
}

/** Takes the form of the offer: the server computes the amount anew. A refusal changes nothing: the page shows what holds then. */
export async function takeRoundUp({ request, locals }: Pick<APIContext, 'request' | 'locals'>): Promise<void> {
  const { visitor, locale } = locals
  if (!visitor || isCrossSite(request)) return
  const sent = await readForm(request)
  const [cart, checkout] = await Promise.all([cartOf(visitor.uuid), checkoutOf(visitor.uuid, locale)])
  const offer = checkout.ok ? await roundUpFor(checkout.value, locale) : undefined
  if (!cart || !offer) return
  const typed = withTypedSsn(cart, sent.get('ssn'))
  if (sent.get('roundUp') === 'yes' && !offer.isChosen) await storeCartOf(visitor.uuid, withRoundUp(typed, offer))
  if (sent.get('roundUp') === 'no' && offer.isChosen) await storeCartOf(visitor.uuid, withoutRoundUp(typed, offer))
}

/** The ID number comes along if it was typed already: no browser keeps it while the page is drawn anew. What is none leaves what is kept as it is. */
function withTypedSsn(cart: StoredCart, typed: FormDataEntryValue | null): StoredCart {
  const ssn = typeof typed === 'string' ? normaliseIsraeliId(typed) : undefined
  return ssn === undefined ? cart : { ...cart, customerInfo: { ...cart.customerInfo, ssn } }
}

function withRoundUp(cart: StoredCart, { cause, amount }: RoundUp): StoredCart {
  const item = { donationId: cause.id, donationDetailId: freeDetailOf(cause)?.id ?? 0, quantity: 1, customAmount: toShekels(amount) }
  return { ...cart, donations: [...(cart.donations ?? []), item] }
}

function withoutRoundUp(cart: StoredCart, { cause }: RoundUp): StoredCart {
  return { ...cart, donations: (cart.donations ?? []).filter(({ donationId }) => donationId !== cause.id) }
}
