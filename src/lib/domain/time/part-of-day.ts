/** Parts of the day to filter presentations by (spec §7), by their start hour in the shop's time zone. */
export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening', 'night'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** Morning starts at 5, afternoon at 12, evening at 17, and night lasts from 22 to 5. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 5 || hour >= 22) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
