import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { id, opaque } from '../wire.ts'

/** One of the ChosenSeats of a ticket change (spec §3). Amounts in shekels; coordinates are null in general admission. */
export const changedSeat = z.object({
  VenueSectionId: z.number(),
  XCoordinate: z.nullable(z.number()),
  YCoordinate: z.nullable(z.number()),
  SeatplanX: z.nullable(z.number()),
  SeatplanY: z.nullable(z.number()),
  /** false: bought, and may be given back; true: locked now in exchange. */
  newSeat: z.boolean(),
  reference1: z.nullable(z.string()),
  reference2: z.nullable(z.string()),
  code: z.nullable(z.string()),
  AmountWithSC: z.number(),
  ServiceChargeAmount: z.number(),
  systemVoucher: z.nullable(z.string()),
  /** Beyond the spec's fields: the issued ticket, as in `modify.tickets`; null for a new seat. */
  ticketIdentifier: z.nullable(z.string()),
})
export type ChangedSeat = z.output<typeof changedSeat>

/** Modified tickets (spec §3) of one presentation. */
export const modifiedTicketsAnswer = z.object({
  PresentationId: z.number(),
  ReservationIdentifier: z.string(),
  LastTransactionId: z.string(),
  ChosenSeats: z.array(changedSeat),
})
export type ModifiedTickets = z.output<typeof modifiedTicketsAnswer>

export const getModifiedTickets = endpoint({
  ...UNSCRIPTED_ROUTES.getModifiedTickets,
  summary: 'The tickets of a reservation that may be exchanged, and the seats that are held in exchange, for the visitor who made it.',
  params: z.object({ resId: opaque }),
  answer: z.object({ modifiedTickets: z.array(modifiedTicketsAnswer) }),
})

export const replaceTicket = endpoint({
  ...UNSCRIPTED_ROUTES.replaceTicket,
  summary: 'Another ticket on the same seat: it keeps ticket group and price, so no money moves.',
  params: z.object({ resId: opaque }),
  body: z.object({ ticketIdentifier: opaque, ticketId: id }),
  answer: z.object({ ticketIdentifier: z.string() }),
})
