import { DAY_MS } from '#lib/domain/time/durations.ts'
import { readFileSync } from 'node:fs'
import { priceOrder, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { seededRandom } from '#lib/domain/seeded-random.ts'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { partiesOf, type Party } from './parties.ts'
import type { House, OpenTicket, Showing } from './read-house.ts'
import { seatWorth } from './seat-worth.ts'
import { soldOf } from './sold-share.ts'

/** An invented order, before it has identifiers. */
export interface Sale {
  readonly showing: Showing
  readonly party: Party
  /** One for each seat of the party. */
  readonly tickets: readonly OpenTicket[]
  readonly product: { readonly id: number; readonly price: number; readonly quantity: number } | null
  readonly totals: OrderTotals
  readonly firstName: string
  readonly lastName: string
  /** ms since 1970 */
  readonly at: number
}

/** Invented names: every family name is a word of the theatre. */
const NAMES = JSON.parse(readFileSync(projectFile('src/lib/demo/buyers.json'), 'utf8')) as {
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
}

const CINEMA = 2
const DEPTH = { cinema: 0.62, stage: 0.35 }
/** Days over which sales are spread, more of them lately; below, their hours of the day (UTC). */
const SALE_DAYS = 28
const HOURS = [6, 7, 8, 8, 9, 10, 11, 13, 15, 16, 17, 17, 18, 18, 19, 19, 20, 21]
/** One in this many parties pays reduced tickets, or takes a product. */
const REDUCED_ONE_OF = 4
const PRODUCT_ONE_OF = 14

/** All sales of the demo until the instant `now`, by time; deterministic for a house and an instant. */
export function inventSales(house: House, now: number): Sale[] {
  const inventing = { house, worths: new Map<string, Float32Array>(), now }
  const sales = house.showings.flatMap((showing) => salesOf(inventing, showing))
  return sales.sort((a, b) => a.at - b.at || a.showing.id - b.showing.id || (a.party.seatIds[0] ?? 0) - (b.party.seatIds[0] ?? 0))
}

/** What all showings of a house share. */
interface Inventing {
  readonly house: House
  /** What the seats of a plan are worth, as far as it was asked for. */
  readonly worths: Map<string, Float32Array>
  readonly now: number
}

function salesOf({ house, worths, now }: Inventing, showing: Showing): Sale[] {
  const plan = house.plans.get(showing.seatplanId)
  if (!plan) return []
  const depth = showing.categoryId === CINEMA ? DEPTH.cinema : DEPTH.stage
  const key = `${String(plan.id)} ${String(depth)}`
  const worth = worths.get(key) ?? seatWorth(plan.hall, depth)
  worths.set(key, worth)
  const isSold = (category: string) => (house.tickets.get(showing.groups[category] ?? 0)?.length ?? 0) > 0
  const random = seededRandom(showing.id ^ 0x5eed)
  const categoryOf = (party: Party, seatId: number) =>
    plan.seatsById.get(seatId)?.category ?? plan.sectionsById.get(party.sectionId)?.category ?? ''
  const capacity =
    plan.seats.reduce((sum, { category }) => sum + (isSold(category) ? 1 : 0), 0) +
    plan.sections.reduce((sum, one) => sum + (!one.isReserved && isSold(one.category ?? '') ? one.capacity : 0), 0)
  const wanted = soldOf({ ...showing, capacity }, now)
  if (wanted === 0) return []
  const kept = new Set(showing.kept)
  const offered = partiesOf(plan, { random, isSold, keepsOneFree: showing.keepsOneFree, worth })
  const parties = takeParties(
    offered.filter(({ seatIds }) => !seatIds.some((id) => kept.has(id))),
    wanted,
  )
  return parties.map((party) => {
    const offers = party.seatIds.map((seatId) => house.tickets.get(showing.groups[categoryOf(party, seatId)] ?? 0) ?? [])
    return saleOf(showing, { party, offers }, { random, now })
  })
}

/** The first parties that fit into the number of seats. */
function takeParties(parties: readonly Party[], wanted: number): Party[] {
  let left = wanted
  return parties.filter(({ seatIds }) => {
    const fits = seatIds.length <= left
    if (fits) left -= seatIds.length
    return fits
  })
}

interface Chance {
  readonly random: () => number
  readonly now: number
}

/** A party, and what each of its seats is sold under. */
interface Buyers {
  readonly party: Party
  readonly offers: readonly (readonly OpenTicket[])[]
}

function saleOf(showing: Showing, { party, offers }: Buyers, { random, now }: Chance): Sale {
  const kind = random() < 1 / REDUCED_ONE_OF ? 1 + Math.floor(random() * 3) : 0
  const tickets = offers.map((open) => open[kind] ?? open[0]).filter((ticket) => ticket !== undefined)
  const offered = random() < 1 / PRODUCT_ONE_OF ? showing.products[Math.floor(random() * showing.products.length)] : undefined
  const product = offered ? { ...offered, quantity: 1 + Math.floor(random() * 2) } : null
  const totals = priceOrder({ seats: tickets, products: product ? [product] : [], serviceCharge: showing.charge })
  return {
    ...{ showing, party, tickets, product, totals },
    firstName: NAMES.firstNames[Math.floor(random() * NAMES.firstNames.length)] ?? '',
    lastName: NAMES.lastNames[Math.floor(random() * NAMES.lastNames.length)] ?? '',
    at: timeOf(Math.min(now, showing.startsAt), random),
  }
}

/** A random time in the weeks before `end`, at a waking hour. */
function timeOf(end: number, random: () => number): number {
  const day = Math.floor(end / DAY_MS) - Math.floor(SALE_DAYS * random() ** 1.4)
  const hour = HOURS[Math.floor(random() * HOURS.length)] ?? 12
  const at = day * DAY_MS + hour * 3_600_000 + Math.floor(random() * 3_600_000)
  return at < end - 600_000 ? at : at - DAY_MS
}
