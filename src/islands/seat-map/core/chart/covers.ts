import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'

/** Room between a name and what stands beside it. */
const GAP_PX = 4

/** What stands on the map and hides what is under it: buttons, the small map. In pixels of the map. @param within any part of its drawing */
export function coversOf(within: Element): readonly Box[] {
  const layers = within.closest('.map-layers')
  if (!layers) return []
  const map = layers.getBoundingClientRect()
  return (
    [...(layers.parentElement?.children ?? [])]
      .filter((one) => one.matches('.zoom, .minimap, .map-best'))
      // What is for the ear alone is clipped away.
      .filter((one) => getComputedStyle(one).clipPath === 'none' && one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ left, top, right, bottom }) => [
        left - map.left - GAP_PX,
        top - map.top - GAP_PX,
        right - map.left + GAP_PX,
        bottom - map.top + GAP_PX,
      ])
  )
}
