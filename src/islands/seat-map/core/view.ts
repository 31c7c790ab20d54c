import ShadowViewport from 'svg-pan-zoom/src/shadow-viewport.js'
import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'

/** Where the plan stands on the screen: a plan point p is drawn at p × zoom + (x, y), in CSS pixels of the map. */
export interface View {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

/** Whether a part of the plan is seen in a map of this size. */
export function meets([left, top, right, bottom]: Box, { zoom, x, y }: View, width: number, height: number): boolean {
  return right * zoom + x > 0 && left * zoom + x < width && bottom * zoom + y > 0 && top * zoom + y < height
}

/** The view of one map; every change is drawn on both layers in the same frame. */
export interface Viewer {
  now(): View
  /** The zoom that it has, or that it is gliding to. */
  aim(): number
  size(): { readonly width: number; readonly height: number }
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

const GLIDE_MS = 200
/** How far the edge of the hall may come into the map, in pixels. */
const SLACK = 28

export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * svg-pan-zoom's viewport owns the transform: it changes at most once a frame, and who asks in between is told the view that is to come.
 * Its listeners stay out: they undo a pinch and read the wheel by its timing (see gestures.ts).
 * @param mostZoom the closest zoom, given the one that shows the whole hall
 */
export function openViewer(
  svg: SVGSVGElement,
  root: SVGGElement,
  [left, top, right, bottom]: Box,
  mostZoom: (least: number) => number,
  draw: (view: View) => void,
): Viewer {
  const nothing = (): void => {}
  const measure = () => ({ width: svg.clientWidth, height: svg.clientHeight })
  let size = measure()
  let isOpen = false
  svg.setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`)
  const viewport = ShadowViewport(root, {
    svg,
    ...size,
    fit: true,
    center: true,
    refreshRate: 'auto',
    beforeZoom: nothing,
    onZoom: nothing,
    beforePan: nothing,
    onPan: nothing,
    // It calls back while it is being made, when nobody can draw yet.
    onUpdatedCTM: ({ a, e, f }) => isOpen && draw({ zoom: a, x: e, y: f }),
  })
  isOpen = true
  let frame = 0
  let aimed = 0
  const halt = () => {
    cancelAnimationFrame(frame)
    aimed = 0
  }
  const now = () => ({ zoom: viewport.getZoom(), ...viewport.getPan() })
  const limits = () => {
    const least = Math.min(size.width / (right - left), size.height / (bottom - top)) || 1
    return { least, most: mostZoom(least) }
  }
  const within = (pan: number, low: number, high: number, room: number) =>
    high - low <= room ? (room - high - low) / 2 : Math.min(SLACK - low, Math.max(room - SLACK - high, pan))
  const allowed = (wish: number) => {
    const { least, most } = limits()
    return Math.max(least, Math.min(most, wish))
  }
  const set = (wish: number, x: (zoom: number) => number, y: (zoom: number) => number) => {
    // A map that is hidden has no view.
    if (size.width === 0) return
    const zoom = allowed(wish)
    const matrix = viewport.getCTM()
    matrix.a = matrix.d = zoom
    matrix.e = within(x(zoom), left * zoom, right * zoom, size.width)
    matrix.f = within(y(zoom), top * zoom, bottom * zoom, size.height)
    viewport.setCTM(matrix)
  }
  const show = (x: number, y: number, zoom: number) =>
    set(
      zoom,
      (to) => size.width / 2 - x * to,
      (to) => size.height / 2 - y * to,
    )
  const middle = () => {
    const { zoom, x, y } = now()
    if (!(zoom > 0)) return { zoom: 0, x: (left + right) / 2, y: (top + bottom) / 2 }
    return { zoom, x: (size.width / 2 - x) / zoom, y: (size.height / 2 - y) / zoom }
  }
  return {
    now,
    limits,
    show,
    size: () => size,
    aim: () => aimed || now().zoom,
    panBy(dx, dy) {
      halt()
      const { zoom, x, y } = now()
      set(
        zoom,
        () => x + dx,
        () => y + dy,
      )
      return y + dy - now().y
    },
    zoomAt(factor, atX, atY) {
      halt()
      const { zoom, x, y } = now()
      set(
        zoom * factor,
        (to) => atX - ((atX - x) * to) / zoom,
        (to) => atY - ((atY - y) * to) / zoom,
      )
    },
    glide(x, y, wish) {
      halt()
      if (prefersStillness()) {
        show(x, y, wish)
        return
      }
      const from = middle()
      aimed = allowed(wish)
      const growth = aimed / from.zoom
      const start = performance.now()
      const step = (time: number) => {
        const part = Math.min(1, Math.max(0, (time - start) / GLIDE_MS))
        const eased = 1 - (1 - part) ** 3
        show(from.x + (x - from.x) * eased, from.y + (y - from.y) * eased, from.zoom * growth ** eased)
        if (part < 1) frame = requestAnimationFrame(step)
        else aimed = 0
      }
      frame = requestAnimationFrame(step)
    },
    resize() {
      const { zoom, x, y } = middle()
      const wasWhole = zoom < limits().least * 1.01
      const { width, height } = measure()
      if (width === 0 || height === 0) return
      size = { width, height }
      show(x, y, wasWhole ? 0 : zoom)
    },
    close() {
      isOpen = false
      halt()
    },
  }
}
