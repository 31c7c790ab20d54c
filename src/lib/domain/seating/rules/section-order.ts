import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SectionSummary } from './seat-sections.ts'

export type SectionSort = 'near' | 'price'

/** Number of sections from which a visitor enters the hall by choosing a section. */
const MANY_SECTIONS = 10

export function hasManySections(hall: Hall): boolean {
  return hall.sections.length >= MANY_SECTIONS
}

/** Sorts sections by distance from the stage, or by lowest price and then distance; sold-out sections come last. */
export function orderSections(hall: Hall, summaries: readonly SectionSummary[], sort: SectionSort): readonly SectionSummary[] {
  const away = new Map(summaries.map(({ at }) => [at, distanceOf(hall, hall.sections[at])]))
  const priceOf = ({ priceFrom }: SectionSummary) => (sort === 'price' ? (priceFrom ?? Infinity) : 0)
  return [...summaries].sort(
    (a, b) =>
      Number(a.isSoldOut) - Number(b.isSoldOut) ||
      // Infinity − Infinity is NaN: alike as well.
      priceOf(a) - priceOf(b) ||
      (away.get(a.at) ?? 0) - (away.get(b.at) ?? 0) ||
      a.at - b.at,
  )
}

/** Distance from the stage, or from the middle of a hall without a stage, to the nearest point of the section, in plan units. */
function distanceOf(hall: Hall, section: HallSection | undefined): number {
  if (!section) return Infinity
  const [left, top, right, bottom] = hall.box
  const [x, y] = hall.stage ? [hall.stage.labelX, hall.stage.labelY] : [(left + right) / 2, (top + bottom) / 2]
  const [x0, y0, x1, y1] = section.box
  return Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1))
}
