import { atom } from 'nanostores'
import { $openSection } from '#lib/client/seats/choosing.ts'
import type { SeatMap } from './core/seat-map.ts'

/** The map that is on the page, for what stands beside it and leads to a part of it; null until it is drawn. */
export const $drawnMap = atom<SeatMap | null>(null)

/** Counts the moves of the map, for what follows its seats. */
export const $moved = atom(0)

/** The seat that the pointer or the focus of the keyboard rests on; −1: none. */
export const $pointed = atom(-1)

/** Puts the focus of the keyboard on the seat of the map that is its tab stop. */
export function enterMap(): void {
  document.querySelector<HTMLElement>('#map [role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true })
}

/** Leads map and list to a section. */
export function openSection(at: number): void {
  $openSection.set(at)
  $drawnMap.get()?.goTo(at)
}
