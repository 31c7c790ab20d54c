import type { CustomerAreaInfo, CustomerTicket } from '#lib/contract/area/customers.ts'
import { isOnDemand, type Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { featureFields, placeFields } from '#lib/server/catalogue/showing-words.ts'
import type { AreaMoment } from './customer-cancelling.ts'
import type { CustomerOrder, OrderLine } from './customer-order-rows.ts'
import { stateOfLine } from './customer-reservations.ts'

type Tickets = Pick<CustomerAreaInfo, 'Tickets' | 'TicketsHistory' | 'VODTickets'>

/** A customer's issued tickets: those that still admit, those to watch on demand, and the history of all others. Latest start first. */
export function ticketsOf(moment: AreaMoment, orders: readonly CustomerOrder[]): Tickets {
  const tickets: Tickets = { Tickets: [], TicketsHistory: [], VODTickets: [] }
  for (const order of orders)
    for (const line of order.lines) {
      const ticket = describe(moment, order, line)
      if (ticket) tickets[groupOf(moment.from, ticket)].push(ticket)
    }
  for (const group of Object.values(tickets)) group.sort((a, b) => b.StartDateTime.localeCompare(a.StartDateTime))
  return tickets
}

/** On-demand tickets may be watched repeatedly, so only their end uses them up. */
function groupOf(from: Catalogue, { PresentationId, State }: CustomerTicket): keyof Tickets {
  const venue = from.venues.get(from.presentations.get(PresentationId)?.venueId ?? 0)
  if (venue && isOnDemand(venue) && (State === 'valid' || State === 'used')) return 'VODTickets'
  return State === 'valid' ? 'Tickets' : 'TicketsHistory'
}

function describe(moment: AreaMoment, order: CustomerOrder, line: OrderLine): CustomerTicket | undefined {
  if (line.ticketIdentifier === null) return undefined
  const { from } = moment
  const presentation = from.presentations.get(line.presentationId)
  const { featureId, featureName } = featureFields(from, presentation)
  return {
    ReservationIdentifier: order.reservationIdentifier,
    TicketIdentifier: line.ticketIdentifier,
    PresentationId: line.presentationId,
    featureId,
    FeatureName: featureName,
    LocationName: placeFields(from, presentation).locationName,
    StartDateTime: new Date(line.startsAt).toISOString(),
    TicketName: line.ticketName,
    SectionName: line.sectionName,
    RowName: line.rowName,
    SeatName: line.seatName,
    State: stateOfLine(moment, order, line),
  }
}
