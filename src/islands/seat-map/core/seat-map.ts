import type { Hall } from '#lib/domain/seat-hall.ts'
import { stepSeat } from '#lib/domain/seat-steps.ts'
import { draw, drawChart, type SectionLabel } from './chart.ts'
import { followGestures } from './gestures.ts'
import { isInside, layHitGrid } from './hit-grid.ts'
import { isPressable, SELECTED } from './looks.ts'
import { openMinimap } from './minimap.ts'
import { openSeatGrid, type GridWords } from './seat-grid.ts'
import { openSeatLayer } from './seat-layer.ts'
import { openViewer, type View } from './view.ts'

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
  /** The pointer rests on a seat, or on none (−1), at pixels of the map. */
  hover(seat: number, x: number, y: number): void
}

/** One map on the page. It knows nothing of stores and frameworks. */
export interface SeatMap {
  /** Shows new looks (see looks.ts). `changed` null: any of them. */
  show(looks: Uint8Array, changed: readonly number[] | null): void
  label(labels: readonly SectionLabel[]): void
  zoom(how: 'in' | 'out' | 'reset'): void
  /** Makes a seat the tab stop of the keyboard. */
  land(seat: number): void
  /** Shows a section close enough to press its seats, and makes one of its seats the tab stop. */
  goTo(section: number): void
  close(): void
}

const ZOOM_STEP = 1.5
/** CSS pixels between neighbouring seats: least to open with on a phone, closest on touch and mouse, and the least that a press picks. */
const PHONE_PITCH = 27
const CLOSEST_PITCH = 52
const TOUCH_PICKS_FROM = 20
const MOUSE_PICKS_FROM = 8
const PHONE_WIDTH = 600
const SETTLE_MS = 110

