import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { refuse } from '#lib/domain/result.ts'
import { membershipDates, type MembershipDates } from '#lib/server/enrolment/membership-dates.ts'
import { ownSeatsOn } from '#lib/server/enrolment/membership-hall.ts'
import { cartOf } from '#lib/server/orders/cart/carts.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { membershipView, type MembershipView } from '#lib/server/programme/memberships.ts'
import { textOf } from '#lib/text/text.ts'
import { enrolmentsOf, seatOf } from './_season.ts'
import type { Context } from './_seat-step.ts'

/** A season whose fixed seats are chosen, as the steps after that need it. */
export interface OpenSeason {
  readonly view: MembershipView
  readonly dates: MembershipDates
  readonly items: readonly EnrolmentItem[]
  /** The fixed seat of each item; none if they are virtual. */
  readonly fixed: readonly PlanSeat[]
  readonly uuid: string
}

/** Why a form was not taken, in the visitor's words. */
export interface FormProblem {
  readonly problem: string
  readonly status: number
}

/** undefined: no such season; `goTo`: a step before this one is not done, or its seats are not held any more. */
export async function openSeason({ params, locals }: Context): Promise<OpenSeason | { readonly goTo: string } | undefined> {
  const view = await membershipView(params.code ?? '', locals.locale)
  const uuid = locals.visitor?.uuid
  if (view?.kind !== 'season' || uuid === undefined) return undefined
  const { membership } = view
  const dates = await membershipDates(membership.id, null, locals.locale)
  if (!dates.ok) return undefined
  const items = enrolmentsOf((await cartOf(uuid))?.memberships ?? [], membership.id)
  if (items.length === 0) return { goTo: `/enroll/${membership.code}/seats` }
  const fixed = items.flatMap((item) => seatOf(dates.value, item) ?? [])
  const held = membership.isSkipMemberSeat ? [] : await ownSeatsOn(dates.value, uuid)
  const isHeld =
    fixed.every(({ id }) => held.some((seat) => seat.id === id)) && fixed.length === (membership.isSkipMemberSeat ? 0 : items.length)
  return isHeld ? { view, dates: dates.value, items, fixed, uuid } : { goTo: `/enroll/${membership.code}/seats` }
}

/** Refuses a form that another site has sent. */
export function refuseForm({ request, locals }: Context): FormProblem | undefined {
  if (!isCrossSite(request)) return undefined
  const { code } = refuse('CROSS_SITE').refusal
  return { problem: textOf(locals.locale)(`errors.${code}`), status: statusOf(code) }
}
