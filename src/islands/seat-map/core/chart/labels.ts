export { openMinimap } from '#islands/seat-map/core/minimap.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import { boxOf, type Box, type Hall, type HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { draw, LETTER } from './svg.ts'
import type { HitGrid } from '#islands/seat-map/core/hit-grid.ts'
import { UNITS_PER_PITCH } from '#islands/seat-map/core/looks.ts'
import type { View } from '#islands/seat-map/core/view.ts'
import { inPlan, watchCovers } from './covers.ts'
import { openRowNames, type RowNames } from './row-names.ts'

/** What is written by a section: its name and, where they fit, its price and how many places are left. */
export interface SectionLabel {
  readonly name: string
  readonly price: string
  readonly places?: string
  /** Where not all have room, the greater come first. */
  readonly weight?: number
}

/**
 * The names of the sections. None is written over a seat, over another name, into another section or under what stands on the map; what has no room is left
 * out until there is some.
 */
export interface Labels extends Pick<RowNames, 'show'> {
  say(labels: readonly SectionLabel[]): void
  place(view: View): void
}

const LEAST_PX = 12.5
const MOST_PX = 22
/** From one line to the next, in parts of the font's height. */
const LINE = 1.15

interface Text extends Required<SectionLabel> {
  readonly element: SVGTextElement
  readonly section: HallSection
  shown: string
}
interface Placed {
  readonly x: number
  readonly y: number
  readonly lines: readonly string[]
  readonly box: Box
}
/** The hall that names stand in, how high their letters are in plan units, and what of it is free. */
interface Room {
  readonly hall: Hall
  readonly em: number
  readonly isFree: (box: Box) => boolean
}

type Points = (half: number, high: number) => readonly (readonly [number, number])[]

/** Everything that is written on the seats but the stage's name: it comes after their first picture. */
export function openLabels(root: SVGGElement, grid: HitGrid): Labels {
  const { hall } = grid
  const { pitch } = hall
  const rows = openRowNames(draw(root, 'g', { class: 'rows' }), grid)
  const host = draw(root, 'g')
  const texts: Text[] = hall.sections.map((section) => ({
    element: draw(host, 'text', { class: 'sec-l' }),
    section,
    name: '',
    price: '',
    places: '',
    weight: 0,
    shown: '',
  }))
  let byWeight: readonly Text[] = []
  let covers: readonly Box[] = []
  // On the way the names move with the hall: what they come to stand under is looked at when it rests.
  const restAt = watchCovers(root, (found, view) => {
    covers = found
    place(view)
  })

  return {
    say(labels) {
      texts.forEach((text, at) => Object.assign(text, { places: '', weight: 0 }, labels[at]))
      byWeight = texts.toSorted((one, other) => other.weight - one.weight)
    },
    place,
    show(view, size) {
      rows.show(view, size)
      restAt(view)
    },
  }

  function place(view: View): void {
    const { zoom } = view
    const px = Math.max(LEAST_PX, Math.min(MOST_PX, (20 * pitch * zoom) / UNITS_PER_PITCH))
    const taken: Box[] = [...inPlan(covers, view), ...(hall.stage ? [boxOf([], hall.stage)] : [])]
    const isFree = (box: Box) => taken.every((other) => isApart(other, box)) && grid.isEmpty(around(box, pitch * 0.45))
    const room = { hall, em: px / zoom, isFree }
    const found = new Map<Text, Placed>()
    // Where the plan wants them first, then those that have no room there.
    for (const pointsOf of [ownPoint, pointsAround]) {
      for (const text of byWeight) {
        const placed = found.has(text) ? undefined : bestPlace(text, pointsOf(text.section, pitch), room)
        if (!placed) continue
        found.set(text, placed)
        taken.push(placed.box)
      }
    }
    for (const text of texts) write(text, found.get(text), px / 20 / zoom)
    rows.size(zoom)
  }
}

/**
 * Where a name has room, in the wording that says most; undefined: nowhere.
 * @param points where it may stand, best first
 */
function bestPlace(text: Text, points: Points, { hall, em, isFree }: Room): Placed | undefined {
  const { section } = text
  const { outline, box } = section
  const { pitch, box: whole } = hall
  const room = isSeatless(section) && outline.length > 0 ? box[2] - box[0] : Infinity
  for (const lines of wordings(text)) {
    const [half, high] = [(Math.max(...lines.map((line) => line.length)) * em * LETTER) / 2, (lines.length * LINE * em) / 2]
    if (half * 2 > room) continue
    for (const [wish, y] of points(half, high)) {
      const x = Math.max(whole[0] - pitch + half, Math.min(whole[2] + pitch - half, wish))
      const at: Box = [x - half, y - high, x + half, y + high]
      if (y - high < whole[1] - pitch || y + high > whole[3] + pitch) continue
      if (isFree(at) && !isElsewhere(hall, section, [x, y])) return { x, y, lines, box: at }
    }
  }
  return undefined
}

/** Whether a point is in another section than its own. */
function isElsewhere({ sections }: Hall, own: HallSection, [x, y]: readonly [number, number]): boolean {
  return sections.some((one) => one !== own && !isApart(one.box, [x, y, x, y]) && isInside(one.outline, x, y))
}

function ownPoint({ labelX, labelY }: HallSection): Points {
  return () => [[labelX, labelY]]
}

/** Below the section, above it, to either side; a section without seats keeps its name inside. */
function pointsAround(section: HallSection, pitch: number): Points {
  const [x0, y0, x1, y1] = section.box
  const [x, y, gap] = [(x0 + x1) / 2, (y0 + y1) / 2, pitch * 0.8]
  if (isSeatless(section)) return () => []
  return (half, high) => [
    [x, y1 + gap + high],
    [x, y0 - gap - high],
    [x0 - gap - half, y],
    [x1 + gap + half, y],
  ]
}

function isSeatless({ first, end }: HallSection): boolean {
  return end === first
}

function around([left, top, right, bottom]: Box, by: number): Box {
  return [left - by, top - by, right + by, bottom + by]
}

function isApart([x0, y0, x1, y1]: Box, [left, top, right, bottom]: Box): boolean {
  return right < x0 || left > x1 || bottom < y0 || top > y1
}

/** The ways to label a section, the one that says most first. */
function wordings({ section, name, price, places }: Text): string[][] {
  const first = price === '' ? name : `${name} · ${price}`
  const ways = isSeatless(section) ? [[first, places], [first], [name]] : [[first], [name]]
  return ways.map((lines) => lines.filter(Boolean))
}

function write(text: Text, placed: Placed | undefined, scale: number): void {
  const { element } = text
  const lines = placed?.lines ?? []
  const shown = lines.join('\n')
  if (text.shown !== shown) {
    element.textContent = ''
    lines.forEach((line, row) => {
      draw(element, 'tspan', { x: 0, y: `${(row - (lines.length - 1) / 2) * LINE}em` }).textContent = line
    })
  }
  text.shown = shown
  if (placed) element.setAttribute('transform', `translate(${placed.x} ${placed.y}) scale(${scale})`)
}
