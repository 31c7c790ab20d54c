import type { View } from './view.ts'

/** When the map is drawn: everything that changes before the next frame once, in that frame. */
export interface Frames {
  /** Draws in the next frame: all of it, or what has changed alone. */
  soon(isAll: boolean): void
  all(view: View): void
  /** Whether anything was drawn yet. */
  hasDrawn(): boolean
  stop(): void
}

/** A zoom that has not changed for so long is at rest. */
const SETTLE_MS = 110

export function openFrames(now: () => View, draw: (view: View, isMoving: boolean) => void, patch: () => void): Frames {
  let settle: ReturnType<typeof setTimeout> | undefined
  let lastZoom = 0
  let due: 'changes' | 'all' | undefined

  const soon = (isAll: boolean) => {
    if (!due)
      requestAnimationFrame(() => {
        const what = due
        due = undefined
        if (what === 'all') all(now())
        if (what === 'changes') patch()
      })
    if (isAll || !due) due = isAll ? 'all' : 'changes'
  }
  const stop = () => {
    due = undefined
    clearTimeout(settle)
  }
  const all = (view: View) => {
    stop()
    if (!(view.zoom > 0)) return
    const isMoving = lastZoom !== 0 && view.zoom !== lastZoom
    lastZoom = view.zoom
    if (isMoving) settle = setTimeout(soon, SETTLE_MS, true)
    draw(view, isMoving)
  }
  return { soon, all, stop, hasDrawn: () => lastZoom > 0 }
}
