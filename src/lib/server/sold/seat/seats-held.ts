import { seatsOf, type WantedSeat } from '#lib/domain/cart/check-seat.ts'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { hasPlace, planOf } from '#lib/server/catalogue/seatplans.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** A seat or place of a presentation that a visitor holds. */
export interface HeldClaim {
  readonly presentationId: number
  readonly seatId: number
}

/** The seats that a visitor really holds now, with the ticket types that were chosen; those that were not chosen get their default ticket. */
export async function seatsToPay(uuid: string, chosen: readonly WantedSeat[]): Promise<readonly WantedSeat[]> {
  const unused = [...chosen]
  return (await heldSeats(uuid)).map((seat) => {
    const at = unused.findIndex((one) => isSamePlace(one, seat))
    const [match] = at === -1 ? [] : unused.splice(at, 1)
    return match ? { ...match, amount: null, serviceCharge: null } : seat
  })
}

/** The seats and places that a visitor holds now, in their order. */
export async function heldClaims(uuid: string): Promise<HeldClaim[]> {
  const { rows } = await database().query<HeldClaim>({
    name: 'held-claims',
    text: `SELECT presentation_id AS "presentationId", seat_id AS "seatId" FROM seat_claim
           WHERE holder = $1 AND state = 'H' AND expires_at > now() ORDER BY 1, 2`,
    values: [uuid],
  })
  return rows
}

/** The claims of the seats that memberships of a cart need on their dates. */
export function coveredClaims(lines: readonly CheckedLine[]): readonly HeldClaim[] {
  const covered = seatsOf(lines).filter(({ coveredBy }) => coveredBy !== undefined)
  return covered.flatMap(({ presentation, seat }) => (seat ? [{ presentationId: presentation.id, seatId: seat.id }] : []))
}

/** Whether a visitor holds all seats that memberships of a cart need; those that are bought by themselves are in a cart only while they are held. */
export async function holdsCovered(uuid: string, lines: readonly CheckedLine[]): Promise<boolean> {
  const needed = coveredClaims(lines)
  if (needed.length === 0) return true
  const held = new Set((await heldClaims(uuid)).map(claimName))
  return needed.every((one) => held.has(claimName(one)))
}

function claimName({ presentationId, seatId }: HeldClaim): string {
  return `${String(presentationId)}:${String(seatId)}`
}

async function heldSeats(uuid: string): Promise<WantedSeat[]> {
  const seats: WantedSeat[] = []
  for (const { presentationId, seatId } of await heldClaims(uuid)) {
    const seat = await heldSeat(presentationId, seatId)
    if (seat) seats.push(seat)
  }
  return seats
}

function isSamePlace(a: WantedSeat, b: WantedSeat): boolean {
  return a.presentationId === b.presentationId && a.sectionId === b.sectionId && a.x === b.x && a.y === b.y
}

async function heldSeat(presentationId: number, seatId: number): Promise<WantedSeat | undefined> {
  const from = await catalogue()
  const presentation = from.presentations.get(presentationId)
  const plan = presentation && (await planOf(presentation.seatplanId))
  if (!plan) return undefined
  const seat = plan.seatsById.get(seatId)
  const section = seat ? plan.sectionsById.get(seat.sectionId) : plan.sections.find((one) => hasPlace(one, seatId))
  const price = priceAt(presentation, seat ?? section)
  const ticket = defaultTicket(from.ticketGroups.get(price?.ticketGroupId ?? 0))
  if (!section || !price || !ticket) return undefined
  return {
    presentationId,
    venueId: presentation.venueId,
    seatplanId: plan.id,
    sectionId: section.id,
    ticketGroupId: price.ticketGroupId,
    ticketId: ticket.id,
    x: seat?.x ?? null,
    y: seat?.y ?? null,
  }
}
