import { readColour } from '#lib/domain/seating/plan/file-colour.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import { roundUnits, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { roundPoint } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PlanArea } from '#lib/domain/seating/plan/seatplan.ts'
import type { PretixArea, PretixPlan, PretixZone } from './pretix-format.ts'
import { inside, writePath, type Reading } from '#lib/server/import/read/report.ts'

/** An area of the file as it is drawn, with its path ("zones[0].areas[1]") and all of its words. */
export interface ReadArea {
  readonly path: string
  readonly area: PlanArea
  readonly words: readonly string[]
}

const TEXT_SIZE = 16
const TEXT_COLOUR = '#333333'
/** A circle of a file is drawn as a polygon that is nowhere further than this from it, in pixels. */
const ROUNDNESS = 0.25

/** Every area of every zone, in the file's order. Shapes and colours that are not known are noted. */
export function readAreas(plan: PretixPlan, moveOf: (zone: PretixZone) => Point, { place, notes }: Reading): ReadArea[] {
  return plan.zones.flatMap((zone, zoneIndex) =>
    zone.areas.flatMap((area, index) => {
      const here = inside(place, 'zones', zoneIndex, 'areas', index)
      const path = writePath(here.path).slice(2)
      const read = readArea(area, moveOf(zone), { place: here, notes })
      return read ? [{ path, area: read, words: wordsOf(area) }] : []
    }),
  )
}

/** Marks the areas that seats stand on. */
export function markUnderSeats(areas: readonly ReadArea[], seats: readonly Point[]): ReadArea[] {
  return areas.map((read) => ({ ...read, area: { ...read.area, isUnderSeats: hasSeat(read.area.outline, seats) } }))
}

function hasSeat(outline: readonly Point[], seats: readonly Point[]): boolean {
  const { left, right, top, bottom } = boundsOf(outline)
  return seats.some(([x, y]) => x > left && x < right && y > top && y < bottom && isInside(outline, x, y))
}

function readArea(area: PretixArea, [zoneX, zoneY]: Point, reading: Reading): PlanArea | undefined {
  const corners = cornersOf(area)
  if (!corners && area.shape !== 'text') {
    reading.notes.repair(
      inside(reading.place, 'shape'),
      `left out an area whose shape "${area.shape}" is unknown or has no size; known are polygon, rectangle, circle, ellipse and text`,
    )
    return undefined
  }
  const turned = turnedAbout([zoneX + (area.position?.x ?? 0), zoneY + (area.position?.y ?? 0)], area.rotation)
  return {
    outline: (corners ?? []).map(turned),
    fill: colourOf(area.color, 'color', reading),
    line: colourOf(area.border_color, 'border_color', reading),
    ...textOf(area, turned),
    textColour: colourOf(area.text?.color, 'text.color', reading) ?? TEXT_COLOUR,
    rotate: roundUnits(area.rotation),
    isUnderSeats: false,
  }
}

/** What is written on an area, where and how large. */
function textOf({ text }: PretixArea, turned: (point: Point) => Point): Pick<PlanArea, 'text' | 'textX' | 'textY' | 'textSize'> {
  const [textX, textY] = turned([text?.position?.x ?? 0, text?.position?.y ?? 0])
  return { text: text?.text ?? '', textX, textY, textSize: Math.max(1, text?.size ?? TEXT_SIZE) }
}

function colourOf(written: string | null | undefined, key: string, { place, notes }: Reading): string | null {
  const read = readColour(written)
  if (read === undefined)
    notes.repair(inside(place, ...key.split('.')), `"${String(written)}" is no colour such as #a0c4ff; it is drawn without`)
  return read ?? null
}

/** Degrees clockwise about the area's position, which is the origin of its shape and text. */
function turnedAbout([x, y]: Point, degrees: number): (point: Point) => Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return ([px, py]) => roundPoint([x + px * cos - py * sin, y + px * sin + py * cos])
}

/** The shape's corners about its position; undefined for a text, an unknown shape, and one without size. */
function cornersOf({ shape, rectangle, circle, ellipse, polygon }: PretixArea): Point[] | undefined {
  if (shape === 'rectangle' && rectangle) {
    const { width, height } = rectangle
    return [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ]
  }
  if (shape === 'circle' && circle) return roundCorners(circle.radius, circle.radius)
  if (shape === 'ellipse' && ellipse) return roundCorners(ellipse.radius.x, ellipse.radius.y)
  if (shape === 'polygon' && polygon && polygon.points.length > 2) return polygon.points.map(({ x, y }) => [x, y])
  return undefined
}

function roundCorners(across: number, down: number): Point[] {
  const radius = Math.max(1, Math.abs(across), Math.abs(down))
  const corners = Math.max(24, Math.min(720, 4 * Math.ceil(Math.PI / Math.acos(1 - ROUNDNESS / radius) / 4)))
  return Array.from({ length: corners }, (_, at): Point => {
    const angle = (at * 2 * Math.PI) / corners
    return [across * Math.cos(angle), down * Math.sin(angle)]
  })
}

/** Its text, and what it is called under keys that the format does not know. */
function wordsOf(area: PretixArea): string[] {
  const called = ['name', 'title', 'label', 'type', 'kind', 'role', 'id'].map((key) => area[key])
  return [area.text?.text ?? '', ...called].filter((words) => typeof words === 'string' && words !== '') as string[]
}
