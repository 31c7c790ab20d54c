import type { ChangedSeat, ModifiedTickets } from '#lib/contract/order/changes.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { seatsOf, type CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { cartToPay, checkWanted } from '#lib/server/orders/cart/carts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { changeOfferOf } from './terms/ticket-change-offer.ts'
import type { BoughtLine } from './terms/ticket-change-rows.ts'

/**
 * The tickets of a reservation that may be exchanged, by presentation, and the seats that the visitor holds in exchange for them (spec §3).
 * Refusals: NOT_FOUND (another's, none, not paid, or all exchanged already), and those of changing.
 */
export async function modifiedTicketsOf(uuid: string, resId: string): Promise<Result<{ modifiedTickets: ModifiedTickets[] }>> {
  const from = await catalogue()
  const offer = await changeOfferOf(from, uuid, resId)
  if (!offer || offer.tickets.length === 0) return refuse(offer?.refusal ?? 'NOT_FOUND')
  const old = await Promise.all(offer.tickets.map((ticket) => oldSeat(from, ticket)))
  const seats = [...old, ...(await newSeats(uuid, resId))]
  const modifiedTickets = [...Map.groupBy(seats, ({ presentationId }) => presentationId)].map(([PresentationId, own]) => ({
    PresentationId,
    ReservationIdentifier: resId,
    LastTransactionId: offer.order.lastTransactionId ?? '',
    ChosenSeats: own.map(({ seat }) => seat),
  }))
  return accept({ modifiedTickets })
}

interface SeatOf {
  readonly presentationId: number
  readonly seat: ChangedSeat
}

async function oldSeat({ presentations }: Catalogue, ticket: BoughtLine): Promise<SeatOf> {
  const plan = await planOf(presentations.get(ticket.presentationId)?.seatplanId ?? 0)
  const seat = plan?.seatsById.get(ticket.seatId)
  return {
    presentationId: ticket.presentationId,
    seat: {
      VenueSectionId: ticket.sectionId,
      ...coordinates(seat),
      newSeat: false,
      reference1: ticket.ref1,
      reference2: ticket.ref2,
      code: ticket.grantKind === 'voucher' ? null : ticket.code,
      AmountWithSC: toShekels(ticket.paid),
      ServiceChargeAmount: toShekels(ticket.serviceCharge),
      systemVoucher: ticket.grantKind === 'voucher' ? ticket.code : null,
      ticketIdentifier: ticket.ticketIdentifier,
    },
  }
}

/** Those of the visitor's order, where it is in exchange for this reservation and can be priced. */
async function newSeats(uuid: string, resId: string): Promise<SeatOf[]> {
  const wanted = await cartToPay(uuid)
  if (wanted.modify?.resId !== resId) return []
  const checked = await checkWanted(uuid, wanted)
  return checked.ok ? seatsOf(checked.value.lines).map(newSeat) : []
}

function newSeat({
  presentation,
  section,
  seat,
  price,
  serviceCharge,
  paidByEvening = 0,
  paidByBundle,
  grant,
  ref1,
  ref2,
}: CheckedSeat): SeatOf {
  return {
    presentationId: presentation.id,
    seat: {
      VenueSectionId: section.id,
      ...coordinates(seat),
      newSeat: true,
      reference1: ref1,
      reference2: ref2,
      code: grant && grant.kind !== 'voucher' ? grant.publicCode : null,
      AmountWithSC: toShekels(price + serviceCharge + paidByEvening + (paidByBundle?.amount ?? 0)),
      ServiceChargeAmount: toShekels(serviceCharge),
      systemVoucher: grant?.kind === 'voucher' ? grant.publicCode : null,
      ticketIdentifier: null,
    },
  }
}

function coordinates(seat: CheckedSeat['seat']) {
  return {
    XCoordinate: seat?.x ?? null,
    YCoordinate: seat?.y ?? null,
    SeatplanX: seat?.seatplanX ?? null,
    SeatplanY: seat?.seatplanY ?? null,
  }
}
