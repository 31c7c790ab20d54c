import svgpath from 'svgpath'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { apply, type Matrix } from './svg-matrix.ts'

type Attributes = Readonly<Record<string, string>>

/** Points of a curve between its ends. */
const STEPS = 8
const MOST_POINTS = 5_000

/** The outlines of a shape in the drawing's units, each closed; empty for what draws nothing. */
export function outlinesOf(name: string, attributes: Attributes, matrix: Matrix): Point[][] {
  return localOutlines(name, attributes)
    .map((outline) => outline.map((point) => apply(matrix, point)).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
    .filter((outline) => outline.length >= 2)
}

function localOutlines(name: string, attributes: Attributes): Point[][] {
  const number = (key: string): number => lengthOf(attributes[key])
  const [x, y, cx, cy] = [number('x'), number('y'), number('cx'), number('cy')]
  if (name === 'rect') {
    const [right, bottom] = [x + number('width'), y + number('height')]
    return right > x && bottom > y ? [[[x, y], [right, y], [right, bottom], [x, bottom]]] : [] // prettier-ignore
  }
  if (name === 'circle' || name === 'ellipse') {
    const [rx, ry] = name === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry') || number('rx')]
    return rx > 0 && ry > 0 ? [ellipsePoints([cx, cy], rx, ry)] : []
  }
  if (name === 'polygon' || name === 'polyline') return [readPoints(attributes.points ?? '')]
  if (name === 'path') return pathOutlines(attributes.d ?? '')
  return []
}

/** A length in user units: px are the same, other units are read as if they were. */
export function lengthOf(written: string | undefined): number {
  const value = Number.parseFloat(written ?? '')
  return Number.isFinite(value) ? value : 0
}

function ellipsePoints([cx, cy]: Point, rx: number, ry: number): Point[] {
  return Array.from({ length: 24 }, (_, step): Point => {
    const angle = (step / 24) * 2 * Math.PI
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
}

function readPoints(written: string): Point[] {
  const numbers = (written.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index): Point => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0])
}

function pathOutlines(d: string): Point[][] {
  const outlines: Point[][] = []
  let count = 0
  svgpath(d)
    .abs()
    .unshort()
    .unarc()
    // oxlint-disable-next-line max-params -- The library says where a segment begins by its third and fourth.
    .iterate(([command, ...values], _index, x, y) => {
      if (count > MOST_POINTS) return
      if (command === 'M') outlines.push([])
      const outline = outlines.at(-1)
      const added = segmentPoints(command, values, [x, y])
      count += added.length
      outline?.push(...added)
    })
  return outlines
}

function segmentPoints(command: string, values: readonly number[], from: Point): Point[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
  if (command === 'M' || command === 'L') return [[a, b]]
  if (command === 'H') return [[a, from[1]]]
  if (command === 'V') return [[from[0], a]]
  if (command === 'C') return curve([from, [a, b], [c, d], [e, f]])
  if (command === 'Q') return curve([from, [a, b], [c, d]])
  return []
}

/** Points of a Bézier curve by de Casteljau's steps. */
function curve(points: readonly Point[]): Point[] {
  const at = (list: readonly Point[], t: number): Point => {
    const [only = [0, 0]] = list
    if (list.length <= 1) return only
    return at(list.slice(1).map(([x, y], index): Point => {
      const [bx, by] = list[index] ?? [0, 0]
      return [bx + (x - bx) * t, by + (y - by) * t]
    }), t) // prettier-ignore
  }
  return Array.from({ length: STEPS }, (_, step) => at(points, (step + 1) / STEPS))
}
