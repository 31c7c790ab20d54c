import { SEAT_FEATURE } from './seatplan.ts'

/** The feature codes of spec §3 as bits: a mask fits all of them into one number a seat. */
interface Featured {
  readonly features: Uint32Array
}

const CODES: readonly number[] = Object.values(SEAT_FEATURE)

export function maskOf(codes: readonly number[]): number {
  return codes.reduce((mask, code) => mask | (1 << (CODES.indexOf(code) + 1)), 0) & ~1
}

/** Feature codes of a seat (spec §3), ascending. */
export function featuresOf(hall: Featured, seat: number): number[] {
  return CODES.filter((_code, at) => maskAt(hall, seat) & (2 << at))
}

export function hasFeature(hall: Featured, seat: number, ...codes: readonly number[]): boolean {
  return (maskAt(hall, seat) & maskOf(codes)) !== 0
}

function maskAt(hall: Featured, seat: number): number {
  return hall.features[seat] ?? 0
}
