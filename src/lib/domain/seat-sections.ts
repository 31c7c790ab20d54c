import type { Hall } from './seat-hall.ts'
import { isFree, type HallStates } from './seat-states.ts'

export interface SectionSummary {
  /** Index into `Hall.sections`. */
  readonly at: number
  readonly free: number
  /** Lowest and highest price of what is free, in agorot; null where nothing is priced. */
  readonly priceFrom: number | null
  readonly priceTo: number | null
  readonly isSoldOut: boolean
  /** The part that is not free, from 0 to 1, rounded to 3 decimals (spec §9). */
  readonly takenRatio: number
}

export interface Places {
  readonly capacity: number
  readonly free: number
  readonly yours: number
}

/** A section without seats counts as wholly taken. */
export function takenRatio(free: number, total: number): number {
  return total > 0 ? Math.round((1 - free / total) * 1000) / 1000 : 1
}

/**
 * What each section still has. A section with no seats, or none free, is sold out (spec §4).
 * @param priceOf agorot of a ticket group's default ticket; null where it has no price
 * @param groupOfPlaces ticket group of a general-admission section
 */
export function summarizeSections(
  hall: Hall,
  states: HallStates,
  places: Readonly<Record<string, Places>>,
  priceOf: (ticketGroup: number) => number | null,
  groupOfPlaces: (sectionId: number) => number,
): readonly SectionSummary[] {
  return hall.sections.map((section, at) => {
    if (!section.isReserved) {
      const free = places[section.id]?.free ?? 0
      return summary(at, free, section.capacity, [priceOf(groupOfPlaces(section.id))])
    }
    const groups = new Set<number>()
    let free = 0
    for (let seat = section.first; seat < section.end; seat++) {
      if (!isFree(states, seat)) continue
      free++
      groups.add(states.ticketGroup[seat] ?? 0)
    }
    return summary(at, free, section.end - section.first, [...groups].map(priceOf))
  })
}

function summary(at: number, free: number, total: number, prices: readonly (number | null)[]): SectionSummary {
  const known = prices.filter((price) => price !== null)
  const [priceFrom, priceTo] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null]
  return { at, free, priceFrom, priceTo, isSoldOut: free === 0, takenRatio: takenRatio(free, total) }
}
