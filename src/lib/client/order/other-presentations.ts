import { call } from '#lib/client/http/call.ts'
import { $others, storeOrder } from './order.ts'
import type { OrderPart } from './order-lines.ts'
import { addressOf } from '#lib/client/seats/seat-address.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'

/** Takes another presentation out of the order: its seats are freed and deselected (spec §4). @returns whether all of them are */
export async function removeOther(presentationId: number): Promise<boolean> {
  const part = $others.get().find(({ presentation }) => presentation.id === presentationId)
  if (!part) return true
  const kept = await freeSeats(part.seats)
  $others.set($others.get().flatMap((one) => (one.presentation.id === presentationId ? partOf(part, kept) : [one])))
  await storeOrder()
  return kept.length === 0
}

/** Gives seats of the order back, one after the other. @returns those that could not be */
export async function freeSeats(seats: readonly OrderSeat[]): Promise<readonly OrderSeat[]> {
  const kept: OrderSeat[] = []
  for (const seat of seats) if (!(await free(seat))) kept.push(seat)
  return kept
}

function partOf({ presentation }: OrderPart, seats: readonly OrderSeat[]): readonly OrderPart[] {
  return seats.length === 0 ? [] : [{ presentation, seats }]
}

async function free(seat: OrderSeat): Promise<boolean> {
  return (await call('unlockSeat', { body: { seat: addressOf(seat) } })).ok
}
