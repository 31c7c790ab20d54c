import type { ChoiceDate } from '#lib/server/enrolment/choice-seats.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { textOf } from '#lib/text/text.ts'
import type { APIContext } from 'astro'
import { choiceDates, isSeatedOn } from './_choice-seats.ts'
import { chosenOf } from './_choice.ts'
import { openSeason, refuseForm, type OpenSeason } from './_open-season.ts'
import type { Context } from './_seat-step.ts'

export interface SummaryStep extends OpenSeason {
  readonly chosen: readonly ChoiceDate[]
  readonly problem?: string
  readonly status: number
}

/** Opens the year as it is chosen, or takes its form: the cart is checked and leads to the payment. A step that is not done is led back to. */
export async function openSummary(
  context: Context & Pick<APIContext, 'clientAddress'>,
): Promise<SummaryStep | { readonly goTo: string } | undefined> {
  const season = await openSeason(context)
  if (!season || 'goTo' in season) return season
  const { view, items, uuid } = season
  const path = `/enroll/${view.membership.code}`
  const ids = chosenOf(items)
  if (ids.length !== view.choiceCount) return { goTo: `${path}/choice` }
  const chosen = await choiceDates(season, ids)
  if (!isSeatedOn(season, chosen)) return { goTo: `${path}/choice-seats` }
  const step = { ...season, chosen, status: 200 }
  if (context.request.method !== 'POST') return step
  const refused = refuseForm(context)
  if (refused) return { ...step, ...refused }
  const stored = await storeCartOf(uuid, { memberships: [...items] })
  if (stored.ok) return { goTo: '/booking/checkout' }
  const { code, facts } = stored.refusal
  return { ...step, problem: textOf(context.locals.locale, view.membership.businessId)(`errors.${code}`, facts), status: statusOf(code) }
}
