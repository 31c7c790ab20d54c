import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { draw, pathOf, setAttributes } from '#islands/seat-map/core/chart/svg.ts'
import type { MapSize, View } from './view.ts'

/** Above this many rows their sections are drawn instead. */
const MANY_ROWS = 160

/** The small whole of the hall with a frame around what is seen. @returns a function that follows the view */
export function openMinimap(host: HTMLElement, hall: Hall): (view: View, size: MapSize) => void {
  const [left, top, right, bottom] = hall.box
  const svg = draw(host, 'svg', { viewBox: `${left} ${top} ${right - left} ${bottom - top}` })
  if (hall.stage) draw(svg, 'path', { d: pathOf(hall.stage.outline), class: 'stage-o' })
  const line = (first: number, last: number) =>
    `M${[0, 1, 2, 3, 4]
      .map((quarter) => Math.round(first + ((last - first) * quarter) / 4))
      .map((seat) => `${hall.x[seat]} ${hall.y[seat]}`)
      .join('L')}${hall.tables?.at(first)?.kind === 'table' ? 'Z' : ''}`
  const isRows = hall.rows.length <= MANY_ROWS
  const lines =
    isRows && hall.count > 0
      ? hall.rows.filter(({ first, end }) => end > first).map(({ first, end }) => line(first, end - 1))
      : hall.sections.map(({ outline, box: [x0, y0, x1, y1] }) => pathOf(outline) || `M${x0} ${y0}H${x1}V${y1}H${x0}Z`)
  draw(svg, 'path', { d: lines.join(''), class: 'lines', 'stroke-width': isRows ? hall.pitch * 0.5 : hall.pitch * 0.8 })
  const frame = draw(svg, 'rect', { class: 'vp' })
  return ({ zoom, x, y }, { width, height }) => {
    const [fromX, fromY] = [Math.max(left, -x / zoom), Math.max(top, -y / zoom)]
    const box = {
      x: fromX,
      y: fromY,
      width: Math.min(right, (width - x) / zoom) - fromX,
      height: Math.min(bottom, (height - y) / zoom) - fromY,
    }
    setAttributes(frame, box)
  }
}
