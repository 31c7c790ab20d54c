import type { PictureArea } from '#lib/contract/show/venue-pictures.ts'
import type { AreaForm } from '#lib/domain/seating/plan/picture-areas.ts'

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Includes the alternative spellings that browsers accept. */
const SHAPES: Readonly<Record<string, PictureArea['shape'] | 'default'>> = {
  '': 'rect',
  rect: 'rect',
  rectangle: 'rect',
  circle: 'circle',
  circ: 'circle',
  poly: 'poly',
  polygon: 'poly',
  default: 'default',
}
const NUMBER = /^[+-]?(\d{1,7}(\.\d{0,6})?|\.\d{1,6})$/
const MOST_NUMBERS = 1_000
const WANTED = {
  rect: 'four numbers: left, top, right, bottom',
  circle: 'three numbers: x, y, radius',
  poly: 'at least three points, each as x, y',
}

/** An area's shape inside the picture; 'everywhere' for the shape "default"; a sentence if the shape is invalid. */
export function readForm(
  shapeText: string,
  coordsText: string,
  size: PictureSize,
): AreaForm | 'everywhere' | { readonly sentence: string } {
  const name = shapeText.trim().toLowerCase()
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
  if (!shape) return { sentence: `has a shape that is none of rect, circle and poly: "${name.slice(0, 40)}"` }
  if (shape === 'default') return 'everywhere'
  const written = coordsText.split(/[\s,;]+/).filter((part) => part !== '')
  const wrong = written.find((part) => !NUMBER.test(part))
  if (wrong !== undefined) return { sentence: `has a coordinate that is no number: "${wrong.slice(0, 40)}"` }
  const numbers = written.map(Number)
  if (!isCount(shape, numbers.length)) return { sentence: `has ${String(numbers.length)} coordinates, but a ${shape} has ${WANTED[shape]}` }
  const coords = clampForm(shape, numbers, size)
  return isSeen(shape, coords) ? { shape, coords } : { sentence: 'covers nothing of the picture' }
}

function isCount(shape: PictureArea['shape'], count: number): boolean {
  if (shape === 'rect') return count === 4
  if (shape === 'circle') return count === 3
  return count >= 6 && count % 2 === 0 && count <= MOST_NUMBERS
}

function clampForm(shape: PictureArea['shape'], numbers: readonly number[], { width, height }: PictureSize): number[] {
  const within = (value: number, most: number): number => Math.round(Math.min(most, Math.max(0, value)) * 100) / 100 + 0
  if (shape === 'circle') {
    const [x = 0, y = 0, radius = 0] = numbers
    return [within(x, width), within(y, height), within(radius, Math.hypot(width, height))]
  }
  const inside = numbers.map((value, index) => within(value, index % 2 === 0 ? width : height))
  if (shape === 'poly') return inside
  const [left = 0, top = 0, right = 0, bottom = 0] = inside
  return [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)]
}

/** Whether the area has any extent after clipping: an area outside the picture collapses to its edge. */
function isSeen(shape: PictureArea['shape'], coords: readonly number[]): boolean {
  if (shape === 'circle') return (coords[2] ?? 0) > 0
  const [across, down] = [coords.filter((_, index) => index % 2 === 0), coords.filter((_, index) => index % 2 === 1)]
  return Math.max(...across) > Math.min(...across) && Math.max(...down) > Math.min(...down)
}
