import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { apply, IDENTITY, multiply, readTransform, scaleOf, turnOf, type Matrix } from './svg-matrix.ts'
import { lengthOf, outlinesOf } from './svg-shapes.ts'
import type { SvgElement } from './svg-tree.ts'

/** Something drawn, with the groups around it from the inside out. */
export interface SvgItem {
  readonly element: SvgElement
  readonly groups: readonly SvgElement[]
  readonly matrix: Matrix
  /** A colour of CSS; empty where nothing is filled. */
  readonly fill: string
  readonly parts: readonly SvgItem[]
}

/** What an element is drawn with, handed down to those inside. */
interface Around {
  readonly groups: readonly SvgElement[]
  readonly matrix: Matrix
  readonly fill: string
  readonly uses: number
}

const DRAWN = new Set(['circle', 'ellipse', 'rect', 'path', 'polygon', 'polyline', 'text', 'use', 'g', 'svg', 'a', 'switch'])
const GROUPS = new Set(['g', 'svg', 'a', 'switch', 'symbol'])
const MOST_ITEMS = 400_000
const NOTHING: readonly SvgItem[] = []
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d.,%\s/]+\)|hsla?\([\d.,%\s/a-z]+\))$/i

/** Everything that the drawing draws, as groups with their parts, in its order. `hidden` counts what it hides. */
export function listItems(root: SvgElement, fills: ReadonlyMap<string, string>): { items: SvgItem[]; hidden: number } {
  const byId = new Map<string, SvgElement>()
  const index = (element: SvgElement): void => {
    if (element.attributes.id !== undefined) byId.set(element.attributes.id, element)
    for (const child of element.children) index(child)
  }
  index(root)
  let [count, hidden] = [0, 0]
  const list = (element: SvgElement, around: Around): SvgItem[] => {
    if (!DRAWN.has(element.name) && !(element.name === 'symbol' && around.uses > 0)) return []
    if (isHidden(element)) {
      hidden++
      return []
    }
    if (++count > MOST_ITEMS) throw new RangeError('too many parts')
    const matrix = element.attributes.transform === undefined ? around.matrix : multiply(around.matrix, ownMatrix(element))
    const fill = fillOf(element, fills) ?? around.fill
    const item = { element, groups: around.groups, matrix, fill }
    const isGroup = GROUPS.has(element.name)
    // Most elements are seats, which hold nothing.
    if (!isGroup && element.name !== 'use') return [{ ...item, parts: NOTHING }]
    const inside = { groups: [element, ...around.groups], matrix, fill, uses: around.uses }
    return [{ ...item, parts: isGroup ? element.children.flatMap((child) => list(child, inside)) : listUsed(element, inside) }]
  }
  const listUsed = (element: SvgElement, inside: Around): SvgItem[] => {
    if (inside.uses >= 4) return []
    const used = byId.get((element.attributes.href ?? element.attributes['xlink:href'] ?? '').replace(/^#/, ''))
    const [x, y] = [lengthOf(element.attributes.x), lengthOf(element.attributes.y)]
    const moved = { ...inside, matrix: multiply(inside.matrix, [1, 0, 0, 1, x, y]), uses: inside.uses + 1 }
    return used ? list(used, moved) : []
  }
  const around = { groups: [], matrix: IDENTITY, fill: '#000000', uses: 0 }
  return { items: root.children.flatMap((child) => list(child, around)), hidden }
}

/** An element's transform, about its `transform-origin` where it has one. */
function ownMatrix({ name, attributes }: SvgElement): Matrix {
  const own = readTransform(attributes.transform)
  const styled = (key: string): string | undefined =>
    new RegExp(`(?:^|;)\\s*${key}\\s*:\\s*([^;]+)`).exec(attributes.style ?? '')?.[1]?.trim() ?? attributes[key]
  const written = attributes.transform === undefined ? undefined : styled('transform-origin')
  if (written === undefined) return own
  const isOfShape = styled('transform-box') === 'fill-box'
  const box = boundsOf(outlinesOf(name, attributes, IDENTITY).flat())
  const [across = '0', down = '0'] = written.split(/\s+/)
  const place = (part: string, from: number, to: number): number => {
    if (part.endsWith('%')) return isOfShape ? from + ((to - from) * lengthOf(part)) / 100 : 0
    return (isOfShape ? from : 0) + lengthOf(part)
  }
  const [x, y] = [place(across, box.left, box.right), place(down, box.top, box.bottom)]
  return multiply(multiply([1, 0, 0, 1, x, y], own), [1, 0, 0, 1, -x, -y])
}

function isHidden({ attributes: { display, visibility, style = '' } }: SvgElement): boolean {
  return display === 'none' || visibility === 'hidden' || /display\s*:\s*none|visibility\s*:\s*hidden/.test(style)
}

function fillOf(
  { attributes: { fill, style = '', class: names = '' } }: SvgElement,
  fills: ReadonlyMap<string, string>,
): string | undefined {
  const styled = /(?:^|;)\s*fill\s*:\s*([^;]+)/.exec(style)?.[1]?.trim()
  const classed = names.split(/\s+/).map((name) => fills.get(name)).find((found) => found !== undefined) // prettier-ignore
  const found = styled ?? classed ?? fill
  if (found === undefined || found === 'inherit') return undefined
  return found !== 'none' && found !== 'transparent' && COLOUR.test(found) ? found : ''
}

/** All outlines of an item and its parts, in the drawing's units. */
export function itemOutlines(item: SvgItem): Point[][] {
  const own = outlinesOf(item.element.name, item.element.attributes, item.matrix)
  return [...own, ...item.parts.flatMap(itemOutlines)]
}

/** A seat's centre and the radius of the circle within it. */
export function seatPlace(item: SvgItem): { at: Point; radius: number } | undefined {
  const { name, attributes } = item.element
  const number = (key: string): number => lengthOf(attributes[key])
  const scale = scaleOf(item.matrix)
  if (name === 'circle' || name === 'ellipse') {
    const radius = name === 'circle' ? number('r') : Math.min(number('rx'), number('ry') || number('rx'))
    return { at: apply(item.matrix, [number('cx'), number('cy')]), radius: radius * scale }
  }
  if (name === 'rect') {
    const [width, height] = [number('width'), number('height')]
    return { at: apply(item.matrix, [number('x') + width / 2, number('y') + height / 2]), radius: (Math.min(width, height) / 2) * scale }
  }
  const outlines = itemOutlines(item)
  if (outlines.length === 0) return undefined
  const { left, right, top, bottom } = boundsOf(outlines.flat())
  return { at: [(left + right) / 2, (top + bottom) / 2], radius: Math.min(right - left, bottom - top) / 2 }
}

/** Width of a letter and depth of its line, in parts of its height. */
const LETTER = { width: 0.55, middle: 0.35 }

/** The middle of a text, how large and how turned it is: a drawing says where it begins, unless it says otherwise, and its line. */
export function textPlace({ element, matrix }: SvgItem): { at: Point; size: number; rotation: number } {
  const { attributes } = element
  const inner = element.children.find((child) => child.name === 'tspan')?.attributes ?? {}
  const styled = (key: string): string | undefined =>
    new RegExp(`(?:^|;)\\s*${key}\\s*:\\s*([^;]+)`).exec(attributes.style ?? '')?.[1]?.trim() ?? attributes[key]
  const size = lengthOf(styled('font-size')) || 16
  const width = element.text.trim().length * size * LETTER.width
  const anchor = styled('text-anchor')
  const right = anchor === 'middle' ? 0 : anchor === 'end' ? -width / 2 : width / 2
  const isCentred = /^(?:central|middle)$/.test(styled('dominant-baseline') ?? styled('alignment-baseline') ?? '')
  const [x, y] = [lengthOf(attributes.x ?? inner.x) + right, lengthOf(attributes.y ?? inner.y) - (isCentred ? 0 : size * LETTER.middle)]
  return { at: apply(matrix, [x, y]), size: size * scaleOf(matrix), rotation: turnOf(matrix) }
}

/** The parts of some items that have no parts themselves; what is used stays whole. */
export function leavesOf(items: readonly SvgItem[]): SvgItem[] {
  return items.flatMap((item) => (item.parts.length > 0 && item.element.name !== 'use' ? leavesOf(item.parts) : [item]))
}
