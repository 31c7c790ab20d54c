import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { rankGroups, type BestGroup } from '#lib/domain/seating/best/best-seats.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { checkSelection, type SelectionRules } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { isFree, NO_ALLOCATION, type HallNow, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { seatsKeptOnDates } from '#lib/server/seats/board/kept-seats-read.ts'
import { boardOf, openBoard, type SeatBoard } from '#lib/server/seats/board/seat-board.ts'
import { claimSeries } from '#lib/server/seats/claims/series-claims.ts'
import { surveyed } from './best-prospects.ts'

/** Seats wanted together on every date of a series. */
export interface DatesWish {
  /** Dates of one plan. */
  readonly presentations: readonly Presentation[]
  readonly quantity: number
  /** Only seats of these ticket groups on the first date; omitted: all. */
  readonly ticketGroups?: ReadonlySet<number>
  /** Only seats of this section, by its id. */
  readonly sectionId?: number
  /** The membership that they are bought with: seats that are kept for its subscribers count as free. */
  readonly membershipId?: number
}

/** Seats available on all dates, and their plan. */
export interface DatesOffer {
  readonly plan: LoadedPlan
  /** Best first; empty if there are none. */
  readonly groups: readonly BestGroup[]
}

/** Groups ranked on all dates together; those that a single date's rules forbid are dropped. */
const MOST_RANKED = 60
const MOST_GROUPS = 12
/** Maximum number of searches if other visitors were quicker each time. */
const ROUNDS = 3

/**
 * The best seats side by side, several rows only if no row has room, that are free on all dates. They keep the rules for choosing seats on each date, where other
 * neighbours may be taken. undefined if a date is missing or stands in another plan.
 */
export async function bestOnDates(wish: DatesWish, uuid: string): Promise<DatesOffer | undefined> {
  const boards = await Promise.all(wish.presentations.map(({ id }) => boardOf(id)))
  const [first] = boards
  const [earliest] = wish.presentations
  const agreeing = boards.filter((board) => board?.plan === first?.plan).filter((board) => board !== undefined)
  if (!first || !earliest || agreeing.length < boards.length) return undefined
  const { plan } = first
  await surveyed(plan.hall)
  const kept = await keptFor(wish, agreeing, uuid)
  const seen = agreeing.map((board) => withKept(board, board.statesOf(uuid), kept.get(board.presentation.id) ?? []))
  const { quantity, ticketGroups, sectionId, presentations } = wish
  const ranked = rankGroups(plan.hall, together(seen), {
    quantity,
    rules: rulesOf(earliest),
    together: 'first',
    ticketGroups,
    sectionId,
    most: MOST_RANKED,
  })
  const dates = presentations.map((presentation, date) => ({ presentation, hall: plan.hall, states: seen[date] ?? first.states }))
  const groups = ranked.filter(({ seats }) => dates.every((date) => isAllowedOn(date, seats)))
  return { plan, groups: groups.slice(0, MOST_GROUPS) }
}

/** By presentation the ids of the kept seats that the visitor may take with the wished membership. */
async function keptFor({ presentations, membershipId }: DatesWish, boards: readonly SeatBoard[], uuid: string) {
  if (!boards.some(({ hasKept }) => hasKept)) return new Map<number, readonly number[]>()
  return seatsKeptOnDates(
    presentations.map(({ id }) => id),
    uuid,
    membershipId,
  )
}

function withKept(board: SeatBoard, states: HallStates, seatIds: readonly number[]): HallStates {
  for (const id of board.freeAmongKept(seatIds)) {
    const at = board.plan.indexById.get(id)
    if (at !== undefined && states.allocation[at] !== NO_ALLOCATION) states.status[at] = SEAT_STATUS.available
  }
  return states
}

/** The first date's states; a seat that is not free on another date is taken. */
function together([first, ...others]: readonly HallStates[]): HallStates {
  if (!first) throw new Error('There is no date.')
  const status = first.status.slice()
  for (let seat = 0; seat < status.length; seat++) if (others.some((states) => !isFree(states, seat))) status[seat] = SEAT_STATUS.held
  return { ...first, status }
}

/** A date, and the seats as the visitor sees them there. */
interface SeenDate extends HallNow {
  readonly presentation: Presentation
}

/** Whether a date's rules allow the seats together with those that the visitor has there. */
function isAllowedOn(date: SeenDate, seats: readonly number[]): boolean {
  const own = date.states.status.reduce<number[]>((found, code, seat) => (code === SEAT_STATUS.selected ? [...found, seat] : found), [])
  return checkSelection(date, [...own, ...seats], rulesOf(date.presentation)) === null
}

/** The rules of the current catalogue: a board keeps its presentation while its sale stays the same. */
function rulesOf({ seatRules, seatingPolicyId }: Presentation): SelectionRules {
  return { ...seatRules, seatingPolicyId }
}

/**
 * Locks the best seats available on all dates, all or none. Refusals: NOT_ENOUGH_SEATS (also if others were quicker each time), GENERAL_ERROR (the dates
 * differ in their plan), and those of `claimSeries` that also apply to every other group.
 * @returns the ids of the seats
 */
export async function lockBestOnDates(wish: DatesWish, holder: Holder): Promise<Result<readonly number[]>> {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await bestOnDates(wish, holder.uuid)
    if (!offer) return refuse('GENERAL_ERROR')
    if (offer.groups.length === 0) break
    const locked = await lockFirst(wish, offer, holder)
    if (locked) return locked
  }
  return refuse('NOT_ENOUGH_SEATS')
}

/** undefined if others were quicker with each group. */
async function lockFirst(
  { presentations, membershipId }: DatesWish,
  { plan, groups }: DatesOffer,
  holder: Holder,
): Promise<Result<readonly number[]> | undefined> {
  for (const { seats } of groups) {
    const ids = seats.flatMap((seat) => plan.seats[seat]?.id ?? [])
    const wanted = presentations.flatMap((presentation) => ids.map((seatId) => ({ presentation, planVersion: plan.version, seatId })))
    const claimed = await claimSeries(wanted, holder, membershipId ?? null)
    if (claimed.ok) return accept(ids)
    if (claimed.refusal.code !== 'SEAT_NOT_AVAILABLE' && claimed.refusal.code !== 'SEAT_TAKEN_ON_DATES') return claimed
    for (const { id } of presentations) openBoard(id).tell(ids) // another process was quicker: the boards are not up to date yet
  }
  return undefined
}
