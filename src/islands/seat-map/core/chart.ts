import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { HitGrid } from './hit-grid.ts'
import type { Labels, SectionLabel } from './labels.ts'
import { UNITS_PER_PITCH } from './looks.ts'
import { meets, type View } from './view.ts'

/** The drawing above the seats: stage, sections, labels, row names, focus ring. It never holds a seat. */
export interface Chart {
  /** Ends when they can be placed: what writes them comes after the first picture of the seats. */
  label(labels: readonly SectionLabel[]): Promise<void>
  /** Follows the zoom: what is legible and fits is shown. */
  follow(view: View, width: number, height: number, isMoving: boolean): void
  ring(seat: number | null): void
}

const SVG = 'http://www.w3.org/2000/svg'
/** Row names appear from this height on the way in, and are never drawn smaller or larger than the next two. */
const ROWS_FROM = 6
const LEAST_ROW = 9.5
const MOST_ROW = 16
/** Width of a letter in parts of the font's height, on the average. */
export const LETTER = 0.53

export function draw<K extends keyof SVGElementTagNameMap>(
  parent: Element,
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
  text = '',
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag)
  setAttributes(element, attributes)
  element.textContent = text
  return parent.appendChild(element)
}

export function setAttributes(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}

export function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.length > 0 ? `M${points.map((point) => point.join(' ')).join('L')}Z` : ''
}

/** @param root what moves with the view */
export function drawChart(root: SVGGElement, hall: Hall, grid: HitGrid): Chart {
  const unit = hall.pitch / UNITS_PER_PITCH
  const grounds = draw(root, 'g')
  for (const section of hall.sections) {
    const d = pathOf(section.outline)
    if (d) draw(grounds, 'path', { d, class: section.isReserved ? 'sec-o' : 'sec-o ga' })
  }
  let stageLabel: { element: SVGElement; scale: number; most: number } | undefined
  if (hall.stage) {
    const { outline, label } = hall.stage
    draw(root, 'path', { d: pathOf(outline), class: 'stage-o' })
    stageLabel = { element: draw(root, 'text', { class: 'stage-l', dy: '.34em' }, label), ...stageScale(outline, label) }
  }
  const rows = draw(root, 'g', { class: 'rows' })
  const rowGroups: (SVGGElement | undefined)[] = []
  const written = draw(root, 'g')
  let labels: Labels | undefined
  let labelledAt = 0
  const ring = draw(root, 'circle', { id: 'focus-ring', r: 21 * unit })

  return {
    async label(next) {
      const { openLabels } = await import('./labels.ts')
      labels ??= openLabels(written, hall, grid)
      labels.say(next)
      labelledAt = 0
    },
    follow(view, width, height, isMoving) {
      // Text is dear to lay out: on the way it grows with the hall, and takes its own size in steps and at rest.
      if (Math.abs(Math.log(view.zoom / labelledAt)) > (isMoving ? 0.22 : 0)) {
        labels?.place(view.zoom)
        sizeStage(view.zoom)
        sizeRows(view.zoom)
        labelledAt = view.zoom
      }
      showRows(view, width, height)
    },
    ring(seat) {
      ring.style.display = seat === null ? 'none' : 'block'
      if (seat === null) return
      setAttributes(ring, { cx: hall.x[seat] ?? 0, cy: hall.y[seat] ?? 0 })
    },
  }

  function sizeStage(zoom: number): void {
    if (!hall.stage || !stageLabel) return
    const { scale, most } = stageLabel
    stageLabel.element.setAttribute(
      'transform',
      `translate(${hall.stage.labelX} ${hall.stage.labelY}) scale(${Math.min(most, Math.max(scale, 13 / 30 / zoom))})`,
    )
  }

  function sizeRows(zoom: number): void {
    const px = 13 * unit * zoom
    rows.style.display = px < ROWS_FROM ? 'none' : ''
    rows.style.fontSize = `${(Math.max(LEAST_ROW, Math.min(MOST_ROW, px)) / zoom / unit).toFixed(1)}px`
  }

  function showRows(view: View, width: number, height: number): void {
    if (13 * unit * view.zoom < ROWS_FROM) return
    hall.sections.forEach((section, at) => {
      if (section.end === section.first) return
      const isSeen = meets(section.box, view, width, height)
      if (isSeen) rowGroups[at] ??= nameRows(at)
      const group = rowGroups[at]
      if (group) group.style.display = isSeen ? '' : 'none'
    })
  }

  /** The name of a row stands at either end of it, where there is room beside the last seat. */
  function nameRows(section: number): SVGGElement {
    const group = draw(rows, 'g')
    for (const row of hall.rows) {
      if (row.section !== section || row.name === '') continue
      for (const [end, inner] of [
        [row.first, row.first + 1],
        [row.end - 1, row.end - 2],
      ] as const) {
        const [x, y] = beyond(end, inner < row.first || inner >= row.end ? end : inner)
        if (isRoom(end, x, y)) draw(group, 'text', { class: 'row-l', transform: `translate(${x} ${y}) scale(${unit})` }, row.name)
      }
    }
    return group
  }
  /** Between two sections, or two halves of a row, a name would be read as part of either. */
  function isRoom(end: number, x: number, y: number): boolean {
    const further = grid.seatAt(x * 2.2 - (hall.x[end] ?? 0) * 1.2, y * 2.2 - (hall.y[end] ?? 0) * 1.2, hall.pitch * 1.2)
    const isSameLine = hall.addressY[further] === hall.addressY[end]
    const isApart = further < 0 || (hall.section[further] === hall.section[end] && !isSameLine)
    return isApart && grid.seatAt(x, y, hall.pitch * 0.75) < 0
  }
  function beyond(end: number, inner: number): [number, number] {
    const [endX, endY] = [hall.x[end] ?? 0, hall.y[end] ?? 0]
    const [awayX, awayY] = [endX - (hall.x[inner] ?? 0), endY - (hall.y[inner] ?? 0)]
    const far = (hall.pitch * 1.05) / (Math.hypot(awayX, awayY) || Infinity)
    return [endX + awayX * far, endY + awayY * far]
  }
}

/** The label takes 30 % of the stage's width or 23 % of its height, and where that is too small to read at most three times as much. */
function stageScale(outline: readonly (readonly [number, number])[], label: string): { scale: number; most: number } {
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const scale = Math.min(
    (span(outline.map(([x]) => x)) * 0.3) / (label.length * 30 * LETTER),
    (span(outline.map(([, y]) => y)) * 0.23) / 30,
  )
  return { scale, most: scale * 3 }
}
