import { layOutHall, type Hall, type WirePlan } from '#lib/domain/seating/plan/seat-hall.ts'

/** Builds the hall of a plan in the specification's wire format, with sections in the order of their ids. */
export function buildHall(plan: WirePlan): Hall {
  return layOutHall(plan, Object.entries(plan.sections))
}
