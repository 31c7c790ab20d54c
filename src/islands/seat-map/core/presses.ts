import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import type { Tap } from './gestures.ts'
import type { HitGrid } from './hit-grid.ts'
import type { Moves } from './moves.ts'
import type { Viewer } from './view.ts'

/** CSS pixels between neighbouring seats: the least that a press picks on touch and mouse; below it the map comes closer. */
const PICKS_FROM = { touch: 20, mouse: 8 }
export const COMES_TO = { touch: 44, mouse: 28 }
const FINGER = 22

export interface PressActs extends Pick<Moves, 'goIn'> {
  press(seat: number): void
  /** A section of general admission was pressed. */
  pressSection(section: number): void
  /** A section was pressed whose seats are too small yet. */
  goTo(section: number): void
}

/** What a press and the pointer mean, by what lies under them and how close the map is. */
export interface Presses {
  readonly tap: Tap
  /** The seat under the pointer; −1: none, or too small to be meant. */
  readonly pointedAt: (x: number, y: number) => number
}

export function openPresses(hits: HitGrid, viewer: Viewer, acts: PressActs): Presses {
  const { pitch, sections } = hits.hall
  const isPickable = (by: 'touch' | 'mouse') => pitch * viewer.now().zoom >= PICKS_FROM[by]
  const planPoint = (x: number, y: number): [number, number] => {
    const view = viewer.now()
    return [(x - view.x) / view.zoom, (y - view.y) / view.zoom]
  }
  return {
    tap(x, y, { isTouch, isDouble }) {
      const by = isTouch ? 'touch' : 'mouse'
      const point = planPoint(x, y)
      const canPick = isPickable(by)
      const seat = hits.seatAt(...point, canPick ? pitch * (isTouch ? 0.72 : 0.6) : FINGER / viewer.now().zoom)
      const inside = seat < 0 ? sections.findIndex((one) => isInside(one.outline, ...point)) : -1
      if (seat >= 0 && canPick) acts.press(seat)
      else if (seat >= 0) acts.goIn(...point, COMES_TO[by])
      else if (inside >= 0 && !sections[inside]?.isReserved) acts.pressSection(inside)
      else if (inside >= 0 && !canPick) acts.goTo(inside)
      else if (isDouble) acts.goIn(...point, 0)
    },
    pointedAt: (x, y) => (x < 0 || !isPickable('mouse') ? -1 : hits.seatAt(...planPoint(x, y), pitch * 0.6)),
  }
}
