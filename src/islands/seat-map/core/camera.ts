import ShadowViewport from 'svg-pan-zoom/src/shadow-viewport.js'
import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'
import type { View, Viewer } from './view.ts'

/** The transform of the map and what it may become; what moves it by and by is the viewer's. */
export interface Camera extends Pick<Viewer, 'now' | 'size' | 'limits' | 'show' | 'close'> {
  /** Takes a zoom, as near to it as may be, and then the place that each axis wants at that zoom. */
  set(wish: number, x: (zoom: number) => number, y: (zoom: number) => number): void
  /** The nearest zoom that may be. */
  allowed(wish: number): number
  /** The zoom and the plan point in the middle of the map. */
  middle(): View
  /** Takes the new size of the map. @returns false where it has none */
  measure(): boolean
}

/** How far the edge of the hall may come into the map, in pixels. */
const SLACK = 28

/** What a camera shows. */
export interface Scene {
  /** A drawing, and the group in it that holds all that moves. */
  readonly svg: SVGSVGElement
  readonly root: SVGGElement
  readonly box: Box
  /** The closest zoom, given the one that shows the whole box. */
  readonly most: (least: number) => number
}

/**
 * svg-pan-zoom's viewport owns the transform: it changes at most once a frame, and who asks in between is told the view that is to come.
 * Its listeners stay out: they undo a pinch and read the wheel by its timing (see gestures.ts).
 */
export function openCamera({ svg, root, box, most }: Scene, draw: (view: View) => void): Camera {
  const [left, top, right, bottom] = box
  let size = sizeOf(svg)
  let isOpen = false
  svg.setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`)
  // It calls back while it is being made, when nobody can draw yet.
  const viewport = openViewport(svg, root, ({ a, e, f }) => isOpen && draw({ zoom: a, x: e, y: f }))
  isOpen = true
  const now = () => ({ zoom: viewport.getZoom(), ...viewport.getPan() })
  const limits = () => {
    const least = Math.min(size.width / (right - left), size.height / (bottom - top)) || 1
    return { least, most: most(least) }
  }
  const allowed = (wish: number) => {
    const { least, most } = limits()
    return Math.max(least, Math.min(most, wish))
  }
  const set: Camera['set'] = (wish, x, y) => {
    // A map that is hidden has no view.
    if (size.width === 0) return
    const zoom = allowed(wish)
    const matrix = viewport.getCTM()
    matrix.a = matrix.d = zoom
    matrix.e = within(x(zoom), [left * zoom, right * zoom], size.width)
    matrix.f = within(y(zoom), [top * zoom, bottom * zoom], size.height)
    viewport.setCTM(matrix)
  }
  return {
    now,
    limits,
    allowed,
    set,
    size: () => size,
    show(x, y, zoom) {
      const { width, height } = size
      set(
        zoom,
        (to) => width / 2 - x * to,
        (to) => height / 2 - y * to,
      )
    },
    middle() {
      const { zoom, x, y } = now()
      if (!(zoom > 0)) return { zoom: 0, x: (left + right) / 2, y: (top + bottom) / 2 }
      return { zoom, x: (size.width / 2 - x) / zoom, y: (size.height / 2 - y) / zoom }
    },
    measure() {
      const { width, height } = sizeOf(svg)
      if (width === 0 || height === 0) return false
      size = { width, height }
      return true
    },
    close() {
      isOpen = false
    },
  }
}

function sizeOf({ clientWidth: width, clientHeight: height }: SVGSVGElement) {
  return { width, height }
}

function openViewport(svg: SVGSVGElement, root: SVGGElement, onUpdatedCTM: Parameters<typeof ShadowViewport>[1]['onUpdatedCTM']) {
  const nothing = (): void => {}
  return ShadowViewport(root, {
    svg,
    ...sizeOf(svg),
    fit: true,
    center: true,
    refreshRate: 'auto',
    beforeZoom: nothing,
    onZoom: nothing,
    beforePan: nothing,
    onPan: nothing,
    onUpdatedCTM,
  })
}

/** Where an axis may begin: a hall that is smaller than the map stands in its middle, a larger one never leaves it. */
function within(pan: number, [low, high]: readonly [number, number], room: number): number {
  return high - low <= room ? (room - high - low) / 2 : Math.min(SLACK - low, Math.max(room - SLACK - high, pan))
}
