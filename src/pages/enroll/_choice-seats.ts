import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { choiceDate, lockOnDate, type ChoiceDate } from '#lib/server/enrolment/choice-seats.ts'
import { ticketGroupsOf } from '#lib/server/enrolment/membership-dates.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { sourceOf, type Holder } from '#lib/server/platform/http/limits/network.ts'
import { textOf } from '#lib/text/text.ts'
import type { APIContext } from 'astro'
import { chosenOf } from './_choice.ts'
import { openSeason, refuseForm, type OpenSeason } from './_open-season.ts'
import type { Context } from './_seat-step.ts'

export interface ChoiceSeatsStep extends OpenSeason {
  readonly chosen: readonly ChoiceDate[]
  readonly problem?: string
  readonly status: number
}

type Opened = ChoiceSeatsStep | { readonly goTo: string } | undefined

/** Opens the step of seats for choice events, or takes its form: an offered group of seats for a date, or going on with what is locked. */
export async function openChoiceSeats(context: Context & Pick<APIContext, 'clientAddress'>): Promise<Opened> {
  const season = await openSeason(context)
  if (!season || 'goTo' in season) return season
  const { view, items } = season
  const ids = chosenOf(items)
  if (ids.length !== view.choiceCount) return { goTo: `/enroll/${view.membership.code}/choice` }
  const step = { ...season, chosen: await choiceDates(season, ids), status: 200 }
  if (context.request.method !== 'POST') return step
  const refused = refuseForm(context)
  return refused ? { ...step, ...refused } : takeForm(context, step)
}

async function choiceDates({ view, fixed, uuid }: OpenSeason, ids: readonly number[]): Promise<readonly ChoiceDate[]> {
  const found: ChoiceDate[] = []
  for (const presentationId of ids) {
    const date = await choiceDate(fixed, { membershipId: view.membership.id, presentationId }, uuid)
    if (date.ok) found.push(date.value)
  }
  return found
}

async function takeForm(
  { request, locals, clientAddress }: Context & Pick<APIContext, 'clientAddress'>,
  step: ChoiceSeatsStep,
): Promise<Opened> {
  const { view, uuid } = step
  const t = textOf(locals.locale, view.membership.businessId)
  const sent = await readForm(request)
  const taken = sent.get('take')
  const path = `/enroll/${view.membership.code}/choice-seats`
  if (typeof taken === 'string') {
    const done = await takeOffer(step, taken, { uuid, ...sourceOf(request, clientAddress) })
    if (done.ok) return { goTo: path }
    return { ...step, problem: t(`errors.${done.refusal.code}`, done.refusal.facts), status: statusOf(done.refusal.code) }
  }
  const isSeated = view.membership.isSkipMemberSeat || step.chosen.every(({ seats }) => seats.length === step.items.length)
  if (!isSeated) return { ...step, problem: t('enrol.missingSeats'), status: 409 }
  const items = step.items.map((item, at) => ({ ...item, selections: selectionsOf(step, item, at) }))
  await keepMemberships(uuid, items, 'keep seats')
  const stored = await storeCartOf(uuid, { memberships: items })
  if (stored.ok) return { goTo: '/booking/checkout' }
  const { code, facts } = stored.refusal
  return { ...step, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}

/** Locks an offered group: "date:first seat". */
function takeOffer({ chosen }: ChoiceSeatsStep, taken: string, holder: Holder): Promise<Result<null>> {
  const [date, first] = taken.split(':').map(Number)
  const of = chosen.find(({ presentationId }) => presentationId === date)
  const group = of?.offers.find(([seat]) => seat?.id === first)
  return of && group ? lockOnDate(of.dates, group, holder) : Promise.resolve(refuse('SEAT_NOT_AVAILABLE'))
}

/** An item's seat on each chosen date: the first item has the first of the seats, and so on. */
function selectionsOf({ chosen, view }: ChoiceSeatsStep, item: EnrolmentItem, at: number): EnrolmentItem['selections'] {
  if (view.membership.isSkipMemberSeat) return item.selections
  return chosen.flatMap(({ dates, presentationId, seats }) => {
    const seat = seats[at]
    const [presentation] = dates.presentations
    if (!seat || !presentation) return []
    const tgId = ticketGroupsOf(dates, seat.category)[0] ?? item.ticketGroupId
    return [
      {
        prsntId: presentationId,
        venueId: presentation.venueId,
        seatplanId: dates.plan.id,
        sectionId: seat.sectionId,
        x: seat.x,
        y: seat.y,
        tgId,
      },
    ]
  })
}
