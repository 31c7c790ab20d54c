import type { PlanStage } from '#lib/domain/seating/plan/seatplan.ts'
import type { HitGrid } from '#islands/seat-map/core/hit-grid.ts'
import type { Labels, openMinimap as OpenMinimap, SectionLabel } from './labels.ts'
import { UNITS_PER_PITCH } from '#islands/seat-map/core/looks.ts'
import { draw, pathOf, setAttributes, LETTER } from './svg.ts'
import type { MapSize, View } from '#islands/seat-map/core/view.ts'

/** The drawing above the seats: stage, sections, labels, row names, focus ring. It never holds a seat. */
export interface Chart {
  /** Ends when they can be placed, with what draws the small map: both come after the first picture of the seats. */
  label(labels: readonly SectionLabel[]): Promise<typeof OpenMinimap>
  /** Follows the zoom: what is legible and fits is shown. */
  follow(view: View, size: MapSize, isMoving: boolean): void
  ring(seat: number | null): void
}

/** @param root what moves with the view */
export function drawChart(root: SVGGElement, grid: HitGrid): Chart {
  const { hall } = grid
  const unit = hall.pitch / UNITS_PER_PITCH
  const grounds = draw(root, 'g')
  for (const section of hall.sections) {
    const d = pathOf(section.outline)
    if (d) draw(grounds, 'path', { d, class: section.isReserved ? 'sec-o' : 'sec-o ga' })
  }
  const sizeStage = hall.stage && drawStage(root, hall.stage)
  const written = draw(root, 'g')
  let labels: Labels | undefined
  let labelledAt = 0
  const ring = draw(root, 'circle', { id: 'focus-ring', r: 21 * unit })

  return {
    async label(next) {
      const { openLabels, openMinimap } = await import('./labels.ts')
      labels ??= openLabels(written, grid)
      labels.say(next)
      labelledAt = 0
      return openMinimap
    },
    follow(view, size, isMoving) {
      // Text is dear to lay out: on the way it grows with the hall, and takes its own size in steps and at rest.
      if (Math.abs(Math.log(view.zoom / labelledAt)) > (isMoving ? 0.22 : 0)) {
        labels?.place(view)
        sizeStage?.(view.zoom)
        labelledAt = view.zoom
      }
      labels?.show(view, size)
    },
    ring(seat) {
      ring.style.display = seat === null ? 'none' : 'block'
      if (seat === null) return
      setAttributes(ring, { cx: hall.x[seat] ?? 0, cy: hall.y[seat] ?? 0 })
    },
  }
}

/** Draws the stage with its label. @returns what gives the label its size at a zoom */
function drawStage(root: SVGGElement, { outline, label, labelX, labelY }: PlanStage): (zoom: number) => void {
  draw(root, 'path', { d: pathOf(outline), class: 'stage-o' })
  const element = draw(root, 'text', { class: 'stage-l', dy: '.34em' })
  element.textContent = label
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  // The label takes 30 % of the stage's width or 23 % of its height, and where that is too small to read at most three times as much.
  const scale = Math.min(
    (span(outline.map(([x]) => x)) * 0.3) / (label.length * 30 * LETTER),
    (span(outline.map(([, y]) => y)) * 0.23) / 30,
  )
  return (zoom) => {
    const shown = Math.min(scale * 3, Math.max(scale, 13 / 30 / zoom))
    element.setAttribute('transform', `translate(${labelX} ${labelY}) scale(${shown})`)
  }
}
