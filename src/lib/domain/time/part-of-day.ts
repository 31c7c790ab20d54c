/** Parts of the day by which a presentation is looked for (spec §7), by the hour at which it starts in the shop's time zone. */
export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening', 'night'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** Morning is from 5, afternoon from 12, evening from 17 and night from 22 until 5. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 5 || hour >= 22) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
