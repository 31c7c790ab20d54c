import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import { checkSeats, type CheckedSeat, type PlanFacts, type SeatFacts, type WantedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { planOf, seatKey, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import { grantsOf } from '#lib/server/entitlements/entitlements.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { sendAlong } from '#lib/server/platform/db/transactions.ts'
import type { OrderOfLines, SoldKind } from '../port/port.ts'
import { chosenSeatsOf, type ChosenSeats } from './choice-rules.ts'
import { cancelTickets, ticketItemsOf } from './seat-cancel.ts'
import { isOverSeatLimit, seatHoldProblem } from './hold-limits.ts'
import { forgetHolds, freeClaimsOf, lockClaimsAgain, sellClaims } from './seat-claims.ts'
import { reclaimSeats } from './seat-reclaim.ts'
import { settleResales } from './resale-settle.ts'
import { reserveSeats } from './seat-reserve.ts'
import { seatRivals } from './seat-rivals.ts'
import { issueTickets, linesToIssue } from './seat-rows.ts'
import { heldClaims, holdsCovered } from './seats-held.ts'

/** Numbered seats and places of general admission of presentations. */
export const seat = {
  name: 'seat',
  field: 'seats',
  held: { now: heldClaims, covers: holdsCovered, rivals: seatRivals },
  parse: ({ seats = [] }) => accept(seats.map(wantedSeat)),
  wantedIn: ({ seats }) => seats,
  factsOf: seatFactsOf,
  check: (wanted, facts, around) => checkSeats(around, facts, wanted),
  hold: { problem: seatHoldProblem, isOverLimit: isOverSeatLimit },
  prepare: chosenSeatsOf,
  reserve: reserveSeats,
  reclaim: reclaimSeats,
  issue: issueSeats,
  release: (client, order, end) => (end === 'unpaid' ? lockClaimsAgain(client, order) : freeClaimsOf(client, order)),
  itemsOf: ticketItemsOf,
  cancel: cancelTickets,
  shown: () => Promise.resolve([]),
} as const satisfies SoldKind<WantedSeat, CheckedSeat, SeatFacts, readonly ChosenSeats[]>

export function wantedSeat({ XCoordinate, YCoordinate, ticket }: CartSeat): WantedSeat {
  return {
    presentationId: ticket.prsntId,
    venueId: ticket.venueId,
    seatplanId: ticket.seatplanId,
    sectionId: ticket.sectionId,
    ticketGroupId: ticket.ticketGroupId,
    ticketId: ticket.ticketId,
    x: XCoordinate,
    y: YCoordinate,
    amount: ticket.amount,
    serviceCharge: ticket.serviceCharge,
    isSubTicket: ticket.isMultiplyFactorSubTicket,
    code: ticket.code,
    memberNumber: ticket.memberNumber,
    systemVoucher: ticket.systemVoucher,
    ref1: ticket.ref1,
    ref2: ticket.ref2,
  }
}

/** Refusals: those of `grantsOf`. */
async function seatFactsOf(from: Catalogue, uuid: string, wanted: readonly WantedSeat[]): Promise<Result<SeatFacts>> {
  const grants = await grantsOf(from, uuid, wanted)
  if (!grants.ok) return grants
  const ids = new Set(wanted.map((one) => one.seatplanId).filter((id) => from.seatplans.has(id)))
  const plans = new Map<number, PlanFacts>()
  for (const id of ids) {
    const plan = await planOf(id)
    if (plan) plans.set(id, factsOfPlan(plan))
  }
  return accept({ plans, grants: grants.value })
}

/**
 * Sells the seats. Whether one was offered by a subscriber is asked before its offer is locked: while this order has the claim, nobody can offer it or take it back.
 */
async function issueSeats(client: Queryable, order: OrderOfLines): Promise<void> {
  const asked = linesToIssue(client, order.orderId)
  sendAlong(client, sellClaims(client, order))
  sendAlong(client, forgetHolds(client, order))
  const { lines, isOffered } = await asked
  sendAlong(client, issueTickets(client, order.orderId, lines))
  if (isOffered) await settleResales(client, order)
}

export function factsOfPlan(plan: LoadedPlan): PlanFacts {
  return {
    sectionOf: (sectionId) => plan.sectionsById.get(sectionId),
    seatAt: (sectionId, x, y) => plan.seatsByAddress.get(seatKey(sectionId, x, y)),
  }
}
