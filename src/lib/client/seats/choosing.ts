import { atom } from 'nanostores'
import { NO_FILTER, type SeatFilter } from '#lib/domain/seating/rules/seat-filter.ts'
import type { BestWish } from '#lib/domain/seating/choosing/choosing.ts'

/** How the visitor looks for seats: what both the map and what stands beside it follow. */
export const $seatFilter = atom<SeatFilter>(NO_FILTER)

/** The section that is looked at, by its index in the hall; null: the whole hall. */
export const $openSection = atom<number | null>(null)

/** The floor or level that the map shows, by its index in the hall. */
export const $level = atom(0)

/** Seats are looked for on the map or in the list. */
export const WAYS = ['map', 'list'] as const
type Way = (typeof WAYS)[number]
export const $way = atom<Way>('map')

const KEPT_WAY = 'seat-way'

/** Chooses one of the two for the visit. */
export function takeWay(way: Way): void {
  $way.set(way)
  sessionStorage.setItem(KEPT_WAY, way)
}

export function recallWay(): void {
  $way.set(sessionStorage.getItem(KEPT_WAY) === 'list' ? 'list' : 'map')
}

/** What is looked at as a picture: the venue, or the view from a section by its index in the hall. */
export const $picture = atom<number | 'venue' | null>(null)

/** How many best available is asked for, and whether they sit together. */
type BestCount = Pick<BestWish, 'quantity' | 'isTogether'>
export const $bestWish = atom<BestCount>({ quantity: 2, isTogether: true })

const KEPT = 'best-wish'

export function wishFor(change: Partial<BestCount>): void {
  $bestWish.set({ ...$bestWish.get(), ...change })
  localStorage.setItem(KEPT, JSON.stringify($bestWish.get()))
}

/** Comes back to what was asked for last time on this device. */
export function recallWish(): void {
  const kept = readWish()
  if (kept) $bestWish.set(kept)
}

function readWish(): BestCount | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '')
    if (typeof kept !== 'object' || kept === null || !('quantity' in kept) || !('isTogether' in kept)) return undefined
    return { quantity: Math.max(1, Math.floor(Number(kept.quantity)) || 2), isTogether: kept.isTogether === true }
  } catch {
    return undefined
  }
}
