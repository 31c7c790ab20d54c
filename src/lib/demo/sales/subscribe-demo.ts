import { DAY_MS } from '#lib/domain/time/durations.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { customerOfMobile } from '#lib/server/customers/sign-in/customers.ts'
import { findBestOnDates } from '#lib/server/enrolment/membership-best.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { currentProvider } from '#lib/server/providers/payment/current-provider.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { closeBuyer, openBuyer, order, type DemoCart } from './demo-buyer.ts'

type Line = NonNullable<DemoCart['seats']>[number]
type Found = Extract<Awaited<ReturnType<typeof findBestOnDates>>, { readonly ok: true }>
type Seat = Found['value']['matches'][number]['seats'][number]

/** The demo's subscriber (customers.json). */
const SUBSCRIBER = {
  ...{ firstName: 'מיכל', lastName: 'ארד', email: 'michal@shura.example', mobileNumber: '0525550141', ssn: '000000141' },
  termsAcceptance: true,
}
/** What she buys (memberships.json). */
const ENTRIES = 11
const SERIES = 21
const SEASON = 31
/** What she has chosen herself begins so many days from now at least, so that it can be exchanged and given back. */
const AHEAD_DAYS = 3
/**
 * Sells memberships to the demo's subscriber by the ways of every buyer: entries of which two are used, a series, and a season with its chosen dates, on the best seats
 * that are left. Does nothing unless the sandbox takes the payments, or if she is not there or has ordered before.
 * @returns the names of what she has bought
 */
export async function subscribeDemo(now = Date.now()): Promise<readonly string[]> {
  const customer = await customerOfMobile(SUBSCRIBER.mobileNumber)
  if (!customer || currentProvider().name !== 'sandbox') return []
  const { rowCount } = await database().query('SELECT FROM orders WHERE customer_id = $1 LIMIT 1', [customer.customerId])
  if (rowCount !== 0) return []
  const uuid = await openBuyer(customer.customerId)
  const { memberships } = await catalogue()
  const bought: string[] = []
  for (const [id, buy] of [
    [ENTRIES, buyEntries],
    [SERIES, buySeries],
    [SEASON, buySeason],
  ] as const) {
    const membership = memberships.get(id)
    if (membership && (await buy(uuid, membership, now))) bought.push(membership.name)
  }
  await closeBuyer(uuid)
  return bought
}

function orders(uuid: string, lines: Partial<DemoCart>): Promise<boolean> {
  return order(uuid, { customerInfo: SUBSCRIBER, seats: [], products: [], ...lines })
}

async function buyEntries(uuid: string, { id, prices, ticketIds }: Membership, now: number): Promise<boolean> {
  const [price] = prices
  if (!price || !(await orders(uuid, { memberships: [{ membershipId: id, membershipPriceId: price.id }] }))) return false
  const { presentations, ticketGroups } = await catalogue()
  const ticketOf = (groupId: number) => ticketGroups.get(groupId)?.tickets.find((ticket) => ticketIds.includes(ticket.id))
  const coming = [...presentations.values()].filter((one) => isOpen(one, now + AHEAD_DAYS * DAY_MS)).sort((a, b) => a.startsAt - b.startsAt)
  for (const { id: presentationId, prices: categories } of coming) {
    if (!categories.some(({ ticketGroupId }) => ticketOf(ticketGroupId))) continue
    const found = await findBest({ presentationId, quantity: 2, isLock: true, isTogether: true }, { uuid, network: null })
    const seats = found.ok ? (found.value.matches[0]?.seats ?? []) : []
    const [member] = await availableMembersOf(uuid, [presentationId])
    const lines = seats.flatMap((seat) => lineOf(seat, ticketOf(seat.TicketGroupId)?.id, member?.memberNumber) ?? [])
    if (lines.length === 2) return orders(uuid, { seats: lines })
  }
  return false
}

function isOpen({ startsAt, isCancelled, soldout, saleOpensAt }: Presentation, from: number): boolean {
  return startsAt > from && !isCancelled && !soldout && saleOpensAt === null
}

function lineOf(seat: Seat, ticketId: number | undefined, memberNumber: string | undefined): Line | undefined {
  if (ticketId === undefined || memberNumber === undefined) return undefined
  const { XCoordinate, YCoordinate, PresentationId: prsntId, TicketGroupId: ticketGroupId } = seat
  const place = { venueId: seat.VenueId, seatplanId: seat.VenueSeatplanId, sectionId: seat.VenueSectionId }
  return { XCoordinate, YCoordinate, ticket: { prsntId, ticketGroupId, ticketId, memberNumber, ...place } }
}

async function buySeries(uuid: string, { id, prices }: Membership): Promise<boolean> {
  const [price] = prices
  const seat = await lockBest(uuid, id)
  return price && seat ? orders(uuid, { memberships: [{ membershipId: id, membershipPriceId: price.id, seat: addressOf(seat) }] }) : false
}

/** The seat of the fixed dates, and a seat of its own on the first dates to choose that have one left. */
async function buySeason(uuid: string, { id, seasonId, choice, rates, prices }: Membership, now: number): Promise<boolean> {
  const [price] = prices
  const seat = await lockBest(uuid, id)
  if (!price || !seat || !choice || seasonId === null) return false
  const { presentations, ticketGroups } = await catalogue()
  const chosen: Seat[] = []
  for (const { presentationId } of choice.options) {
    const show = presentations.get(presentationId)
    const isWanted = chosen.length < choice.count && show !== undefined && isOpen(show, now + AHEAD_DAYS * DAY_MS)
    const own = isWanted ? await lockBest(uuid, id, presentationId) : undefined
    if (own) chosen.push(own)
  }
  const { TicketGroupId: ticketGroupId } = seat
  const tickets = ticketGroups.get(ticketGroupId)?.tickets ?? []
  const rate = rates.find((one) => one.priceCode === price.priceCode && tickets.some(({ id: ticketId }) => ticketId === one.ticketId))
  if (!rate || chosen.length < choice.count) return false
  const selections = chosen.map(selectionOf)
  const terms = { membershipId: id, membershipPriceId: price.id, ticketId: rate.ticketId, seasonId, ticketGroupId }
  return orders(uuid, { memberships: [{ ...terms, seat: addressOf(seat), selections }] })
}

/** Locks the best seat that is free on all fixed dates of a membership, or on one of its dates to choose. */
async function lockBest(uuid: string, membershipId: number, presentationId?: number): Promise<Seat | undefined> {
  const one = presentationId === undefined ? {} : { presentationId }
  const found = await findBestOnDates({ membershipId, ...one, quantity: 1, isLock: true }, { uuid, network: null })
  return found.ok ? found.value.matches[0]?.seats[0] : undefined
}

function addressOf({ VenueId, VenueSeatplanId, VenueSectionId, TicketGroupId, XCoordinate, YCoordinate }: Seat) {
  return { VenueId, VenueSeatplanId, VenueSectionId, TicketGroupId, XCoordinate, YCoordinate }
}

function selectionOf(seat: Seat) {
  const { PresentationId: prsntId, VenueId: venueId, VenueSeatplanId: seatplanId, VenueSectionId: sectionId, TicketGroupId: tgId } = seat
  return { prsntId, venueId, seatplanId, sectionId, tgId, x: seat.XCoordinate, y: seat.YCoordinate }
}
