import { layOutHall, type Hall, type WirePlan } from '#lib/domain/seating/plan/seat-hall.ts'

/** The hall of a plan as the specification's form of the wire has it; its sections come in the order of their ids. */
export function buildHall(plan: WirePlan): Hall {
  return layOutHall(plan, Object.entries(plan.sections))
}
