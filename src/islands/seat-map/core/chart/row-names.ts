import type { Hall, HallRow } from '#lib/domain/seating/plan/seat-hall.ts'
import { draw } from './svg.ts'
import type { HitGrid } from '#islands/seat-map/core/hit-grid.ts'
import { UNITS_PER_PITCH } from '#islands/seat-map/core/looks.ts'
import { meets, type MapSize, type View } from '#islands/seat-map/core/view.ts'

/** Row names appear from this height on the way in, and are never drawn smaller or larger than the next two. */
const ROWS_FROM = 6
const LEAST_ROW = 9.5
const MOST_ROW = 16
/** The number of a table stands alone on it, and is so much larger. */
const ON_TABLE = 1.35

/** The names at both ends of each row, drawn when their section is first seen close enough. */
export interface RowNames {
  size(zoom: number): void
  show(view: View, size: MapSize): void
}

export function openRowNames(host: SVGGElement, grid: HitGrid): RowNames {
  const { hall } = grid
  const unit = hall.pitch / UNITS_PER_PITCH
  const groups: (SVGGElement | undefined)[] = []
  return {
    size(zoom) {
      const px = 13 * unit * zoom
      host.style.display = px < ROWS_FROM ? 'none' : ''
      host.style.fontSize = `${(Math.max(LEAST_ROW, Math.min(MOST_ROW, px)) / zoom / unit).toFixed(1)}px`
    },
    show(view, size) {
      if (13 * unit * view.zoom < ROWS_FROM) return
      const map = { ...view, ...size }
      hall.sections.forEach((section, at) => {
        if (section.end === section.first) return
        const isSeen = meets(section.box, map)
        if (isSeen) groups[at] ??= nameRows(at)
        const group = groups[at]
        if (group) group.style.display = isSeen ? '' : 'none'
      })
    },
  }

  function nameRows(section: number): SVGGElement {
    const group = draw(host, 'g')
    for (const row of hall.rows) {
      if (row.section !== section || row.name === '') continue
      const table = hall.tables?.at(row.first)
      // That it is a table, a bench or a box is seen.
      const name = table ? row.name.replace(/^\S+ /, '') : row.name
      const isTable = table?.kind === 'table'
      const scale = isTable ? unit * ON_TABLE : unit
      const write = (x = 0, y = 0) => {
        const transform = `translate(${x} ${y}) scale(${scale})`
        draw(group, 'text', { class: 'row-l', transform }).textContent = name
      }
      if (isTable) {
        write(...middleOf(hall, row))
        continue
      }
      for (const end of endsOf(hall, row)) if (isRoom(grid, end)) write(end[1], end[2])
    }
    return group
  }
}

/** The middle of a table, where its number stands alone. */
function middleOf({ x, y }: Hall, { first, end }: HallRow): readonly number[] {
  return [x, y].map((all) => all.slice(first, end).reduce((sum, value) => sum + value, 0) / (end - first))
}

type RowEnd = readonly [seat: number, x: number, y: number]

/** The seats at both ends of a row, each with the point beyond it. */
function endsOf(hall: Hall, { first, end }: HallRow): readonly RowEnd[] {
  const last = end - 1
  return [
    [first, ...beyond(hall, first, Math.min(first + 1, last))],
    [last, ...beyond(hall, last, Math.max(last - 1, first))],
  ]
}

function beyond(hall: Hall, end: number, inner: number): [x: number, y: number] {
  const [endX, endY] = [hall.x[end] ?? 0, hall.y[end] ?? 0]
  const [awayX, awayY] = [endX - (hall.x[inner] ?? 0), endY - (hall.y[inner] ?? 0)]
  const far = (hall.pitch * 1.05) / (Math.hypot(awayX, awayY) || Infinity)
  return [endX + awayX * far, endY + awayY * far]
}

/** Between two sections, or two halves of a row, a name would be read as part of either. */
function isRoom(grid: HitGrid, [end, x, y]: RowEnd): boolean {
  const { hall } = grid
  const further = grid.seatAt(x * 2.2 - (hall.x[end] ?? 0) * 1.2, y * 2.2 - (hall.y[end] ?? 0) * 1.2, hall.pitch * 1.2)
  const isSameLine = hall.addressY[further] === hall.addressY[end]
  const isApart = further < 0 || (hall.section[further] === hall.section[end] && !isSameLine)
  return isApart && grid.seatAt(x, y, hall.pitch * 0.75) < 0
}
