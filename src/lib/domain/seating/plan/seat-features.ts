import { SEAT_FEATURE } from './seatplan.ts'

/** The feature codes of spec §3 as bits: a mask holds all of a seat's codes in one number. */
interface Featured {
  readonly features: Uint32Array
}

const CODES: readonly number[] = Object.values(SEAT_FEATURE)
const BITS = CODES.reduce((bits, code, at) => bits.fill(2 << at, code, code + 1), new Uint32Array(Math.max(...CODES) + 1))

/** The mask of feature codes; unknown codes have no bit. */
export function maskOf(codes: readonly number[]): number {
  let mask = 0
  for (const code of codes) mask |= BITS[code] ?? 0
  return mask
}

/** Feature codes of a seat (spec §3), ascending. */
export function featuresOf(hall: Featured, seat: number): number[] {
  return CODES.filter((_code, at) => maskAt(hall, seat) & (2 << at))
}

export function hasFeature(hall: Featured, seat: number, ...codes: readonly number[]): boolean {
  const mask = maskAt(hall, seat)
  return mask !== 0 && (mask & maskOf(codes)) !== 0
}

function maskAt(hall: Featured, seat: number): number {
  return hall.features[seat] ?? 0
}
