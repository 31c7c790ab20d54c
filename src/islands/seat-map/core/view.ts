import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'
import { openCamera, type Camera } from './camera.ts'

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

export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** @param mostZoom the closest zoom, given the one that shows the whole hall */
export function openViewer(
  svg: SVGSVGElement,
  root: SVGGElement,
  box: Box,
  mostZoom: (least: number) => number,
  draw: (view: View) => void,
): Viewer {
  const camera = openCamera(svg, root, box, mostZoom, draw)
  const now = () => camera.now()
  let stop = () => {}
  let aimed = 0
  const halt = () => {
    stop()
    aimed = 0
  }
  return {
    now,
    show: (x, y, zoom) => show(camera, x, y, zoom),
    limits: () => camera.limits(),
    size: () => camera.size(),
    aim: () => aimed || now().zoom,
    panBy(dx, dy) {
      halt()
      const { zoom, x, y } = now()
      camera.set(
        zoom,
        () => x + dx,
        () => y + dy,
      )
      return y + dy - now().y
    },
    zoomAt(factor, x, y) {
      halt()
      zoomAround(camera, factor, x, y)
    },
    glide(x, y, wish) {
      halt()
      const from = camera.middle()
      const end = camera.allowed(wish)
      if (prefersStillness()) {
        show(camera, x, y, end)
        return
      }
      aimed = end
      stop = glideOver((part) => {
        show(camera, from.x + (x - from.x) * part, from.y + (y - from.y) * part, from.zoom * (end / from.zoom) ** part)
        if (part === 1) aimed = 0
      })
    },
    resize() {
      const { zoom, x, y } = camera.middle()
      const wasWhole = zoom < camera.limits().least * 1.01
      if (camera.measure()) show(camera, x, y, wasWhole ? 0 : zoom)
    },
    close() {
      camera.close()
      halt()
    },
  }
}

/** Zooms and keeps a point of the map, in pixels, where it is. */
function zoomAround(camera: Camera, factor: number, atX: number, atY: number): void {
  const { zoom, x, y } = camera.now()
  camera.set(
    zoom * factor,
    (to) => atX - ((atX - x) * to) / zoom,
    (to) => atY - ((atY - y) * to) / zoom,
  )
}

/** Has a plan point in the middle of the map. */
function show(camera: Camera, x: number, y: number, zoom: number): void {
  const { width, height } = camera.size()
  camera.set(
    zoom,
    (to) => width / 2 - x * to,
    (to) => height / 2 - y * to,
  )
}

/** Steps from 0 to 1 frame by frame, ever more slowly. @returns a function that stops it */
function glideOver(step: (part: number) => void): () => void {
  const start = performance.now()
  const next = (time: number) => {
    const part = Math.min(1, Math.max(0, (time - start) / GLIDE_MS))
    if (part < 1) frame = requestAnimationFrame(next)
    step(1 - (1 - part) ** 3)
  }
  let frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}
