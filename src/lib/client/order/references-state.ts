import { atom } from 'nanostores'
import { redeemedName } from '#lib/domain/entitlements/coupon-lines.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import type { SeatLine } from './order-lines.ts'

/** What is known of something typed for a ticket. */
export type ReferenceState = { readonly at: 'checking' } | { readonly at: 'ok' } | { readonly at: 'bad'; readonly refusal: CallRefusal }

/** By `typedName`: the same words for the same ticket need one check only. */
export const $references = atom<Readonly<Record<string, ReferenceState>>>({})

/** What was typed and stored before has entitled already. */
export function trustStored(seats: readonly Pick<OrderSeat, 'ticketId' | 'ref1' | 'ref2'>[]): void {
  const names = seats.map(nameOf)
  $references.set({ ...$references.get(), ...Object.fromEntries(names.map((name) => [name, { at: 'ok' } as const])) })
}

/** Whether the ticket of a line asks for something. */
export function asksReference({ ticket }: Pick<SeatLine, 'ticket'>): boolean {
  return ticket.ref1prompt !== null || ticket.ref2prompt !== null
}

export function typedName({ ticket, seat }: SeatLine): string {
  return nameOf({ ...seat, ticketId: ticket.id })
}

function nameOf({ ticketId, ref1, ref2 }: Pick<OrderSeat, 'ticketId' | 'ref1' | 'ref2'>): string {
  return JSON.stringify([ticketId, ref1.trim(), ref2.trim()])
}

/** Which fields of a line are still empty. */
export function emptyReferences({ ticket, seat }: SeatLine): readonly ('ref1' | 'ref2')[] {
  const asked = [...(ticket.ref1prompt === null ? [] : (['ref1'] as const)), ...(ticket.ref2prompt === null ? [] : (['ref2'] as const))]
  return asked.filter((field) => seat[field].trim() === '')
}

/** What a ticket by code asks for is looked at when the cart is stored: look-ups of it want its code. */
export function isCheckedHere({ ticket }: Pick<SeatLine, 'ticket'>): boolean {
  return ticket.isReferenceChecked && ticket.access === 'open'
}

type Known = Readonly<Record<string, ReferenceState>>

/** Whether a line lacks what its ticket asks for, or it is not known yet to entitle. */
export function isReferenceOpen(line: SeatLine, known: Known = $references.get()): boolean {
  if (!asksReference(line)) return false
  return emptyReferences(line).length > 0 || (isCheckedHere(line) && known[typedName(line)]?.at !== 'ok')
}

/** The lines that the server would take: without open ones, and without the others of a use that has one. */
export function settledLines(lines: readonly SeatLine[], known: Known): readonly SeatLine[] {
  const open = lines.filter((line) => isReferenceOpen(line, known))
  if (open.length === 0) return lines
  const names = new Set(open.map(({ seat }) => seat.redeemed && redeemedName(seat.redeemed)))
  return lines.filter((line) => !open.includes(line) && !(line.seat.redeemed && names.has(redeemedName(line.seat.redeemed))))
}
