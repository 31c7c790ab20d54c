import { add, NOTHING, type Sums } from './sums.ts'

/** The row of all locations, and the location that is in no total (spec §9). */
export const ALL_LOCATIONS = -1
export const UNCOUNTED_LOCATION = 1

/** Sales of one location (spec §3); also of one feature, in all locations or in one. */
export interface LocationSales extends Sums {
  readonly locationId: number
  readonly name: string
  readonly capacity: number
  /** Tickets sold in all, whatever the sums are of. */
  readonly taken: number
}

/** What can still be sold; more than the house holds is none. */
export function availabilityOf(capacity: number, taken: number): number {
  return Math.max(0, capacity - taken)
}

/** Puts the row of all locations first, which leaves location 1 out. @param name of the row */
export function withAllLocations(rows: readonly LocationSales[], name: string): readonly LocationSales[] {
  const all = totalOf(rows)
  return [{ ...all, locationId: ALL_LOCATIONS, name }, ...rows]
}

/** The sum of rows, without location 1. */
export function totalOf(rows: readonly LocationSales[]): Sums & Pick<LocationSales, 'capacity' | 'taken'> {
  const counted = rows.filter(({ locationId }) => locationId !== UNCOUNTED_LOCATION)
  return {
    ...counted.reduce<Sums>(add, NOTHING),
    capacity: counted.reduce((sum, { capacity }) => sum + capacity, 0),
    taken: counted.reduce((sum, { taken }) => sum + taken, 0),
  }
}
