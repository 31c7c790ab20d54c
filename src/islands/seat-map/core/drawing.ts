import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { drawChart } from '#islands/seat-map/core/chart/chart.ts'
import { draw } from '#islands/seat-map/core/chart/svg.ts'
import { openFrames } from './frames.ts'
import type { HitGrid } from './hit-grid.ts'
import type { SectionLabel } from '#islands/seat-map/core/chart/labels.ts'
import type { openMinimap as OpenMinimap } from './minimap.ts'
import { openSeatLayer } from './seat-layer.ts'
import type { View } from './view.ts'
import { openViewer } from './viewer.ts'
import { watchLooks } from './watch-looks.ts'

/** CSS pixels between neighbouring seats in the closest view. */
const CLOSEST_PITCH = 52
/** CSS pixels below the map's upper edge that the small map takes at most. */
const SMALL_MAP_END = 130

/** The element that canvas and drawing are put into, and the small map. */
export interface DrawnParts {
  readonly layers: HTMLElement
  readonly minimap: HTMLElement
}

/**
 * Everything of a map that is seen, without what is done on it: seats, chart and small map, drawn together wherever the viewer goes.
 * @param moved is called when what is shown has moved
 */
export function openDrawing({ layers, minimap }: DrawnParts, hits: HitGrid, moved: () => void) {
  const { hall } = hits
  const { pitch } = hall
  const [left, top, right, bottom] = hall.box
  const margin = Math.max(pitch * 0.9, (bottom - top) * 0.02)
  const box = [left - margin * 1.8, top - margin, right + margin * 1.8, bottom + margin] as const
  const layer = openSeatLayer(layers.appendChild(document.createElement('canvas')), hall, (isAll) => frames.soon(isAll))
  const svg = draw(layers, 'svg', { class: 'map', 'aria-hidden': 'true' })
  const root = draw(svg, 'g')
  // These two measure the page: before the chart there is little to lay out.
  const viewer = openViewer({ svg, root, box, most: (least) => Math.max(CLOSEST_PITCH / pitch, least * 1.5) }, (view) => frames.all(view))
  const refresh = () => {
    layer.refresh()
    frames.soon(true)
  }
  const stopWatching = watchLooks(layers, refresh, () => {
    viewer.resize()
    refresh()
    // A canvas of another size is empty: it must not be shown so.
    frames.all(viewer.now())
  })
  const chart = drawChart(root, hits)
  let openMinimap: typeof OpenMinimap | undefined
  let followMinimap: ReturnType<typeof OpenMinimap> | undefined
  const frames = openFrames(
    () => viewer.now(),
    (view, isMoving) => {
      const size = viewer.size()
      if (size.width === 0) return
      // Colours are asked for by the seats, which styles all that has changed: so the drawing changes first.
      chart.follow(view, size, isMoving)
      layer.draw(view, isMoving)
      moved()
      minimap.hidden = !openMinimap || view.zoom < viewer.limits().least * 1.12 || isAtTop(hall, view)
      if (!minimap.hidden) (followMinimap ??= openMinimap?.(minimap, hall))?.(view, size)
    },
    () => layer.patch(),
  )
  return {
    viewer,
    layer,
    chart,
    isShown: () => svg.isConnected,
    /** Words that do not come leave a map that works. */
    async label(labels: readonly SectionLabel[]) {
      const found = await chart.label(labels).catch(() => undefined)
      if (!frames.hasDrawn()) return
      // The small map and what lies under the seats have come with the first words.
      if (found === openMinimap) chart.follow(viewer.now(), viewer.size(), false)
      else frames.soon(true)
      openMinimap = found
    },
    close() {
      frames.stop()
      stopWatching()
      viewer.close()
    },
  }
}

/** Whether the name of the stage is where the small map would cover it. */
function isAtTop({ stage }: Hall, { zoom, y }: View): boolean {
  const at = stage ? y + stage.labelY * zoom : -1
  return at > 0 && at < SMALL_MAP_END
}

export type Drawing = ReturnType<typeof openDrawing>
