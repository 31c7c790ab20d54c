/** How many unpaid seats of one presentation the visitors of one network hold together where no setting says otherwise. */
const MOST_SEATS = 20
/** … and of a house of less than 1,000 seats this share, in seats of a hundred. */
const SHARE = 2
/** A house of which more than this share is held unpaid, in seats of a hundred, is looked at. */
const ALARMING_SHARE = 30

/**
 * Most unpaid seats that one network holds: 20, in a small house 2 %, and always as many as one visitor may choose.
 * @param capacity seats and places of the house; @param setting what the operator says instead, for every house.
 */
export function mostOfNetwork(maxSeats: number, capacity: number, setting: number | undefined): number {
  return setting ?? Math.max(maxSeats, Math.min(MOST_SEATS, Math.floor((capacity * SHARE) / 100)))
}

/** Whether so many unpaid seats are an unusual part of the house. */
export function isHoarded(unpaid: number, capacity: number): boolean {
  return unpaid * 100 > capacity * ALARMING_SHARE
}
