import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { mayStaff, PERMISSIONS, type StaffMember, type StaffScope } from '#lib/domain/staff/permissions.ts'
import { seatsOf, type CheckedSeat } from './check-seat.ts'
import type { CheckedLine } from './checked-line.ts'

/** The role in which a member of staff sells seats; with both permissions, producer. undefined: none. @param scope whose seats; omitted: those of any show */
export function sellerOf(member: StaffMember, scope?: StaffScope): 'producer' | 'broker' | undefined {
  if (mayStaff(member, PERMISSIONS.producerSeats, scope)) return 'producer'
  return mayStaff(member, PERMISSIONS.broker, scope) ? 'broker' : undefined
}

/** Whether somebody of the staff may sell a cart as a producer or a broker: seats of the own shows and allocations, and the products beside them. */
export function mayProduce(member: StaffMember, lines: readonly CheckedLine[]): boolean {
  const seats = seatsOf(lines)
  const isOfSeats = seats.length > 0 && lines.every(({ kind }) => kind === 'seat' || kind === 'product')
  return isOfSeats && seats.every((one) => isOfOwnShow(member, one) && isOfOwnAllocation(member, one))
}

function isOfOwnShow(member: StaffMember, { presentation: { businessId, featureId } }: CheckedSeat): boolean {
  return sellerOf(member, { businessId, featureId }) !== undefined
}

function isOfOwnAllocation({ allocationIds }: StaffMember, { presentation, section, seat }: CheckedSeat): boolean {
  return allocationIds === undefined || allocationIds.includes(priceAt(presentation, seat ?? section)?.allocationId ?? 0)
}
