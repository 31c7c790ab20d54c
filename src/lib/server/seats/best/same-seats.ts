import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { presentationFacts, priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { nameIn } from '#lib/domain/catalogue/plan-words.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { heldBy } from './best-claims.ts'
import { totalOf } from './best-matches.ts'

/** Another presentation at which all of a visitor's seats are free. */
export interface OtherDate {
  readonly presentation: Presentation
  /** Shekels with ordinary tickets; null if equal to here or unknown. */
  readonly total: number | null
}

/** A visitor's seats of a presentation, and other presentations at which the same seats are available. */
export interface SameSeats {
  readonly presentation: Presentation
  readonly planVersion: string
  readonly seats: readonly PlanSeat[]
  readonly sectionNames: ReadonlyMap<number, string>
  /** Whether unnumbered places are locked too, which have no equivalent elsewhere. */
  readonly hasPlaces: boolean
  /** Shekels with ordinary tickets. */
  readonly total: number | null
  /** Presentations at which the seats are free, in order of their start. */
  readonly dates: readonly OtherDate[]
  /** Presentations at which the seats are sold, free or not. */
  readonly soldAt: ReadonlySet<number>
}

/** undefined if there is no such presentation. @param locale of the sections' names */
export async function sameSeatsOf(presentationId: number, uuid: string, locale: Locale = DEFAULT_LOCALE): Promise<SameSeats | undefined> {
  const [from, held] = await Promise.all([catalogue(), heldBy(uuid, [presentationId])])
  const presentation = from.presentations.get(presentationId)
  const plan = presentation && (await planOf(presentation.seatplanId))
  if (!plan) return undefined
  const ids = held.get(presentationId) ?? []
  const seats = ids
    .map((id) => plan.seatsById.get(id))
    .filter((seat) => seat !== undefined)
    .sort((a, b) => (plan.indexById.get(a.id) ?? 0) - (plan.indexById.get(b.id) ?? 0))
  const hasPlaces = seats.length < ids.length
  const total = ordinaryTotal(from, presentation, seats)
  const sold = hasPlaces || seats.length === 0 ? [] : await datesOfSeats(from, presentation, seats)
  const dates = await freeDates(sold, ids, uuid)
  return {
    presentation,
    planVersion: plan.version,
    seats,
    sectionNames: new Map(plan.sections.map(({ id, name }) => [id, nameIn(plan.words?.[locale], name)])),
    hasPlaces,
    total,
    dates: dates.map((one) => {
      const there = ordinaryTotal(from, one, seats)
      return { presentation: one, total: there === total ? null : there }
    }),
    soldAt: new Set(sold.map(({ id }) => id)),
  }
}

/** Whether the show is on sale in the same plan at another time. */
export async function hasOtherDates(presentationId: number): Promise<boolean> {
  const from = await catalogue()
  const presentation = from.presentations.get(presentationId)
  return presentation !== undefined && (await datesOnSale(from, presentation)).length > 0
}

async function datesOnSale(from: Catalogue, { id, featureId, seatplanId }: Presentation): Promise<readonly Presentation[]> {
  const taken = await takenByPresentation()
  const now = Date.now()
  return presentationsOf(from, featureId)
    .filter((one) => !one.isOnlyInSites && one.id !== id && one.seatplanId === seatplanId)
    .filter((one) => presentationFacts(from, one, { taken: taken.get(one.id) ?? 0, now }).saleState === 'open')
}

async function datesOfSeats(from: Catalogue, presentation: Presentation, seats: readonly PlanSeat[]): Promise<readonly Presentation[]> {
  return (await datesOnSale(from, presentation)).filter(
    (one) => seats.length <= one.maxSeats && seats.every((seat) => isSold(from, one, seat)),
  )
}

/** Presentations at which all the seats are free, by the database's clock. */
async function freeDates(among: readonly Presentation[], seatIds: readonly number[], uuid: string): Promise<readonly Presentation[]> {
  if (among.length === 0) return []
  const { rows } = await database('holds').query<{ id: number }>({
    name: 'dates-of-free-seats',
    text: `SELECT id FROM unnest($1::int[]) AS other (id)
           WHERE NOT EXISTS (SELECT FROM seat_claim
             WHERE presentation_id = id AND seat_id = ANY ($2::int[]) AND (state <> 'H' OR expires_at > now()))
           AND NOT EXISTS (SELECT FROM unnest($2::int[]) AS seat WHERE is_kept(id, seat, $3, NULL))`,
    values: [among.map(({ id }) => id), seatIds, uuid],
  })
  const free = new Set(rows.map(({ id }) => id))
  return among.filter(({ id }) => free.has(id))
}

function isSold(from: Catalogue, presentation: Presentation, seat: PlanSeat): boolean {
  const price = priceAt(presentation, seat)
  return price !== undefined && price.allocationId !== -1 && defaultTicket(from.ticketGroups.get(price.ticketGroupId)) !== undefined
}

function ordinaryTotal(from: Catalogue, presentation: Presentation, seats: readonly PlanSeat[]): number | null {
  return totalOf(
    from,
    presentation,
    seats.map((seat) => priceAt(presentation, seat)?.ticketGroupId ?? 0),
  )
}
