import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { stepSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { openDrawing, type Drawing, type DrawnParts } from './drawing.ts'
import { followGestures } from './gestures.ts'
import { layHitGrid } from './hit-grid.ts'
import { isPressable } from './looks.ts'
import type { SectionLabel } from '#islands/seat-map/core/chart/labels.ts'
import { openMoves, type Moves, type Zoom } from './moves.ts'
import { COMES_TO, openPresses } from './presses.ts'
import { openSeatGrid, type GridActs, type GridWords } from './seat-grid.ts'
import type { View } from './view.ts'

export interface SeatMapParts extends DrawnParts {
  /** Of the keyboard. */
  readonly grid: HTMLElement
}
/** What its seats are called, and what comes of what is done on it. */
export interface SeatMapSeats extends Pick<GridWords, 'nameOf' | 'rowNameOf'> {
  press(seat: number): void
  /** A section of general admission was pressed. */
  pressSection(section: number): void
  /** The pointer rests on a seat, or the focus of the keyboard; −1: on none. */
  readonly hover: (seat: number) => void
  /** What is shown has moved. */
  moved(): void
}

/** One map on the page. It knows nothing of stores and frameworks. */
export interface SeatMap {
  /** Shows new looks (see looks.ts). `changed` null: any of them. */
  show(looks: Uint8Array, changed: readonly number[] | null): void
  label(labels: readonly SectionLabel[]): void
  zoom(how: Zoom): void
  /** Makes a seat the tab stop of the keyboard. */
  land(seat: number): void
  /** Shows a section close enough to press its seats, and makes one of its seats the tab stop; shown already, it goes in among them. */
  goTo(section: number): void
  /** Shows some seats together, and makes the first of them the tab stop. */
  frame(seats: readonly number[]): void
  /** Where the plan stands. */
  view(): View
  /** Where a seat stands, in pixels of the map, and how far its neighbour is. */
  at(seat: number): { readonly x: number; readonly y: number; readonly pitch: number }
  /** Presses the map at a point, as a finger does; for one that came before anybody listened. */
  tapAt(x: number, y: number): void
  close(): void
}

const PHONE_WIDTH = 600

export function openSeatMap(parts: SeatMapParts, hall: Hall, seats: SeatMapSeats): SeatMap {
  const hits = layHitGrid(hall)
  const drawing = openDrawing(parts, hits, () => seats.moved())
  const { viewer } = drawing
  const moves = openMoves(viewer, hall, hits)
  let looks: Uint8Array = new Uint8Array(hall.count)
  let entered = -1
  const lookOf = (seat: number) => looks[seat] ?? 0

  /** What nobody sees comes after the frame that everybody waits for. */
  const afterFrame = (act: () => unknown) => {
    requestAnimationFrame(() => setTimeout(() => drawing.isShown() && act()))
  }
  const land = (seat: number, isMove = false) => afterFrame(() => grid.land(seat, isMove))
  const goTo = (section: number) => {
    const { first = 0, end = 0, labelX = 0, labelY = 0 } = hall.sections[section] ?? {}
    if (entered === section) moves.goIn(labelX, labelY, COMES_TO.touch)
    else moves.goTo(section)
    entered = section
    if (end > first) grid.land((first + end) >> 1, false)
  }
  const press = (seat: number) => {
    seats.press(seat)
    land(seat, true)
  }
  const { tap, pointedAt } = openPresses(hits, viewer, { ...moves, press, goTo, pressSection: (at) => seats.pressSection(at) })
  const hover = (x: number, y: number) => {
    const seat = pointedAt(x, y)
    parts.layers.dataset.over = seat < 0 ? '' : isPressable(lookOf(seat)) ? 'seat' : 'no'
    seats.hover(seat)
  }
  const stopGestures = followGestures(parts.layers, viewer, { tap, hover })
  const grid = openSeatGrid(parts.grid, hall, { ...seats, lookOf, ...keyboardActs(hall, seats, { ...drawing, moves }) })
  const { width } = viewer.size()
  if (hall.count > 0 && width > 0 && width < PHONE_WIDTH) moves.openClose()

  return {
    land,
    goTo,
    show(next, changed) {
      looks = next
      drawing.layer.change(next, changed)
      grid.refresh(changed)
    },
    // Words that change with every seat must not draw the seats again, nor keep anybody waiting for them.
    label: (labels) => afterFrame(() => drawing.label(labels)),
    zoom(how) {
      entered = -1
      moves.zoom(how)
    },
    frame(seats) {
      moves.frame(seats)
      if (seats[0] !== undefined) grid.land(seats[0], false)
    },
    view: () => viewer.now(),
    at: (seat) => placeOf(hall, viewer.now(), seat),
    tapAt: (x, y) => tap(x, y, { isTouch: true, isDouble: false }),
    close() {
      stopGestures()
      drawing.close()
      for (const host of [parts.layers, parts.minimap, parts.grid]) host.replaceChildren()
    },
  }
}

/** Where a seat stands, in pixels of the map, and how far its neighbour is. */
function placeOf({ x: seatX, y: seatY, pitch }: Hall, { zoom, x, y }: View, seat: number) {
  return { x: (seatX[seat] ?? 0) * zoom + x, y: (seatY[seat] ?? 0) * zoom + y, pitch: pitch * zoom }
}

/** The keyboard's way through the seats: what has the focus is ringed and stays in view. */
function keyboardActs(
  hall: Hall,
  { hover }: SeatMapSeats,
  { chart, moves }: Pick<Drawing, 'chart'> & { readonly moves: Moves },
): Omit<GridActs, 'press'> {
  return {
    zoom: (how) => moves.zoom(how),
    step: (seat, dx, dy) => stepSeat(hall, seat, { dx, dy }),
    focus(seat) {
      chart.ring(seat)
      hover(seat ?? -1)
      if (seat !== null) moves.keepInView(seat)
    },
  }
}
