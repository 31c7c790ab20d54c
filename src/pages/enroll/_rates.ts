import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import { isCharged } from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { seatAmount } from '#lib/server/enrolment/membership-hall.ts'
import { proveReferences } from '#lib/server/entitlements/membership-references.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { textOf } from '#lib/text/text.ts'
import type { APIContext } from 'astro'
import { openSeason, refuseForm, type OpenSeason } from './_open-season.ts'
import { priceOf, ticketFor } from './_season.ts'
import type { Context } from './_seat-step.ts'

export interface RatesStep extends OpenSeason {
  readonly problem?: string
  readonly status: number
}

/** Opens the step of rates, or takes its form: a price and a name for each fixed seat. */
export async function openRates(
  context: Context & Pick<APIContext, 'clientAddress'>,
): Promise<RatesStep | { readonly goTo: string } | undefined> {
  const season = await openSeason(context)
  if (!season || 'goTo' in season) return season
  const { request, locals, clientAddress } = context
  if (request.method !== 'POST') return { ...season, status: 200 }
  const refused = refuseForm(context)
  if (refused) return { ...season, ...refused }
  const sent = await readForm(request)
  const items = await Promise.all(season.items.map((item, at) => sentItem(season, { item, at }, sent)))
  await keepMemberships(season.uuid, items, 'keep seats')
  const guesser = { uuid: season.uuid, ...sourceOf(request, clientAddress) }
  const proved = await proveReferences(
    guesser,
    await catalogue(),
    items.map((item) => ({ ...item, membershipPriceId: item.membershipPriceId ?? 0 })),
  )
  if (proved.ok) return { goTo: `/enroll/${season.view.membership.code}/${season.view.choiceCount > 0 ? 'choice' : 'summary'}` }
  const { code, facts } = proved.refusal
  const t = textOf(locals.locale, season.view.membership.businessId)
  return { ...season, items, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}

/** What the form says of an enrolment. @param at of the enrolment among those of the cart */
async function sentItem(
  { dates, fixed }: OpenSeason,
  { item, at }: { readonly item: EnrolmentItem; readonly at: number },
  sent: FormData,
): Promise<EnrolmentItem> {
  const { membership } = dates
  const category = fixed[at]?.category ?? null
  const field = (name: string, most: number) => typedText(sent, `${name}-${String(at)}`, most)
  const wanted = membership.prices.find(({ id }) => String(id) === field('price', 12))
  const isSold = wanted && isCharged(wanted) && seatAmount(membership, wanted, category) !== undefined
  const price = isSold ? wanted : priceOf(membership, item)
  if (!price) return item
  return {
    ...item,
    ...(await ticketFor(dates, price, category)),
    membershipPriceId: price.id,
    currencyId: price.currency.id,
    name: field('name', 120),
    reference1: price.ref1prompt === null ? null : field('reference1', 80),
    reference2: price.ref2prompt === null ? null : field('reference2', 80),
  }
}
