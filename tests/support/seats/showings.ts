import { getPresentation, listPresentations, type PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import { getSeatplan, getSeatsStatus, type PlanSeatTuple, type SeatAddress } from '#lib/contract/show/seats.ts'
import { seatsIn } from '#lib/domain/seating/plan/find-seat.ts'
import { checkSelection } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { statesOf, type StatusRow } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { buildHall } from './build-hall.ts'

/** A seat of a hall as a visitor finds it. */
export interface HallSeat {
  readonly address: SeatAddress
  /** Its section's name. */
  readonly section: string
  readonly row: string
  readonly name: string
  /** Where the plan draws it. */
  readonly plan: readonly [x: number, y: number]
  readonly ticketId: number
  /** In shekels, with the ticket's own charge. */
  readonly price: number
}

/** What is sold for money now, except for halls whose lone-seat rules seldom allow two plain seats side by side. */
export async function openShowings(origin: string): Promise<readonly PresentationAnswer[]> {
  const { presentations } = readAnswer(listPresentations, await new TestVisitor(origin).get('/api/presentations'))
  return presentations.filter((one) => isOpenForLong(one) && one.priceFrom !== 0 && one.seatRules.loneSeats !== 'never')
}

/** @throws if the demo catalogue sells none. */
export function findShowing(showings: readonly PresentationAnswer[], isWanted: (one: PresentationAnswer) => boolean): PresentationAnswer {
  const found = showings.find(isWanted)
  if (!found) throw new Error('The demo catalogue sells no such presentation.')
  return found
}

/** Free ordinary seats side by side in one row that may be bought together. @throws if there are none */
export async function freeSeatsOf(origin: string, presentationId: number, count: number): Promise<readonly HallSeat[]> {
  const [run] = await freeRunsOf(origin, presentationId, count)
  if (!run) throw new Error(`Presentation ${String(presentationId)} has no ${String(count)} plain seats side by side.`)
  return run
}

/** Every such run of seats at one price, the farthest row of a section first. */
export async function freeRunsOf(origin: string, presentationId: number, count: number): Promise<readonly (readonly HallSeat[])[]> {
  const { runs, isAllowed } = await readShowing(origin, presentationId, count)
  return runs.filter(isAllowed)
}

/** Two free seats that may be bought together, of which the second alone would leave the first without a neighbour. @throws if there are none */
export async function freePairOfEdge(origin: string, presentationId: number): Promise<readonly HallSeat[]> {
  const { runs, isAllowed } = await readShowing(origin, presentationId, 2)
  const pair = runs.find((run) => isAllowed(run) && !isAllowed(run.slice(1)) && isAllowed(run.slice(0, 1)))
  if (!pair) throw new Error(`Presentation ${String(presentationId)} has no two free seats at an edge.`)
  return pair
}

interface Showing {
  /** Free seats side by side at one price. */
  readonly runs: readonly (readonly HallSeat[])[]
  /** Whether the presentation's rules allow some of them together. */
  readonly isAllowed: (seats: readonly HallSeat[]) => boolean
}

async function readShowing(origin: string, presentationId: number, count: number): Promise<Showing> {
  const visitor = new TestVisitor(origin)
  const { presentation } = readAnswer(getPresentation, await visitor.get(`/api/presentations/${String(presentationId)}`))
  const { id, seatplanId, venueId } = presentation
  const plan = await visitor.get(`/api/seats/seatplan?seatplanId=${String(seatplanId)}&venueId=${String(venueId)}`)
  const status = await visitor.get(`/api/seats/seats-status?presentationId=${String(id)}&isReserved=1`)
  const { seats } = readAnswer(getSeatsStatus, status)
  const groups = freeGroups(seats)
  const { seatplan } = readAnswer(getSeatplan, plan)
  const runs = Object.entries(seatplan.sections).flatMap(([sectionId, section]) =>
    section.groups
      .flatMap(({ rows }) => rows)
      .toReversed()
      .flatMap((row) => {
        const seats = section.seats.slice(row.first, row.first + row.count)
        const place = { section: section.SectionName, row: row.RowName }
        return runsIn(
          seats.map((seat) => seatIn(presentation, Number(sectionId), place, seat, groups)),
          count,
        )
      }),
  )
  return { runs, isAllowed: ruleOf(presentation, seatplan, seats) }
}

/** Whether the presentation's rules allow some free seats together. */
function ruleOf(
  { seatRules, seatingPolicyId }: PresentationAnswer,
  seatplan: AnswerOf<typeof getSeatplan>['seatplan'],
  seats: AnswerOf<typeof getSeatsStatus>['seats'],
): (run: readonly HallSeat[]) => boolean {
  const hall = buildHall(seatplan)
  const states = statesOf(
    hall,
    seats.filter((row): row is StatusRow => row[2] !== null && row[3] !== null),
  )
  const sections = new Map(hall.sections.map(({ id }, at) => [id, at]))
  const indexOf = ({ address }: HallSeat) =>
    seatsIn(hall, sections.get(address.VenueSectionId) ?? -1).at(address.XCoordinate ?? 0, address.YCoordinate ?? 0)
  return (run) => checkSelection({ hall, states }, run.map(indexOf), { ...seatRules, seatingPolicyId }) === null
}

/** The ticket group of every free seat, by section and coordinates. */
function freeGroups(seats: AnswerOf<typeof getSeatsStatus>['seats']): ReadonlyMap<string, number> {
  const free = seats.filter(([, , , , allocation, , status]) => status === SEAT_STATUS.available && allocation >= 0)
  return new Map(free.map(([section, , x, y, , group]) => [`${String(section)}:${String(x)}:${String(y)}`, group]))
}

function seatIn(
  { id, venueId, seatplanId, ticketGroups }: PresentationAnswer,
  sectionId: number,
  place: Pick<HallSeat, 'section' | 'row'>,
  [x, y, planX, planY, , name, features]: PlanSeatTuple,
  groups: ReadonlyMap<string, number>,
): HallSeat | null {
  const group = groups.get(`${String(sectionId)}:${String(x)}:${String(y)}`)
  const ticket = defaultTicket(ticketGroups.find((one) => one.id === group))
  if (group === undefined || !ticket || features.length > 0) return null
  const hall = { PresentationId: id, VenueId: venueId, VenueSeatplanId: seatplanId, VenueSectionId: sectionId, TicketGroupId: group }
  const price = (ticket.price ?? 0) + ticket.serviceCharge
  return { address: { ...hall, XCoordinate: x, YCoordinate: y }, ...place, name, plan: [planX, planY], ticketId: ticket.id, price }
}

function runsIn(seats: readonly (HallSeat | null)[], count: number): readonly (readonly HallSeat[])[] {
  return seats.flatMap((_seat, first) => {
    const run = seats.slice(first, first + count).filter((seat) => seat !== null)
    return run.length === count && run.every(({ price }) => price === run[0]?.price) ? [run] : []
  })
}

/** On sale, and not about to begin while a test is buying. */
export function isOpenForLong({ saleState, dateTime }: { readonly saleState: string; readonly dateTime: string }): boolean {
  return saleState === 'open' && Date.parse(dateTime) > Date.now() + 3_600_000
}
