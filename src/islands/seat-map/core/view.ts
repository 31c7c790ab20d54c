import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'

/** Where the plan stands on the screen: a plan point p is drawn at p × zoom + (x, y), in CSS pixels of the map. */
export interface View {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

/** Of the map, in CSS pixels. */
export interface MapSize {
  readonly width: number
  readonly height: number
}

/** Whether a part of the plan is seen in a map. */
export function meets([left, top, right, bottom]: Box, { zoom, x, y, width, height }: View & MapSize): boolean {
  return right * zoom + x > 0 && left * zoom + x < width && bottom * zoom + y > 0 && top * zoom + y < height
}

/** The view of one map; every change is drawn on both layers in the same frame. */
export interface Viewer {
  now(): View
  /** The zoom that it has, or that it is gliding to. */
  aim(): number
  size(): MapSize
  /** The zoom that shows the whole hall, and the closest one. */
  limits(): { readonly least: number; readonly most: number }
  /** Moves by pixels. @returns how many of the vertical ones the edge of the hall did not let pass */
  panBy(dx: number, dy: number): number
  /** Zooms at a point of the map, in one step. */
  zoomAt(factor: number, x: number, y: number): void
  /** Glides to a view that has a plan point in the middle of the map. */
  glide(x: number, y: number, zoom: number): void
  /** The same at once. */
  show(x: number, y: number, zoom: number): void
  /** Takes the new size of the map. */
  resize(): void
  close(): void
}

export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
