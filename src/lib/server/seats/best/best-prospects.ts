import { distanceFromFocus } from '#lib/domain/seating/best/best-focus.ts'
import { surveyGround } from '#lib/domain/seating/best/best-ground.ts'
import { rankGroups, type BestGroup } from '#lib/domain/seating/best/best-seats.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { NO_ALLOCATION, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS, type PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import { freePlaces } from './best-claims.ts'
import { markedSeats, markSeats } from './best-marks.ts'
import { isOffered, quantityOf, wantedGroups, type BestQuery } from './best-presentations.ts'
import { hasPlace } from '#lib/server/catalogue/seatplans.ts'
import { inOwnTurn, inSlices } from '#lib/server/platform/jobs/slices.ts'
import { boardFor, type SeatBoard } from '#lib/server/seats/board/seat-board.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** One query for one presentation. */
export interface Search {
  readonly from: Catalogue
  readonly presentation: Presentation
  readonly query: BestQuery
  readonly uuid: string
  /** Ids of seats and places that the visitor has locked there. */
  readonly held: readonly number[]
}

/** What a presentation offers: groups of reserved seats, best first, else a section with enough places. */
export interface Prospect extends Search {
  readonly plan: LoadedPlan
  readonly groups: readonly BestGroup[]
  readonly section: PlanSection | undefined
  /** Cost of its best group, in seat pitches from the focal point. */
  readonly cost: number
}

/** A plan with the states that its board tells of the seats. */
interface SeenPlan {
  readonly plan: LoadedPlan
  readonly states: HallStates
}

/** Number of groups ranked per presentation: enough for all matches, and for retries if others were quicker. */
const MOST_GROUPS = 12

/**
 * The presentation's current offer; undefined if it has nothing suitable. Avoids seats that others are about to lock, and `tried` ones, as long as there are
 * alternatives. If a lock is wanted, the best group is marked until `unmarkSeats`.
 */
export async function prospectOf(search: Search, tried: readonly number[] = []): Promise<Prospect | undefined> {
  const board = await boardFor(search.presentation.id, search.uuid)
  if (!board) return undefined
  await surveyed(board.plan.hall)
  const { plan } = board
  const groups = await inOwnTurn(() => chooseGroups(search, board, tried))
  const [best] = groups
  if (best) return { ...search, plan, groups, section: undefined, cost: best.cost }
  const section = await sectionWithRoom(search, plan)
  return section && { ...search, plan, groups, section, cost: distanceFromFocus(plan.hall, section.labelX, section.labelY) }
}

/** Ranks groups and, if a lock is wanted, marks the best one at once, before anybody else ranks. */
function chooseGroups(search: Search, board: SeatBoard, tried: readonly number[]): readonly BestGroup[] {
  const states = board.openTo(search.uuid).length > 0 ? board.statesOf(search.uuid) : board.states
  const groups = rankAround(search, { plan: board.plan, states }, [...markedSeats(search.presentation.id), ...tried])
  const [best] = groups
  if (best && search.query.isLock) markSeats(search.presentation.id, best.seats)
  return groups
}

const surveys = new WeakMap<Hall, Promise<unknown>>()

/** Surveys a hall once, in slices between other requests; ranking would do it in one go. */
export function surveyed(hall: Hall): Promise<unknown> {
  const survey = surveys.get(hall) ?? inSlices(surveyGround(hall))
  surveys.set(hall, survey)
  return survey
}

/**
 * Ranks groups, avoiding the visitor's own seats if they are to be replaced by as many, so that asking again gives a new answer. Falls back to the same seats,
 * and to seats that others are about to lock: the database decides.
 */
function rankAround(search: Search, seen: SeenPlan, avoided: readonly number[]): readonly BestGroup[] {
  const { plan } = seen
  const { query, held } = search
  const had = query.isInstead && held.length === quantityOf(query) ? indexesOf(plan, held) : []
  const rank = (without: readonly number[], spared: readonly number[]) =>
    rankGroups(plan.hall, statesFor(search, seen, without), { ...wishOf(search, plan), spared })
  for (const [isWorthIt, without, spared] of [
    [true, avoided, had],
    [avoided.length > 0, [], had],
    [had.length > 0, [], []],
  ] as const) {
    const groups = isWorthIt ? rank(without, spared) : []
    if (groups.length > 0) return groups
  }
  return []
}

function wishOf({ from, presentation, query, held }: Search, plan: LoadedPlan) {
  const together = query.isTogether === undefined ? 'first' : query.isTogether ? 'only' : 'any'
  return {
    quantity: quantityOf(query),
    rules: { ...presentation.seatRules, seatingPolicyId: presentation.seatingPolicyId },
    together,
    ticketGroups: wantedGroups(from, presentation, query),
    sectionId: query.sectionId,
    isAccessible: query.isAccessible,
    own: query.isInstead ? [] : indexesOf(plan, held),
    most: MOST_GROUPS,
  } as const
}

/** The states as the visitor sees them. Own seats count as own, or as free if they are to be replaced. */
function statesFor({ query, held }: Search, { plan, states }: SeenPlan, without: readonly number[]): HallStates {
  const status = states.status.slice()
  for (const seat of without) if (status[seat] === SEAT_STATUS.available) status[seat] = SEAT_STATUS.held
  if (query.isHold) for (let at = 0; at < plan.hall.count; at++) if (isNeverHeld(plan.hall, at)) status[at] = SEAT_STATUS.held
  const isOthers = (at: number) => !isOffered(query, states.allocation[at] ?? NO_ALLOCATION)
  if (query.producer) for (let at = 0; at < plan.hall.count; at++) if (isOthers(at)) status[at] = SEAT_STATUS.held
  for (const seat of indexesOf(plan, held)) status[seat] = query.isInstead ? SEAT_STATUS.available : SEAT_STATUS.selected
  return { ...states, status }
}

function indexesOf(plan: LoadedPlan, seatIds: readonly number[]): number[] {
  return seatIds.map((id) => plan.indexById.get(id)).filter((seat) => seat !== undefined)
}

/** The wanted general-admission section with enough places that is nearest to the focal point. */
async function sectionWithRoom(search: Search, plan: LoadedPlan): Promise<PlanSection | undefined> {
  const { from, presentation, query, held } = search
  const groups = wantedGroups(from, presentation, query)
  const offered = presentation.prices.filter((price) => groups.has(price.ticketGroupId) && isOffered(query, price.allocationId))
  const categories = new Set(offered.map(({ category }) => category))
  const sections = plan.sections.filter(
    ({ id, firstPlace, category }) =>
      firstPlace !== null && (query.sectionId === undefined || id === query.sectionId) && categories.has(category ?? ''),
  )
  if (sections.length === 0) return undefined
  const free = await freePlaces(presentation.id, sections, search.uuid)
  const roomIn = (section: PlanSection) =>
    (free.get(section.id) ?? 0) + (query.isInstead ? held.filter((id) => hasPlace(section, id)).length : 0)
  const distance = ({ labelX, labelY }: PlanSection) => distanceFromFocus(plan.hall, labelX, labelY)
  return sections.filter((section) => roomIn(section) >= quantityOf(query)).toSorted((a, b) => distance(a) - distance(b))[0]
}
