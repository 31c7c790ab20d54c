import { atom } from 'nanostores'
import { $level, $openSection } from '#lib/client/seats/choosing.ts'
import { $plan } from '#lib/client/seats/seats.ts'
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
  const section = $plan.get()?.sections[at]
  if (section?.isDrawn === false) enterList()
  else onLevel(section?.level, (map) => map.goTo(at))
}

/** Puts the focus on the head of the list. */
export function enterList(): void {
  document.getElementById('list-h')?.focus()
}

/** Shows some seats together; of several levels those of the one that is shown, else those of the first one's. */
export function showSeats(all: readonly number[]): void {
  const hall = $plan.get()
  const sectionOf = (seat: number) => hall?.sections[hall.section[seat] ?? -1]
  const levelOf = (seat: number) => sectionOf(seat)?.level
  const seats = all.filter((seat) => sectionOf(seat)?.isDrawn !== false)
  if (seats.length === 0) return
  const levels = seats.map(levelOf)
  const level = levels.includes($level.get()) ? $level.get() : levels[0]
  onLevel(level, (map) => map.frame(seats.filter((seat) => levelOf(seat) === level)))
}

/** What is asked of the map of another level than the one that is drawn. */
let asked: ((map: SeatMap) => void) | null = null

/** Does at once what is asked of the map, or when it has come to that level; undefined: there are no levels. */
function onLevel(level: number | undefined, act: (map: SeatMap) => void): void {
  const map = $drawnMap.get()
  if (level !== undefined && level !== $level.get()) {
    asked = act
    $level.set(level)
  } else if (map) act(map)
}

/** Does with a map that is drawn what was asked of it before. @returns whether anything was */
export function doAsked(map: SeatMap): boolean {
  const act = asked
  asked = null
  act?.(map)
  return act !== null
}
