import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { stepSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { draw, drawChart } from './chart.ts'
import { followGestures, type Tap } from './gestures.ts'
import { isInside, layHitGrid } from './hit-grid.ts'
import { isPressable } from './looks.ts'
import type { SectionLabel } from './labels.ts'
import { openMinimap } from './minimap.ts'
import { openMoves, type Zoom } from './moves.ts'
import { openSeatGrid, type GridWords } from './seat-grid.ts'
import { openSeatLayer } from './seat-layer.ts'
import { openViewer, type View } from './view.ts'
import { watchLooks } from './watch-looks.ts'

export interface SeatMapParts {
  /** The element that canvas and drawing are put into, the small map, and the grid of the keyboard. */
  readonly layers: HTMLElement
  readonly minimap: HTMLElement
  readonly grid: HTMLElement
}
export interface SeatMapActs {
  press(seat: number): void
  /** A section of general admission was pressed. */
  pressSection(section: number): void
  /** The pointer rests on a seat, or the focus of the keyboard; −1: on none. */
  hover(seat: number): void
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
  /** Where a seat stands, in pixels of the map, and how far its neighbour is. */
  at(seat: number): { readonly x: number; readonly y: number; readonly pitch: number }
  /** Presses the map at a point, as a finger does; for one that came before anybody listened. */
  tapAt(x: number, y: number): void
  close(): void
}

/** CSS pixels between neighbouring seats: the closest view, and the least that a press picks on touch and mouse; below it the map comes closer. */
const CLOSEST_PITCH = 52
const PICKS_FROM = { touch: 20, mouse: 8 }
const COMES_TO = { touch: 44, mouse: 28 }
const FINGER = 22
const PHONE_WIDTH = 600
const SETTLE_MS = 110

export function openSeatMap(parts: SeatMapParts, hall: Hall, words: Pick<GridWords, 'nameOf' | 'rowNameOf'>, acts: SeatMapActs): SeatMap {
  const { layers } = parts
  const { pitch } = hall
  const [left, top, right, bottom] = hall.box
  const margin = Math.max(pitch * 0.9, (bottom - top) * 0.02)
  const frame = [left - margin * 1.8, top - margin, right + margin * 1.8, bottom + margin] as const
  const hits = layHitGrid(hall)
  const layer = openSeatLayer(layers.appendChild(document.createElement('canvas')), hall, (isAll) => drawSoon(isAll))
  const svg = draw(layers, 'svg', { class: 'map', 'aria-hidden': 'true' })
  const root = draw(svg, 'g')
  // It measures the page: before the chart there is little to lay out.
  const viewer = openViewer(
    svg,
    root,
    frame,
    (least) => Math.max(CLOSEST_PITCH / pitch, least * 1.5),
    (view) => drawAll(view),
  )
  const chart = drawChart(root, hall, hits)
  let followMinimap: ReturnType<typeof openMinimap> | undefined
  let looks: Uint8Array = new Uint8Array(hall.count)
  let settle: ReturnType<typeof setTimeout> | undefined
  let lastZoom = 0
  let due: 'changes' | 'all' | undefined

  /** Everything that changes before the next frame is drawn once, in that frame. */
  const drawSoon = (isAll: boolean) => {
    if (!due) requestAnimationFrame(drawDue)
    if (isAll || !due) due = isAll ? 'all' : 'changes'
  }
  const drawDue = () => {
    const what = due
    due = undefined
    if (what === 'all') drawAll(viewer.now())
    if (what === 'changes') layer.patch()
  }
  const drawAll = (view: View) => {
    const { width, height } = viewer.size()
    due = undefined
    clearTimeout(settle)
    if (!(view.zoom > 0) || width === 0) return
    const isMoving = lastZoom !== 0 && view.zoom !== lastZoom
    lastZoom = view.zoom
    if (isMoving) settle = setTimeout(() => drawSoon(true), SETTLE_MS)
    // Colours are asked for by the seats, which styles all that has changed: so the drawing changes first.
    chart.follow(view, width, height, isMoving)
    layer.draw(view, isMoving)
    acts.moved()
    parts.minimap.hidden = view.zoom < viewer.limits().least * 1.12
    if (!parts.minimap.hidden) (followMinimap ??= openMinimap(parts.minimap, hall))(view, width, height)
  }
  const moves = openMoves(viewer, hall, hits)
  const lookOf = (seat: number) => looks[seat] ?? 0
  const planPoint = (x: number, y: number): [number, number] => {
    const view = viewer.now()
    return [(x - view.x) / view.zoom, (y - view.y) / view.zoom]
  }
  const isPickable = (by: 'touch' | 'mouse') => pitch * viewer.now().zoom >= PICKS_FROM[by]

  const tap: Tap = (x, y, { isTouch, isDouble }) => {
    const by = isTouch ? 'touch' : 'mouse'
    const { zoom } = viewer.now()
    const point = planPoint(x, y)
    const reach = isPickable(by) ? pitch * (isTouch ? 0.72 : 0.6) : FINGER / zoom
    const seat = hits.seatAt(...point, reach)
    const inside = seat < 0 ? hall.sections.findIndex((one) => isInside(one.outline, ...point)) : -1
    if (seat >= 0 && isPickable(by)) {
      acts.press(seat)
      land(seat, true)
    } else if (seat >= 0) moves.goIn(...point, COMES_TO[by])
    else if (inside >= 0 && !hall.sections[inside]?.isReserved) acts.pressSection(inside)
    else if (inside >= 0 && !isPickable(by)) goTo(inside)
    else if (isDouble) moves.goIn(...point, 0)
  }
  const hover = (x: number, y: number) => {
    const seat = x < 0 || !isPickable('mouse') ? -1 : hits.seatAt(...planPoint(x, y), pitch * 0.6)
    layers.dataset.over = seat < 0 ? '' : isPressable(lookOf(seat)) ? 'seat' : 'no'
    acts.hover(seat)
  }
  const stopGestures = followGestures(layers, viewer, tap, hover)

  const grid = openSeatGrid(
    parts.grid,
    hall,
    { ...words, lookOf },
    {
      press: (seat) => acts.press(seat),
      zoom: (how) => moves.zoom(how),
      step: (seat, dx, dy) => stepSeat(hall, seat, dx, dy),
      focus(seat) {
        chart.ring(seat)
        acts.hover(seat ?? -1)
        if (seat !== null) moves.keepInView(seat)
      },
    },
  )
  /** What nobody sees comes after the frame that everybody waits for. */
  const afterFrame = (act: () => unknown) => {
    requestAnimationFrame(() => setTimeout(() => svg.isConnected && act()))
  }
  const land = (seat: number, isMove = false) => afterFrame(() => grid.land(seat, isMove))
  let entered = -1
  const goTo = (section: number) => {
    const { first = 0, end = 0, labelX = 0, labelY = 0 } = hall.sections[section] ?? {}
    if (entered === section) moves.goIn(labelX, labelY, COMES_TO.touch)
    else moves.goTo(section)
    entered = section
    if (end > first) grid.land((first + end) >> 1, false)
  }
  const refresh = () => {
    layer.refresh()
    drawSoon(true)
  }
  const stopWatching = watchLooks(layers, refresh, () => {
    viewer.resize()
    refresh()
    // A canvas of another size is empty: it must not be shown so.
    drawAll(viewer.now())
  })
  const { width } = viewer.size()
  if (hall.count > 0 && width > 0 && width < PHONE_WIDTH) moves.openClose()

  return {
    show(next, changed) {
      looks = next
      layer.change(next, changed)
      grid.refresh(changed)
    },
    label(labels) {
      // Words that change with every seat must not draw the seats again, nor keep anybody waiting for them.
      afterFrame(async () => {
        await chart.label(labels).catch(() => undefined)
        const { width, height } = viewer.size()
        if (lastZoom > 0) chart.follow(viewer.now(), width, height, false)
      })
    },
    zoom(how) {
      entered = -1
      moves.zoom(how)
    },
    land,
    goTo,
    frame(seats) {
      moves.frame(seats)
      if (seats[0] !== undefined) grid.land(seats[0], false)
    },
    at(seat) {
      const { zoom, x, y } = viewer.now()
      return { x: (hall.x[seat] ?? 0) * zoom + x, y: (hall.y[seat] ?? 0) * zoom + y, pitch: pitch * zoom }
    },
    tapAt: (x, y) => tap(x, y, { isTouch: true, isDouble: false }),
    close() {
      due = undefined
      clearTimeout(settle)
      stopGestures()
      stopWatching()
      viewer.close()
      for (const host of [layers, parts.minimap, parts.grid]) host.replaceChildren()
    },
  }
}
