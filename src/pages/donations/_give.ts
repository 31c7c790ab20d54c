import type { APIContext } from 'astro'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { chosenGifts, isOfTwoHouses, itemsOfGifts, type ChosenGift, type DonationForm } from '#lib/domain/catalogue/donation-form.ts'
import { isOpenDonation, type Donation } from '#lib/domain/catalogue/donations.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { leavingCart, type Leaving } from '#lib/server/orders/commit/leaving-cart.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { isSpent } from '#lib/server/platform/http/limits/limits.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { textOf } from '#lib/text/text.ts'

type Context = Pick<APIContext, 'request' | 'locals' | 'params' | 'clientAddress'>

/** The content of the page of donations. */
export interface Giving {
  /** Open causes: all, or the addressed one. */
  readonly causes: readonly Donation[]
  readonly form: DonationForm
  /** `causeId`: whose amount it is about. */
  readonly problem?: { readonly text: string; readonly causeId?: number }
  /** What leaves the cart if the visitor goes on; only while the page asks. */
  readonly leaving?: Leaving
  readonly status: number
}

/** Opens the page, or takes its form. undefined: no such cause; `goTo`: the form was accepted. */
export async function openGiving(context: Context): Promise<Giving | { readonly goTo: string } | undefined> {
  const { code } = context.params
  const all = [...(await catalogue(context.locals.locale)).donations.values()]
  if (code !== undefined && !all.some((one) => one.code === code)) return undefined
  const causes = all.filter((one) => (code === undefined || one.code === code) && isOpenDonation(one, Date.now()))
  if (context.request.method !== 'POST') return { causes, form: await storedForm(context, causes), status: 200 }
  const sent = await readForm(context.request)
  return takeForm(context, causes, sent)
}

async function storedForm({ locals }: Context, causes: readonly Donation[]): Promise<DonationForm> {
  const cart: StoredCart | null = locals.visitor ? await cartOf(locals.visitor.uuid) : null
  const donations = cart?.donations ?? []
  const gifts = causes.flatMap((cause) => {
    const item = donations.find(({ donationId }) => donationId === cause.id)
    if (!item) return []
    const { donationDetailId, quantity = 1, customAmount } = item
    const isFree = cause.details.some(({ id, amount }) => id === donationDetailId && amount === null)
    return [[cause.id, { detailId: donationDetailId, typed: isFree ? String(customAmount ?? '') : '', times: quantity }] as const]
  })
  return { gifts: Object.fromEntries(gifts), dedication: donations[0]?.dedication ?? '' }
}

function sentForm(sent: FormData, causes: readonly Donation[]): DonationForm {
  const gifts = causes.map(({ id, details, maxQuantity }) => {
    const detailId = Number(typedText(sent, `give-${String(id)}`, 12))
    const times = Number(typedText(sent, `times-${String(id)}`, 4) || '1')
    const isTimes = Number.isInteger(times) && times >= 1 && times <= maxQuantity
    const isKnown = details.some((detail) => detail.id === detailId)
    return [
      id,
      { detailId: isKnown ? detailId : null, typed: typedText(sent, `free-${String(id)}`, 20), times: isTimes ? times : 1 },
    ] as const
  })
  return { gifts: Object.fromEntries(gifts), dedication: typedText(sent, 'dedication', 120) }
}

async function takeForm(
  { request, locals, clientAddress }: Context,
  causes: readonly Donation[],
  sent: FormData,
): Promise<Giving | { readonly goTo: string }> {
  const { locale, visitor } = locals
  const t = textOf(locale)
  const form = sentForm(sent, causes)
  if (isCrossSite(request) || !visitor) {
    const code = visitor ? 'CROSS_SITE' : 'MISSING_UUID'
    return { causes, form, problem: { text: t(`errors.${code}`) }, status: statusOf(code) }
  }
  const gifts = chosenGifts(form, causes)
  const problem = problemOf(gifts, t)
  if (problem) return { causes, form, problem, status: 400 }
  // Payments count, not forms: but nobody fills in their details to learn then that no payment is taken.
  const seconds = await isSpent('donation', sourceOf(request, clientAddress).caller)
  if (seconds !== undefined)
    return { causes, form, problem: { text: t('errors.TOO_MANY_DONATIONS') }, status: statusOf('TOO_MANY_DONATIONS') }
  const leaving = sent.has('replace') ? undefined : await leavingCart(visitor.uuid, locale, 'donations')
  if (leaving) return { causes, form, leaving, status: 409 }
  const stored = await storeCartOf(visitor.uuid, { donations: [...itemsOfGifts(gifts, form.dedication)] })
  if (stored.ok) return { goTo: '/booking/checkout' }
  const { code, facts } = stored.refusal
  return { causes, form, problem: { text: t(`errors.${code}`, facts) }, status: statusOf(code) }
}

function problemOf(gifts: readonly ChosenGift[], t: ReturnType<typeof textOf>): Giving['problem'] {
  if (gifts.length === 0) return { text: t('donation.nothingChosen') }
  if (isOfTwoHouses(gifts)) return { text: t('donation.twoHouses') }
  const wrong = gifts.find(({ amount }) => amount === undefined)
  if (!wrong) return undefined
  const { cause, detail } = wrong
  const limits = { min: toShekels(detail.least ?? 0), max: toShekels(detail.most ?? 0) }
  return { text: t('donation.amountProblem', limits), causeId: cause.id }
}
