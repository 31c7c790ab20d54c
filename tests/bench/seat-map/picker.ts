import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'

/** What lies in memory before the clock starts: our own map begins with the plan as it travels, the others with its seats laid out as arrays. */
export interface Supply {
  readonly packed: PackedPlan
  readonly hall: Hall
  /** By seat, as spec §4 has it. */
  readonly status: Uint8Array
  /** To be called when a press has changed the drawing, or will before the next frame. */
  readonly changed: () => void
}

/** A seat picker on the page, driven as a visitor would: by wheel steps, drags and presses. Points are pixels of the window. */
export interface Picker {
  /** Resolves when every seat is in the drawing. */
  mount(host: HTMLElement, supply: Supply): void | Promise<void>
  zoomAt(factor: number, x: number, y: number): void
  panBy(dx: number, dy: number): void
  /** Where a seat is drawn at this moment. */
  pointOf(seat: number): readonly [number, number]
  /** How far apart two neighbours are on the screen, and how far they must be for a press to choose one. */
  pitch(): number
  readonly close?: number
}

export const PITCH = 30
/** Of seats in the pages of peers, by status. */
export const COLOURS = ['#b9b1c4', '#ffffff', '#6c1aa6', '#ffe3a6']

/** Where a hall is drawn: its unit in pixels, and its origin in the window. */
export interface View {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

/** The whole hall in the middle of an element. */
export function viewOfAll({ box: [left, top, right, bottom] }: Hall, { width, height }: Pick<DOMRect, 'width' | 'height'>): View {
  const zoom = Math.min(width / (right - left), height / (bottom - top)) * 0.95
  return { zoom, x: width / 2 - ((left + right) / 2) * zoom, y: height / 2 - ((top + bottom) / 2) * zoom }
}

/** A view zoomed by a factor around a point. */
export function zoomedAt({ zoom, x, y }: View, factor: number, atX: number, atY: number): View {
  return { zoom: zoom * factor, x: atX - (atX - x) * factor, y: atY - (atY - y) * factor }
}
