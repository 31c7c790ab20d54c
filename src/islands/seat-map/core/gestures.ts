import type { Viewer } from './view.ts'

interface Point {
  readonly x: number
  readonly y: number
}
/** What the map does about a press that was no drag. Coordinates are pixels of the map. */
export type Tap = (x: number, y: number, by: { readonly isTouch: boolean; readonly isDouble: boolean }) => void

const DOUBLE_MS = 320
const WHEEL_STEP = 0.0022
const BY_LINE = 16

export interface GestureActs {
  readonly tap: Tap
  /** The pointer is over a point of the map; −1, −1: over none. */
  readonly hover: (x: number, y: number) => void
}

/** Drag, pinch, wheel and taps on one element. @returns a function that lets go of it */
export function followGestures(host: HTMLElement, viewer: Viewer, { tap, hover }: GestureActs): () => void {
  const fingers = new Map<number, Point>()
  let start: Point = { x: 0, y: 0 }
  let lastTap = { x: 0, y: 0, at: 0 }
  let isDrag = false
  const stop = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
    host.addEventListener(type, act, { signal: stop.signal, passive: false })
  const inMap = ({ x, y }: Point): Point => {
    const box = host.getBoundingClientRect()
    return { x: x - box.left, y: y - box.top }
  }

  listen('pointerdown', (event) => {
    if (event.button !== 0) return
    fingers.set(event.pointerId, pointOf(event))
    if (fingers.size > 1) isDrag = true
    else [start, isDrag] = [pointOf(event), false]
    // A captured pointer keeps its drag outside the map; synthetic events have none to capture.
    if (event.isTrusted) host.setPointerCapture(event.pointerId)
  })
  listen('pointermove', (event) => {
    const at = pointOf(event)
    const before = fingers.get(event.pointerId)
    if (!before) {
      const { x, y } = inMap(at)
      return hover(x, y)
    }
    const slop = event.pointerType === 'mouse' ? 4 : 9
    if (!isDrag && Math.hypot(at.x - start.x, at.y - start.y) < slop) return
    isDrag = true
    fingers.set(event.pointerId, at)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) return pinch(before, at, other)
    const rest = viewer.panBy(at.x - before.x, at.y - before.y)
    if (event.pointerType !== 'mouse') scrollOn(rest)
  })
  const lift = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || isDrag || event.type !== 'pointerup') return
    const at = pointOf(event)
    const isDouble = event.timeStamp - lastTap.at < DOUBLE_MS && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 30
    lastTap = { ...at, at: isDouble ? 0 : event.timeStamp }
    const { x, y } = inMap(at)
    tap(x, y, { isTouch: event.pointerType !== 'mouse', isDouble })
  }
  listen('pointerup', lift)
  listen('pointercancel', lift)
  listen('pointerleave', () => hover(-1, -1))
  listen('wheel', (event) => turnWheel(viewer, event, inMap(pointOf(event))))

  function pinch(before: Point, at: Point, other: Point): void {
    viewer.panBy((at.x - before.x) / 2, (at.y - before.y) / 2)
    const middle = inMap({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
    viewer.zoomAt(gapOf(at, other) / gapOf(before, other), middle.x, middle.y)
  }
  return () => stop.abort()
}

/** In pixels of the window: the map itself may move while a drag scrolls the page. */
function pointOf(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY }
}

function gapOf(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y) || 1
}

/** What the edge of the hall stops goes on as a scroll of the page, so that a map never traps a thumb. */
function scrollOn(rest: number): void {
  if (Math.abs(rest) > 0.5) window.scrollBy(0, -rest)
}

/** Zooms at a point of the map; at either end of the zoom the wheel belongs to the page again. */
function turnWheel(viewer: Viewer, event: WheelEvent, { x, y }: Point): void {
  const { zoom } = viewer.now()
  const { least, most } = viewer.limits()
  const isOut = event.deltaY > 0
  if (!event.ctrlKey && (isOut ? zoom <= least * 1.001 : zoom >= most * 0.999)) return
  event.preventDefault()
  const delta = Math.max(-160, Math.min(160, event.deltaY * (event.deltaMode === 1 ? BY_LINE : 1) * (event.ctrlKey ? 4 : 1)))
  viewer.zoomAt(Math.exp(-delta * WHEEL_STEP), x, y)
}
