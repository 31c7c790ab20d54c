import { getPresentation, listPresentations, type PresentationAnswer } from '#lib/contract/presentations.ts'
import { getSeatplan, getSeatsStatus, type SeatAddress } from '#lib/contract/seats.ts'
import { SEAT_STATUS } from '#lib/domain/seatplan.ts'
import { defaultTicket } from '#lib/domain/tickets.ts'
import { readAnswer } from './read-answer.ts'
import { TestVisitor } from './visitor.ts'

/** A seat of a hall as a visitor finds it. */
export interface HallSeat {
  readonly address: SeatAddress
  readonly row: string
  readonly name: string
  /** Where the plan draws it. */
  readonly plan: readonly [x: number, y: number]
  readonly ticketId: number
  /** In shekels, with the ticket's own charge. */
  readonly price: number
}

/** What the shop sells just now. */
export async function openShowings(origin: string): Promise<readonly PresentationAnswer[]> {
  const { presentations } = readAnswer(listPresentations, await new TestVisitor(origin).get('/api/presentations'))
  return presentations.filter(({ saleState }) => saleState === 'open')
}

/** @throws where the demo catalogue sells none such. */
export function findShowing(showings: readonly PresentationAnswer[], isWanted: (one: PresentationAnswer) => boolean): PresentationAnswer {
  const found = showings.find(isWanted)
  if (!found) throw new Error('The demo catalogue sells no such presentation.')
  return found
}

/** Free seats of one row that stand side by side and are nothing special, in the order of the plan; the row is far from the stage's edge. */
export async function freeSeatsOf(origin: string, presentationId: number, count: number): Promise<readonly HallSeat[]> {
  const visitor = new TestVisitor(origin)
  const { presentation } = readAnswer(getPresentation, await visitor.get(`/api/presentations/${String(presentationId)}`))
  const { id, seatplanId, venueId } = presentation
  const plan = await visitor.get(`/api/seats/seatplan?seatplanId=${String(seatplanId)}&venueId=${String(venueId)}`)
  const status = await visitor.get(`/api/seats/seats-status?presentationId=${String(id)}&isReserved=1`)
  const tickets = new Map(presentation.ticketGroups.map((group) => [group.id, defaultTicket(group)]))
  const free = new Map<string, number>()
  for (const [section, , x, y, allocation, group, state] of readAnswer(getSeatsStatus, status).seats) {
    if (state === SEAT_STATUS.available && allocation >= 0) free.set(`${String(section)}:${String(x)}:${String(y)}`, group)
  }
  for (const [sectionId, section] of Object.entries(readAnswer(getSeatplan, plan).seatplan.sections)) {
    for (const row of section.groups.flatMap(({ rows }) => rows).reverse()) {
      const seats = section.seats.slice(row.first, row.first + row.count).map(([x, y, planX, planY, , name, features]): HallSeat | null => {
        const group = free.get(`${sectionId}:${String(x)}:${String(y)}`)
        const ticket = tickets.get(group ?? 0)
        if (group === undefined || !ticket || features.length > 0) return null
        const address = { PresentationId: id, VenueId: venueId, VenueSeatplanId: seatplanId, VenueSectionId: Number(sectionId), TicketGroupId: group, XCoordinate: x, YCoordinate: y }
        return { address, row: row.RowName, name, plan: [planX, planY], ticketId: ticket.id, price: (ticket.price ?? 0) + ticket.serviceCharge }
      })
      const run = firstRun(seats, count)
      if (run) return run
    }
  }
  throw new Error(`Presentation ${String(presentationId)} has no ${String(count)} plain seats side by side.`)
}

function firstRun(seats: readonly (HallSeat | null)[], count: number): readonly HallSeat[] | undefined {
  for (let first = 0; first + count <= seats.length; first += 1) {
    const run = seats.slice(first, first + count).filter((seat) => seat !== null)
    if (run.length === count && run.every(({ price }) => price === run[0]?.price)) return run
  }
  return undefined
}
