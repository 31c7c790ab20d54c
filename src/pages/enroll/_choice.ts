import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { freeDate, lockSameSeats } from '#lib/server/enrolment/choice-seats.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { textOf } from '#lib/text/text.ts'
import type { APIContext } from 'astro'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { openSeason, refuseForm, type OpenSeason } from './_open-season.ts'
import type { Context } from './_seat-step.ts'

export interface ChoiceStep extends OpenSeason {
  /** The chosen dates, by presentation id. */
  readonly chosen: readonly number[]
  readonly problem?: string
  readonly status: number
}

/** Opens the step of choice events, or takes its form: exactly so many different dates; the fixed seats are locked on each where they are free. */
export async function openChoiceStep(
  context: Context & Pick<APIContext, 'clientAddress'>,
): Promise<ChoiceStep | { readonly goTo: string } | undefined> {
  const season = await openSeason(context)
  if (!season || 'goTo' in season) return season
  const { request, locals, clientAddress } = context
  const { view, uuid, fixed, items } = season
  const before = chosenOf(items)
  if (request.method !== 'POST') return { ...season, chosen: before, status: 200 }
  const refused = refuseForm(context)
  if (refused) return { ...season, chosen: before, ...refused }
  const sent = await readForm(request)
  const options = new Set(view.options.map(({ presentation }) => presentation.id))
  const chosen = [...new Set(sent.getAll('date').map(Number))].filter((id) => options.has(id))
  if (chosen.length !== view.choiceCount) {
    const t = textOf(locals.locale, view.membership.businessId)
    return { ...season, chosen, problem: t('enrol.wrongCount', { chosen: chosen.length, wanted: view.choiceCount }), status: 400 }
  }
  const { membership } = view
  const dropped = before.filter((id) => !chosen.includes(id))
  for (const id of dropped) await freeDate({ membershipId: membership.id, presentationId: id }, uuid)
  if (!membership.isSkipMemberSeat) {
    const holder = { uuid, ...sourceOf(request, clientAddress) }
    for (const id of chosen) await lockSameSeats(fixed, { membershipId: membership.id, presentationId: id }, holder)
  }
  await keepMemberships(uuid, await withDates(items, chosen), 'keep seats')
  return { goTo: `/enroll/${membership.code}/choice-seats` }
}

export function chosenOf(items: readonly EnrolmentItem[]): readonly number[] {
  return [...new Set(items.flatMap(({ selections }) => selections.map(({ prsntId }) => prsntId)))]
}

/** The items with their chosen dates, still without seats there: the next step knows those from what is locked. */
async function withDates(items: readonly EnrolmentItem[], chosen: readonly number[]): Promise<EnrolmentItem[]> {
  const { presentations } = await catalogue()
  return items.map((item) => ({
    ...item,
    selections: chosen.flatMap((prsntId) => {
      const presentation = presentations.get(prsntId)
      if (!presentation) return []
      const { venueId, seatplanId } = presentation
      return [{ prsntId, venueId, seatplanId, sectionId: item.seat?.VenueSectionId ?? 1, x: null, y: null, tgId: item.ticketGroupId }]
    }),
  }))
}
