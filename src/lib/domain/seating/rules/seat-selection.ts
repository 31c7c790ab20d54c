import { redeemedName, type LineChange } from '#lib/domain/entitlements/coupon-lines.ts'
import type { OrderSeat } from './order-seat.ts'

/** A seat, or a place of general admission, that the visitor has chosen. */
export interface SelectedSeat extends OrderSeat {
  readonly groupId: number
  readonly features: readonly number[]
  /** Whether the seat comes from a best-available request (spec §4). */
  readonly isFromBestAvailable: boolean
}

/** The stored ticket of a seat that is restored after a reload. Places of a section are alike, so they match in any order. */
export type StoredTicket = Pick<SelectedSeat, 'sectionId' | 'x' | 'y' | 'ticketId' | 'ref1' | 'ref2' | 'redeemed'>

export type Selection = readonly SelectedSeat[]

/** Where a seat is in its hall. */
interface SeatAddress {
  readonly sectionId: number
  readonly x: number
  readonly y: number
}

export function keyOfSeat(presentationId: number, { sectionId, x, y }: SeatAddress): string {
  return `${presentationId}:${sectionId}:${x}:${y}`
}

/** A key for a place, which has no address: uses the lowest free number. */
export function keyOfPlace(selection: Selection, presentationId: number, sectionId: number): string {
  let number = 0
  const key = () => `${presentationId}:${sectionId}:place:${number}`
  while (selection.some((seat) => seat.key === key())) number++
  return key()
}

/** Adds seats; existing ones stay unchanged. */
export function addSeats(selection: Selection, seats: Selection): Selection {
  return [...selection, ...seats.filter(({ key }) => selection.every((seat) => seat.key !== key))]
}

export function dropSeats(selection: Selection, keys: readonly string[]): Selection {
  return selection.filter((seat) => !keys.includes(seat.key))
}

/** A released seat for restoring: without its references (spec §4). */
export function withoutReferences(seat: SelectedSeat): SelectedSeat {
  return { ...seat, ref1: '', ref2: '' }
}

export function withTicket(selection: Selection, key: string, ticketId: number): Selection {
  return selection.map((seat) => (seat.key === key && seat.ticketId !== ticketId ? withoutCode({ ...seat, ticketId }) : seat))
}

/** Stores the references typed for a seat's ticket. */
export function withReferences(selection: Selection, key: string, typed: Partial<Pick<SelectedSeat, 'ref1' | 'ref2'>>): Selection {
  return selection.map((seat) => (seat.key === key ? { ...seat, ...typed } : seat))
}

/** Applies the tickets that a code gives or takes away; references typed for the previous ticket are dropped. */
export function withLineChanges(selection: Selection, changes: readonly LineChange[]): Selection {
  const byKey = new Map(changes.map((change) => [change.key, change]))
  return selection.map((seat) => {
    const change = byKey.get(seat.key)
    if (!change) return seat
    const { key: _same, ticketId, ...code } = change
    const plain = withoutCode({ ...seat, ticketId })
    return redeemedName(code) === null ? plain : { ...plain, redeemed: code }
  })
}

function withoutCode({ redeemed: _gone, ...seat }: SelectedSeat): SelectedSeat {
  return withoutReferences(seat)
}

export function withStoredTickets(selection: Selection, stored: readonly StoredTicket[]): Selection {
  const left = [...stored]
  return selection.map((seat) => {
    const at = left.findIndex((one) => one.sectionId === seat.sectionId && one.x === seat.x && one.y === seat.y)
    const [found] = at < 0 ? [] : left.splice(at, 1)
    if (!found) return seat
    const { ticketId, ref1, ref2, redeemed } = found
    return { ...withoutCode(seat), ticketId, ref1, ref2, ...(redeemed && { redeemed }) }
  })
}

/** Steps through the selected seats; the index stays between zero (spec §4) and the last seat. */
export function stepSeatIndex(index: number, by: number, count: number): number {
  return Math.max(0, Math.min(index + by, count - 1))
}