export function openSeatMap({ layers, minimap, grid: gridHost }: SeatMapParts, hall: Hall, words: Pick<GridWords, 'nameOf' | 'rowNameOf'>, acts: SeatMapActs): SeatMap {
  const { pitch } = hall
  const canvas = layers.appendChild(document.createElement('canvas'))
  const svg = draw(layers, 'svg', { class: 'map', 'aria-hidden': 'true' })
  const [left, top, right, bottom] = hall.box
  const frame = [left - pitch * 1.7, top - pitch * 0.9, right + pitch * 1.7, bottom + pitch * 0.9] as const
  const hits = layHitGrid(hall)
  const chart = drawChart(svg, hall, hits)
  const followMinimap = openMinimap(minimap, hall)
  let looks: Uint8Array = new Uint8Array(hall.count)
  let settle: ReturnType<typeof setTimeout> | undefined
  let lastZoom = 0

  const layer = openSeatLayer(canvas, hall, () => drawSoon())
  let isDue = false
  /** Everything that changes before the next frame is drawn once, in that frame. */
  const drawSoon = () => {
    if (!isDue) requestAnimationFrame(() => isDue && drawAll(viewer.now()))
    isDue = true
  }
  const drawAll = (view: View) => {
    const isMoving = lastZoom !== 0 && view.zoom !== lastZoom
    lastZoom = view.zoom
    isDue = false
    clearTimeout(settle)
    if (isMoving) settle = setTimeout(drawSoon, SETTLE_MS)
    layer.draw(view, isMoving)
    const { width, height } = viewer.size()
    chart.follow(view, width, height, isMoving)
    followMinimap(view, width, height, view.zoom > viewer.limits().least * 1.12)
  }
  const viewer = openViewer(svg, chart.root, frame, (least) => Math.max(CLOSEST_PITCH / pitch, least * ZOOM_STEP), drawAll)

  const planPoint = (x: number, y: number): [number, number] => {
    const view = viewer.now()
    return [(x - view.x) / view.zoom, (y - view.y) / view.zoom]
  }
  const seatUnder = (x: number, y: number, isTouch: boolean) => {
    const [planX, planY] = planPoint(x, y)
    return hits.seatAt(planX, planY, pitch * (isTouch ? 0.72 : 0.6))
  }
  const stopGestures = followGestures(
    layers, viewer,
    (x, y, { isTouch, isDouble }) => {
      const seat = seatUnder(x, y, isTouch)
      const [planX, planY] = planPoint(x, y)
      const pitchPx = pitch * viewer.now().zoom
      if (seat >= 0 && pitchPx >= (isTouch ? TOUCH_PICKS_FROM : MOUSE_PICKS_FROM)) return acts.press(seat)
      if (seat >= 0) return viewer.glide(planX, planY, Math.max(viewer.now().zoom * 2, (isTouch ? 44 : 28) / pitch))
      const section = hall.sections.findIndex((one) => !one.isReserved && isInside(one.outline, planX, planY))
      if (section >= 0) return acts.pressSection(section)
      if (isDouble) viewer.glide(planX, planY, viewer.now().zoom * 2)
    },
    (x, y) => {
      const seat = x < 0 || pitch * viewer.now().zoom < MOUSE_PICKS_FROM ? -1 : seatUnder(x, y, false)
      layers.dataset.over = seat < 0 ? '' : isPressable(looks[seat] ?? 0) ? 'seat' : 'no'
      acts.hover(seat, x, y)
    },
  )

  const keepInView = (seat: number) => {
    const view = viewer.now()
    const { width, height } = viewer.size()
    const [x, y] = [(hall.x[seat] ?? 0) * view.zoom + view.x, (hall.y[seat] ?? 0) * view.zoom + view.y]
    const isSeen = x > 40 && y > 40 && x < width - 40 && y < height - 40
    const zoom = Math.max(view.zoom, 16 / pitch)
    if (!isSeen || zoom > view.zoom) viewer.glide(hall.x[seat] ?? 0, hall.y[seat] ?? 0, zoom)
  }
  const zoomBy = (how: 'in' | 'out' | 'reset') => {
    const zoom = viewer.aim()
    const { width, height } = viewer.size()
    const [x, y] = planPoint(width / 2, height / 2)
    if (how === 'reset') viewer.glide((left + right) / 2, (top + bottom) / 2, 0)
    else viewer.glide(x, y, how === 'in' ? zoom * ZOOM_STEP : zoom / ZOOM_STEP)
  }
  const KEYS: Readonly<Record<string, 'in' | 'out' | 'reset'>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'reset' }
  const ARROWS: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
    ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  }
  const grid = openSeatGrid(gridHost, hall, {
    ...words,
    isSelected: (seat) => looks[seat] === SELECTED,
    isPressable: (seat) => isPressable(looks[seat] ?? 0),
  }, {
    press: acts.press,
    focus(seat) {
      chart.ring(seat)
      if (seat !== null) keepInView(seat)
    },
    step(seat, key) {
      const [dx, dy] = ARROWS[key] ?? [0, 0]
      const row = hall.rows[hall.row[seat] ?? 0]
      if (dx === 0 && dy === 0) return row ? (key === 'Home' ? row.first : row.end - 1) : seat
      return stepSeat(hall, seat, dx, dy)
    },
    zoom(key) {
      const how = KEYS[key]
      if (how) zoomBy(how)
      return how !== undefined
    },
  })

  const refresh = () => {
    layer.refresh()
    drawSoon()
  }
  const stopWatching = watchLooks(layers, refresh, () => {
    viewer.resize()
    refresh()
  })
  if (hall.count > 0 && viewer.size().width < PHONE_WIDTH) openClose()

  /** On a phone the map opens where the stage ends, close enough for a thumb. */
  function openClose(): void {
    const { width, height } = viewer.size()
    const zoom = Math.max(viewer.limits().least, PHONE_PITCH / pitch)
    const outline = hall.stage?.outline ?? []
    const edge = outline.length > 0 ? Math.max(...outline.map(([, y]) => y)) : top
    const [x, y] = [hall.stage?.labelX ?? (left + right) / 2, edge + (height / 2 - 40) / zoom]
    viewer.show(x, y, zoom)
    const near = hits.seatAt(x, y, Math.hypot(width, height) / 3 / zoom)
    const nearest = near < 0 ? hits.seatAt(x, y, Infinity) : -1
    if (nearest >= 0) viewer.show(hall.x[nearest] ?? x, hall.y[nearest] ?? y, zoom)
  }

  return {
    show(next, changed) {
      looks = next
      layer.change(next, changed)
      grid.refresh(changed)
      drawSoon()
    },
    label(labels) {
      chart.label(labels)
      drawSoon()
    },
    zoom: zoomBy,
    land: (seat) => grid.land(seat, false),
    goTo(at) {
      const section = hall.sections[at]
      if (!section) return
      const [x0, y0, x1, y1] = section.box
      const { width, height } = viewer.size()
      const fit = Math.min(width / (x1 - x0 || 1), height / (y1 - y0 || 1)) * 0.9
      viewer.glide((x0 + x1) / 2, (y0 + y1) / 2, Math.max(fit, TOUCH_PICKS_FROM / pitch))
      if (section.end > section.first) grid.land((section.first + section.end) >> 1, false)
    },
    close() {
      isDue = false
      clearTimeout(settle)
      stopGestures()
      stopWatching()
      viewer.close()
      layers.replaceChildren()
      minimap.replaceChildren()
      gridHost.replaceChildren()
    },
  }
}

/** Calls back when the theme or the contrast changes, and when the map gets another size. */
function watchLooks(layers: HTMLElement, onTheme: () => void, onSize: () => void): () => void {
  const stop = new AbortController()
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', `(resolution: ${devicePixelRatio}dppx)`]) {
    matchMedia(query).addEventListener('change', onTheme, { signal: stop.signal })
  }
  const theme = new MutationObserver(onTheme)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  let isFirst = true
  const size = new ResizeObserver(() => {
    if (!isFirst) onSize()
    isFirst = false
  })
  size.observe(layers)
  return () => {
    stop.abort()
    theme.disconnect()
    size.disconnect()
  }
}
