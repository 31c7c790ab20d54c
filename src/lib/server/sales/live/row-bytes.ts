import { NOTHING, takenOf, type Sums } from '#lib/domain/sales/sums.ts'
import type { Shown } from './all-shown.ts'
import { wireHouse, wirePresentation, wireSums } from './wire.ts'

/** What only the catalogue says of a presentation's row, written once for each catalogue. */
const written = new WeakMap<Shown, Buffer>()

/** The row of a presentation as `wirePresentationRow` makes it, as JSON in UTF-8 and in two parts. @param sums what it has sold in all */
export function rowBytes(one: Shown, sums: Sums = NOTHING): readonly [Buffer, Buffer] {
  const fixed = written.get(one) ?? Buffer.from(`${JSON.stringify(wirePresentation(one)).slice(0, -1)},`)
  written.set(one, fixed)
  return [fixed, Buffer.from(JSON.stringify({ ...wireHouse(one.capacity, takenOf(sums)), ...wireSums(sums) }).slice(1))]
}
