import { priceRangeOf, type OfferedPrice } from '#lib/domain/catalogue/price-range.ts'
import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { isFree, type HallNow } from './seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** Wheelchair and companion places. */
const ACCESSIBLE = maskOf([SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion])

export interface SectionSummary {
  /** Index into `Hall.sections`. */
  readonly at: number
  readonly free: number
  /** Lowest and highest price, in agorot, of free seats that anybody can buy; null if nothing is priced. */
  readonly priceFrom: number | null
  readonly priceTo: number | null
  readonly isSoldOut: boolean
  /** Share that is not free, from 0 to 1, rounded to 3 decimals (spec §9). */
  readonly takenRatio: number
}

export interface Places {
  readonly capacity: number
  readonly free: number
  readonly yours: number
}

/** Share of taken seats; 1 for a section without seats. */
export function takenRatio(free: number, total: number): number {
  return total > 0 ? Math.round((1 - free / total) * 1000) / 1000 : 1
}

/** What seats and places are sold under. */
interface SoldUnder {
  /** Price that anybody pays in a ticket group, in agorot; null if it has none. */
  readonly priceOf: (ticketGroup: number) => number | null
  /** Ticket group of a general-admission section. */
  readonly groupOfPlaces: (sectionId: number) => number
}

/**
 * Availability of each section. A section without seats, or without free ones, is sold out (spec §4).
 */
export function summarizeSections(
  { hall, states }: HallNow,
  places: Readonly<Record<string, Places>>,
  { priceOf, groupOfPlaces }: SoldUnder,
): readonly SectionSummary[] {
  return hall.sections.map((section, at) => {
    if (!section.isReserved) {
      const free = places[section.id]?.free ?? 0
      return summary(at, { free, total: section.capacity }, [{ price: priceOf(groupOfPlaces(section.id)), isAccessible: false }])
    }
    const groups = { plain: new Set<number>(), accessible: new Set<number>() }
    let free = 0
    for (let seat = section.first; seat < section.end; seat++) {
      if (!isFree(states, seat)) continue
      free++
      const isAccessible = ((hall.features[seat] ?? 0) & ACCESSIBLE) !== 0
      groups[isAccessible ? 'accessible' : 'plain'].add(states.ticketGroup[seat] ?? 0)
    }
    const offers = [...groups.plain].map((group) => ({ price: priceOf(group), isAccessible: false }))
    const accessible = [...groups.accessible].map((group) => ({ price: priceOf(group), isAccessible: true }))
    return summary(at, { free, total: section.end - section.first }, [...offers, ...accessible])
  })
}

function summary(
  at: number,
  { free, total }: { readonly free: number; readonly total: number },
  offers: readonly OfferedPrice[],
): SectionSummary {
  const prices = priceRangeOf(offers)
  return {
    at,
    free,
    priceFrom: prices?.from ?? null,
    priceTo: prices?.to ?? null,
    isSoldOut: free === 0,
    takenRatio: takenRatio(free, total),
  }
}
