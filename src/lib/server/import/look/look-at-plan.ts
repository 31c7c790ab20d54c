import { rankGroups } from '#lib/domain/seating/best/best-seats.ts'
import { focusOf } from '#lib/domain/seating/best/best-focus.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { hallOf } from '#lib/server/catalogue/seatplans.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import type { ImportNotes } from '#lib/server/import/read/report.ts'
import type { SeatplanItem } from '#lib/server/import/schema/catalogue-schema.ts'

/** What somebody sees of a plan before it is imported. */
export interface PlanLook {
  readonly item: SeatplanItem
  readonly plan: LaidOutPlan
  /** The points that the best seats are near to. */
  readonly foci: readonly Point[]
  /** The ten best pairs while every seat is free, best first. */
  readonly best: readonly (readonly LaidOutSeat[])[]
  /** Seats that lie over others or outside of the drawing. */
  readonly wrong: readonly LaidOutSeat[]
  /** Reading and checking. */
  readonly milliseconds: number
}

const PAIRS = 10
const RULES = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: true, seatingPolicyId: 1 } as const

/** Reads and checks a plan as an import does, and what it would sell first. */
export async function lookAtPlan(source: Sourced<SeatplanItem>, folder: string, notes: ImportNotes): Promise<PlanLook | undefined> {
  const began = performance.now()
  const plan = await layOutPlan(source, folder, notes)
  if (!plan) return undefined
  checkPlan(plan, source.place, notes)
  const milliseconds = Math.round(performance.now() - began)
  return { item: source.item, plan, ...bestOf(plan), wrong: findWrong(plan), milliseconds }
}

function bestOf(plan: LaidOutPlan): Pick<PlanLook, 'foci' | 'best'> {
  const hall = hallOf({
    ...plan,
    id: 0,
    venueId: 0,
    name: '',
    version: '',
    picture: undefined,
    sections: plan.sections.map((section) => ({ ...section, firstPlace: null })),
    seats: plan.seats.map((seat, index) => ({ ...seat, id: index + 1 })),
  })
  const states = emptyStates(hall)
  states.status.fill(1)
  states.allocation.fill(1)
  const pairs = rankGroups(hall, states, { quantity: 2, rules: RULES, together: 'only', most: PAIRS })
  const indexes = pairs.map((pair) => pair.seats)
  // The hall lists seats by section, in the order of the plan.
  const order = plan.sections.flatMap((section) => plan.seats.filter((seat) => seat.sectionId === section.id))
  return { foci: focusOf(hall), best: indexes.map((pair) => pair.flatMap((seat) => order[seat] ?? [])) }
}

function findWrong(plan: LaidOutPlan): LaidOutSeat[] {
  const over = findOverlaps(plan.seats, plan.seatSize - 0.05).flatMap(({ one, other }) => [one, other])
  const outside = plan.seats.filter(({ seatplanX: x, seatplanY: y }) => !(x >= 0 && x <= plan.width && y >= 0 && y <= plan.height))
  return [...new Set([...over, ...outside])]
}
