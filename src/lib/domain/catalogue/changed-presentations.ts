import type { Catalogue } from './catalogue.ts'
import { changedSince } from './lists/kept-in-order.ts'
import { presentationsOf } from './presentations-of.ts'

/** Parts of which anything may have changed if they are not the same objects. */
type WholePart = 'categories' | 'venues' | 'locations' | 'seatplans'
type From = Pick<Catalogue, 'presentations' | 'features' | WholePart>

/**
 * Ids of the presentations that have changed or whose feature has; undefined if that is not known without looking at all.
 * @param parts of the catalogue that have to be the same
 */
export function changedPresentations(before: From, from: From, parts: readonly WholePart[]): readonly number[] | undefined {
  if (parts.some((part) => before[part] !== from[part])) return undefined
  const presentations = changedSince(before.presentations, from.presentations)
  const features = changedSince(before.features, from.features)
  if (!presentations || !features) return undefined
  const ofFeatures = features.flatMap((id) => [...presentationsOf(before, id), ...presentationsOf(from, id)])
  return [...new Set([...presentations, ...ofFeatures.map(({ id }) => id)])]
}
