import { growingBox, type Box, type Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { HitGrid } from './hit-grid.ts'
import type { Viewer } from './view.ts'

export type Zoom = 'in' | 'out' | 'reset'

/** Where the view goes for buttons, keys, phones and sections. */
export interface Moves {
  zoom(how: Zoom): void
  /** Brings a seat into the map, large enough to be seen. */
  keepInView(seat: number): void
  /** As a phone opens it: where the stage ends, close enough for a thumb. */
  openClose(): void
  goTo(section: number): void
  /** Comes close enough to a point of the plan to press what stands around it. */
  goIn(x: number, y: number, pitch: number): void
  /** Shows some seats together, and what stands around them. */
  frame(seats: readonly number[]): void
}

const ZOOM_STEP = 1.5
/** CSS pixels between neighbouring seats: to open with on a phone, to see a focused seat, to see a section, to see some seats. */
const PHONE_PITCH = 27
const FOCUS_PITCH = 16
const SECTION_PITCH = 20
const FRAME_PITCH = 28
/** Zooming in, a seat comes at least so near to the middle, in parts of the map's shorter side. */
const NEAR_MIDDLE = 0.08
/** A focused seat keeps this far from the edge of the map. */
const EDGE = 40

export function openMoves(viewer: Viewer, hall: Hall, hits: HitGrid): Moves {
  const { pitch, stage } = hall
  const [left, top, right] = hall.box
  const pointOf = (seat: number) => [hall.x[seat] ?? 0, hall.y[seat] ?? 0] as const
  /** Where the ground is empty around a point the nearest seat draws it nearer. */
  const towardsSeats = (x: number, y: number, zoom: number): [number, number] => {
    const seat = hits.seatAt(x, y, Infinity)
    const [seatX, seatY] = seat < 0 ? [x, y] : pointOf(seat)
    const { width, height } = viewer.size()
    const far = Math.hypot(seatX - x, seatY - y)
    const part = Math.max(0, 1 - (Math.min(width, height) * NEAR_MIDDLE) / zoom / far)
    return far > 0 ? [x + (seatX - x) * part, y + (seatY - y) * part] : [x, y]
  }
  /** @param zoomOf the zoom, by the one that just shows the box */
  const showBox = ([x0, y0, x1, y1]: Box, zoomOf: (fit: number) => number) => {
    const { width, height } = viewer.size()
    viewer.glide((x0 + x1) / 2, (y0 + y1) / 2, zoomOf(Math.min(width / (x1 - x0), height / (y1 - y0))))
  }
  return {
    zoom(how) {
      const { zoom, x, y } = viewer.now()
      const { width, height } = viewer.size()
      const wish = how === 'in' ? viewer.aim() * ZOOM_STEP : viewer.aim() / ZOOM_STEP
      const [middleX, middleY] = [(width / 2 - x) / zoom, (height / 2 - y) / zoom]
      if (how === 'reset') showBox(hall.box, () => 0)
      else if (how === 'in') viewer.glide(...towardsSeats(middleX, middleY, wish), wish)
      else viewer.glide(middleX, middleY, wish)
    },
    keepInView(seat) {
      const view = viewer.now()
      const { width, height } = viewer.size()
      const [seatX, seatY] = pointOf(seat)
      const [x, y] = [seatX * view.zoom + view.x, seatY * view.zoom + view.y]
      const isSeen = x > EDGE && y > EDGE && x < width - EDGE && y < height - EDGE
      const zoom = Math.max(viewer.aim(), FOCUS_PITCH / pitch)
      if (!isSeen || zoom > viewer.aim()) viewer.glide(seatX, seatY, zoom)
    },
    openClose() {
      const { width, height } = viewer.size()
      const zoom = Math.max(viewer.limits().least, PHONE_PITCH / pitch)
      const edge = Math.max(top, ...(stage?.outline ?? []).map(([, y]) => y))
      const [x, y] = [stage?.labelX ?? (left + right) / 2, edge + (height / 2 - EDGE) / zoom]
      const near = hits.seatAt(x, y, Math.hypot(width, height) / 3 / zoom)
      const nearest = near < 0 ? hits.seatAt(x, y, Infinity) : -1
      if (nearest < 0) viewer.show(x, y, zoom)
      else viewer.show(...pointOf(nearest), zoom)
    },
    goTo(section) {
      showBox(hall.sections[section]?.box ?? hall.box, (fit) => Math.max(fit * 0.9, SECTION_PITCH / pitch))
    },
    goIn(x, y, wish) {
      viewer.glide(...towardsSeats(x, y, wish / pitch), Math.max(viewer.aim() * 2, wish / pitch))
    },
    frame(seats) {
      const box = growingBox()
      for (const seat of seats) box.take(...pointOf(seat))
      const [x0, y0, x1, y1] = box.now()
      const room = 4 * pitch
      if (seats.length > 0) showBox([x0 - room, y0 - room, x1 + room, y1 + room], (fit) => Math.min(fit, FRAME_PITCH / pitch))
    },
  }
}
