import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'
import type { View } from '#islands/seat-map/core/view.ts'

/** Room between a name and what stands beside it. */
const GAP_PX = 4
/** A map that has not moved for so long is at rest. */
const REST_MS = 110

/**
 * Tells what stands on the map, in its pixels, whenever it has come to rest.
 * @param within any part of the map's drawing
 * @returns what to call with each view that is shown
 */
export function watchCovers(within: Element, tell: (covers: readonly Box[], view: View) => void): (view: View) => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  let told = ''
  return (view) => {
    clearTimeout(rest)
    rest = setTimeout(() => {
      const covers = coversOf(within)
      const now = `${String(covers)} ${String([view.zoom, view.x, view.y])}`
      if (now === told) return
      told = now
      tell(covers, view)
    }, REST_MS)
  }
}

/** What stands on the map, where it hides the plan in this view. */
export function inPlan(covers: readonly Box[], { zoom, x, y }: View): readonly Box[] {
  return covers.map(([left, top, right, bottom]): Box => [(left - x) / zoom, (top - y) / zoom, (right - x) / zoom, (bottom - y) / zoom])
}

/** Buttons and the small map, in pixels of the map. */
function coversOf(within: Element): readonly Box[] {
  const layers = within.closest('.map-layers')
  if (!layers) return []
  const map = layers.getBoundingClientRect()
  return (
    [...(layers.parentElement?.children ?? [])]
      .filter((one) => one.matches('.zoom, .minimap, .map-best'))
      // What is for the ear alone is clipped away.
      .filter((one) => getComputedStyle(one).clipPath === 'none' && one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ left, top, right, bottom }): Box => [
        left - map.left - GAP_PX,
        top - map.top - GAP_PX,
        right - map.left + GAP_PX,
        bottom - map.top + GAP_PX,
      ])
  )
}
