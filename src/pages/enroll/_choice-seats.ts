import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { choiceDate, lockOnDate, type ChoiceDate } from '#lib/server/enrolment/choice-seats.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { sourceOf, type Holder } from '#lib/server/platform/http/limits/network.ts'
import { textOf } from '#lib/text/text.ts'
import type { APIContext } from 'astro'
import { chosenOf } from './_choice.ts'
import { selectionOn } from './_season.ts'
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

/** What the visitor sits on at these dates. */
export async function choiceDates({ view, fixed, uuid }: OpenSeason, ids: readonly number[]): Promise<readonly ChoiceDate[]> {
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
  if (!isSeatedOn(step, step.chosen)) return { ...step, problem: t('enrol.missingSeats'), status: 409 }
  const items = step.items.map((item, at) => ({ ...item, selections: selectionsOf(step, item, at) }))
  await keepMemberships(uuid, items, 'keep seats')
  return { goTo: `/enroll/${view.membership.code}/summary` }
}

/** Whether there is a seat for everybody on each of these dates. */
export function isSeatedOn({ view, items }: Pick<OpenSeason, 'view' | 'items'>, chosen: readonly ChoiceDate[]): boolean {
  return view.membership.isSkipMemberSeat || chosen.every(({ seats }) => seats.length === items.length)
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
  return chosen.flatMap(({ dates, seats }) => {
    const seat = seats[at]
    return seat ? selectionOn(dates, seat, item) : []
  })
}
