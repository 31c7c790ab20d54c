/** Default maximum of unpaid seats of one presentation for all visitors of one network. */
const MOST_SEATS = 20
/** The same as a percentage of the seats, for venues with fewer than 1,000 seats. */
const SHARE = 2
/** Percentage of unpaid seats above which a presentation is reported. */
const ALARMING_SHARE = 30

/**
 * Maximum number of unpaid seats per network: 20, in a small venue 2 %, but at least as many as one visitor may choose.
 * @param capacity seats and places of the venue @param setting the operator's value for every venue, which replaces the default
 */
export function mostOfNetwork(maxSeats: number, capacity: number, setting: number | undefined): number {
  return setting ?? Math.max(maxSeats, Math.min(MOST_SEATS, Math.floor((capacity * SHARE) / 100)))
}

/** Whether an unusual share of the seats is unpaid. */
export function isHoarded(unpaid: number, capacity: number): boolean {
  return unpaid * 100 > capacity * ALARMING_SHARE
}
