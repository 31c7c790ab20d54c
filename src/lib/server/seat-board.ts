import { emptyStates, NO_ALLOCATION, type HallStates } from '#lib/domain/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seatplan.ts'
import { catalogue } from './catalogue.ts'
import { liveClaims } from './seat-claims.ts'
import { planOf, type LoadedPlan } from './seatplans.ts'

/** The seats of a presentation as this process knows them, the same for every visitor. */
export interface SeatBoard {
  readonly plan: LoadedPlan
  /** By index of `plan.seats`, as a visitor without locks sees them: what is held or being paid is 3, what is sold has no allocation. */
  readonly states: HallStates
}

/** undefined where there is no such presentation. */
export async function boardOf(presentationId: number): Promise<SeatBoard | undefined> {
  const presentation = (await catalogue()).presentations.get(presentationId)
  const plan = presentation && (await planOf(presentation.seatplanId))
  if (!plan) return undefined
  const claims = await liveClaims(presentationId, undefined)
  const prices = new Map(presentation.prices.map((price) => [price.category, price]))
  const states = emptyStates(plan.hall)
  plan.seats.forEach(({ id, category }, at) => {
    const { ticketGroupId, allocationId } = prices.get(category) ?? { ticketGroupId: 0, allocationId: NO_ALLOCATION }
    const claim = claims.get(id)
    states.ticketGroup[at] = ticketGroupId
    states.allocation[at] = claim?.state === 'S' ? NO_ALLOCATION : allocationId
    states.status[at] = claim || allocationId === NO_ALLOCATION || presentation.soldout ? SEAT_STATUS.held : SEAT_STATUS.available
  })
  return { plan, states }
}
