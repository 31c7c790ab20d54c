import { add, NOTHING, type Sums } from '#lib/domain/sales/sums.ts'
import type { PartSums } from './read-sums.ts'

/** What a part is of. */
type Field = 'presentationId' | 'day' | 'subjectId' | 'channel'

/** The rows that are parts by a field, in their order, each with its value. */
export function partsBy<Of extends Field>(parts: readonly PartSums[], field: Of) {
  return parts.flatMap((part) => {
    const key = part[field]
    return key === null ? [] : [{ key, part }]
  })
}

/** The sums of the parts by a field, of which each value is in one row. */
export function sumsBy<Of extends Field>(parts: readonly PartSums[], field: Of): Map<NonNullable<PartSums[Of]>, Sums> {
  return new Map(partsBy(parts, field).map(({ key, part }) => [key, add(NOTHING, part)]))
}
