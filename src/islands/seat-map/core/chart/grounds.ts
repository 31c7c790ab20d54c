import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { PlanArea, PlanPicture } from '#lib/domain/seating/plan/seatplan.ts'
import type { View } from '#islands/seat-map/core/view.ts'
import { draw, LETTER, pathOf } from './svg.ts'

/** What a plan's file draws under the seats. It has a drawing of its own: that of the chart lies over the seats. */
export interface Grounds {
  follow(view: View): void
  close(): void
}

/** CSS pixels of a letter's height below which a text is enlarged as far as its shape has room. */
const LEGIBLE = 13

/** Draws the picture, shapes and texts in the file's order, colours and turns, and tables on them. Shapes that seats stand on are drawn faintly, so that every seat can be told from them. */
export function openGrounds(
  layers: HTMLElement,
  { areas = [], tables, stage, picture }: Pick<Hall, 'areas' | 'tables' | 'stage' | 'picture'>,
): Grounds {
  const svg = draw(layers, 'svg', { class: 'map grounds', 'aria-hidden': 'true' })
  layers.prepend(svg)
  // One of the areas may be the stage, in the colours of its file.
  const outline = pathOf(stage?.outline ?? [])
  if (areas.some((area) => area.outline.length > 0 && pathOf(area.outline) === outline)) layers.dataset.stage = 'drawn'
  const root = draw(svg, 'g')
  if (picture) drawPicture(root, picture)
  const sizes = areas.map((area) => drawArea(root, area))
  for (const { outline } of tables?.all ?? []) draw(root, 'path', { d: pathOf(outline), class: 'tbl' })
  return {
    follow({ zoom, x, y }) {
      root.setAttribute('transform', `translate(${x} ${y}) scale(${zoom})`)
      for (const size of sizes) size?.(zoom)
    },
    close() {
      delete layers.dataset.stage
      svg.remove()
    },
  }
}

/** The veil over it keeps seats and words as clear as on the map itself, whatever the picture is. */
function drawPicture(root: SVGGElement, { src, ...box }: PlanPicture): void {
  draw(root, 'image', { href: src, ...box, class: 'behind' })
  draw(root, 'rect', { ...box, class: 'veil' })
}

/** @returns what gives the area's text its size at a zoom */
function drawArea(root: SVGGElement, area: PlanArea): ((zoom: number) => void) | undefined {
  const { outline, fill, line, text, textX, textY, textSize, textColour, rotate, isUnderSeats } = area
  if (outline.length > 0) {
    const paint = { fill: fill ?? 'none', stroke: line ?? 'none' }
    draw(root, 'path', { d: pathOf(outline), class: isUnderSeats ? 'area under' : 'area', ...paint })
  }
  if (text === '') return undefined
  const turned = `translate(${textX} ${textY}) rotate(${rotate})`
  const look = { class: isLight(textColour) ? 'area-l light' : 'area-l', fill: textColour, dy: '.34em' }
  const element = draw(root, 'text', look)
  element.textContent = text
  const most = Math.max(textSize, roomFor(area))
  return (zoom) => {
    const size = Math.max(textSize, Math.min(most, LEGIBLE / zoom))
    element.setAttribute('transform', `${turned} scale(${size / LETTERS})`)
  }
}

/** The height of letters in the style sheet; the text is scaled to its own. */
const LETTERS = 20

/** How high letters may be for the text to fit its shape. */
function roomFor({ outline, text }: PlanArea): number {
  if (outline.length === 0) return 0
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const [width, height] = [span(outline.map(([x]) => x)), span(outline.map(([, y]) => y))]
  return Math.min((width * 0.9) / (text.length * LETTER), height * 0.6)
}

/** Whether letters of this colour, #rrggbb or #rrggbbaa, need a dark edge; others have a light one, so that any ground shows them. */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}
