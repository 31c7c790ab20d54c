import type { LaidOutPlan, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import { featureCode } from '#lib/server/import/schema/seatplan-schema.ts'
import type { SvgMapping } from '#lib/server/import/schema/svg-schema.ts'
import { transformPlan, type AbsolutePlan, type AbsoluteSeat, type AbsoluteShape } from './absolute/absolute-plan.ts'
import { layOutAbsolute } from './absolute/lay-out-absolute.ts'
import { nameOnLevels, sectionsOnLevels } from './name-on-levels.ts'
import { readGround } from './svg-ground.ts'
import { leavesOf, listItems, seatPlace, type SvgItem } from './svg-items.ts'
import { knownWays, nameByMapping, proposeMapping, type NameSeat, type SeatNames } from './svg-names.ts'
import { readSvgTree, type SvgElement, type SvgTree } from './svg-tree.ts'

/** Reads a drawing whose seats are named. Nothing of it is kept but places, names, colours, outlines and texts. */
export function readSvg(
  text: string,
  options: PretixOptions & { readonly mapping?: SvgMapping | undefined },
  reading: Reading,
): LaidOutPlan | undefined {
  const plan = readDrawing(text, options.mapping, reading)
  return plan && layOutAbsolute(plan, options, reading)
}

function readDrawing(text: string, mapping: SvgMapping | undefined, reading: Reading): AbsolutePlan | undefined {
  const { place, notes } = reading
  const tree = readSvgTree(text)
  if (!tree) {
    notes.problem(place, 'is no SVG drawing: it has no <svg>')
    return undefined
  }
  if (tree.dropped.size > 0) notes.repair(place, `left out what does not draw: ${[...tree.dropped].map((name) => `<${name}>`).join(', ')}`)
  const drawn = listDrawn(tree, reading)
  const found = drawn && findSeats(drawn, mapping, reading)
  if (!drawn || !found) return undefined
  const linesAt = lineFinder(text)
  if (tree.brokenAt !== undefined)
    notes.warning(inside(place, `line ${String(linesAt(tree.brokenAt))}`), 'is no well-formed XML from here, so that seats may be missing; save it again by a drawing program') // prettier-ignore
  const read = found.seats.flatMap((seat) => seatOf(seat, inside(place, `line ${String(linesAt(seat.item.element.at))}`), notes))
  const seats = nameOnLevels(read, place, notes)
  const { categories, named } = nameCategories(seats, fillsOf(found), reading)
  const { shapes, stage, foci } = readGround(found.others, { seats, stageId: mapping?.stage }, reading)
  const plan = {
    name: tree.root.title,
    categories,
    sections: sectionsOnLevels(seats),
    shapes,
    stage,
    foci: lookedAt(tree.root) ?? foci,
    seats: named,
  }
  const [left, top, width, height] = viewBoxOf(tree.root)
  const isSeen = (shape: AbsoluteShape): boolean => {
    const points = shape.shape === 'polygon' ? shape.points : [shape.at]
    return !(width > 0 && height > 0) || points.every(([x, y]) => x >= left && x <= left + width && y >= top && y <= top + height)
  }
  const unseen = plan.shapes.filter((shape) => !isSeen(shape)).length
  if (unseen > 0) notes.warning(place, `${String(unseen)} shapes reach out of the viewBox and are left out`)
  const moved = transformPlan({ ...plan, shapes: plan.shapes.filter(isSeen) }, ([x, y]) => [x - left, y - top], 1)
  return width > 0 && height > 0 ? { ...moved, size: { width, height } } : moved
}

function listDrawn({ root, fills }: SvgTree, { place, notes }: Reading): SvgItem[] | undefined {
  try {
    const { items, hidden } = listItems(root, fills)
    if (hidden > 0) notes.warning(place, `${String(hidden)} parts are hidden in the drawing and are not read`)
    return items
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    notes.problem(place, 'has too many parts, or parts that use themselves')
    return undefined
  }
}

/** Something drawn that has the names of a seat. */
interface NamedItem {
  readonly item: SvgItem
  readonly names: SeatNames
}

interface Found {
  readonly seats: readonly NamedItem[]
  readonly others: readonly SvgItem[]
}

/** Takes the mapping, else the known way that names the most seats. */
function findSeats(items: readonly SvgItem[], mapping: SvgMapping | undefined, { place, notes }: Reading): Found | undefined {
  const ways = mapping ? [{ called: 'the mapping', name: nameByMapping(mapping) }] : knownWays()
  const best = ways.reduce((one, way) => {
    const found = takeSeats(items, way.name)
    return isBetter(found, one.found) ? { called: way.called, found } : one
  }, NONE)
  if (best.found.seats.length > 0) {
    if (!mapping) notes.warning(place, `seats are named by ${best.called}; "mapping" names them in another way`)
    warnOfNameless(best.found, place, notes)
    return best.found
  }
  const shapes = leavesOf(items).filter((item) => item.element.name !== 'text')
  const proposed = JSON.stringify(proposeMapping(shapes) ?? { names: { id: '{section}-{row}-{seat}' } })
  const why = mapping ? 'the mapping fits none of its' : 'names its seats in no way that is known, of'
  notes.problem(place, `${why} ${String(shapes.length)} shapes; "mapping" (--mapping FILE) says how, for example ${proposed}`)
  return undefined
}

/** More seats, else fewer sections: of `seat-1-2-3` which number is the section cannot be told from one seat. */
function isBetter({ seats }: Found, than: Found): boolean {
  if (seats.length !== than.seats.length) return seats.length > than.seats.length
  const sections = (found: Found['seats']): number => new Set(found.map(({ names }) => names.section)).size
  return sections(seats) < sections(than.seats)
}

const NONE: { readonly called: string; readonly found: Found } = { called: '', found: { seats: [], others: [] } }

function takeSeats(items: readonly SvgItem[], name: NameSeat): Found {
  const seats: NamedItem[] = []
  const take = (item: SvgItem): SvgItem[] => {
    const names = item.element.name === 'text' ? undefined : name(item)
    if (!names) return item.parts.length > 0 && item.element.name !== 'use' ? item.parts.flatMap(take) : [item]
    seats.push({ item, names })
    return []
  }
  return { others: items.flatMap(take), seats }
}

/** Shapes that are as large as a seat but have no names may be seats that somebody forgot. */
function warnOfNameless({ seats, others }: Found, place: Place, notes: ImportNotes): void {
  const kinds = new Map<string, number>()
  for (const { item } of seats) kinds.set(item.element.name, seatPlace(item)?.radius ?? 0)
  const alike = others.filter((item) => {
    const radius = kinds.get(item.element.name)
    const own = radius === undefined || item.element.name === 'path' ? undefined : seatPlace(item)?.radius
    return radius !== undefined && own !== undefined && Math.abs(own - radius) < radius * 0.1
  })
  if (alike.length > 0)
    notes.warning(place, `${String(alike.length)} shapes are as large as seats but have no names: they are drawn and not sold`)
}

/** A seat that may say which floor its section is on. */
type DrawnSeat = AbsoluteSeat & { readonly level: string | undefined }

function seatOf({ item, names }: NamedItem, place: Place, notes: ImportNotes): DrawnSeat[] {
  const where = seatPlace(item)
  if (!where || !Number.isFinite(where.at[0] + where.at[1] + where.radius) || !(where.radius > 0)) {
    notes.problem(place, `the seat ${names.seat} has no size or place`)
    return []
  }
  const features = (names.features ?? '').split(/[,\s]+/).filter((code) => featureCode.safeParse(Number(code)).success).map(Number) // prettier-ignore
  const { section = '1', row = '1', seat, category = '', guid, level } = names
  return [{ ...where, section, level, row, name: seat, category: category || item.fill, guid, features, place }]
}

/** The colour of each category that seats name: that of its first seat. */
function fillsOf({ seats }: Found): ReadonlyMap<string, string> {
  return new Map(seats.toReversed().flatMap(({ item, names }) => (names.category ? [[names.category, item.fill] as const] : [])))
}

/** What seats look to, where an export says it: `data-foci="100,50 300,50"`. */
function lookedAt({ attributes }: SvgElement): Point[] | undefined {
  const points = (attributes['data-foci'] ?? '').split(/\s+/).map((point) => point.split(',').map(Number))
  const found = points.flatMap(([x = NaN, y = NaN]): Point[] => (Number.isFinite(x + y) ? [[x, y]] : []))
  return found.length > 0 ? found : undefined
}

/** Price categories that the drawing does not name are its colours, if it has several; else the sections. */
function nameCategories(
  seats: readonly AbsoluteSeat[],
  fills: ReadonlyMap<string, string>,
  { place, notes }: Reading,
): { categories: AbsolutePlan['categories']; named: AbsoluteSeat[] } {
  const names = [...new Set(seats.map((seat) => seat.category))]
  const isColour = (name: string): boolean => name === '' || /^#|^rgb|^hsl|^[a-z]+$/.test(name)
  if (names.length > 1 || !names.every(isColour)) {
    const colours = names.filter((name) => /^#|^rgb|^hsl/.test(name))
    if (colours.length > 1)
      notes.warning(place, `price categories are named after colours: ${colours.slice(0, 8).join(', ')}; "categoryNames" gives them names`)
    return { categories: names.map((name) => ({ name: name || '1', color: (isColour(name) ? name : fills.get(name)) || undefined })), named: seats.map((seat) => ({ ...seat, category: seat.category || '1' })) } // prettier-ignore
  }
  return { categories: [], named: seats.map((seat) => ({ ...seat, category: seat.section })) }
}

function viewBoxOf({ attributes }: SvgElement): readonly [number, number, number, number] {
  const [left = 0, top = 0, width = 0, height = 0] = (attributes.viewBox ?? '').trim().split(/[\s,]+/).map(Number) // prettier-ignore
  const isWhole = [left, top, width, height].every(Number.isFinite) && width > 0 && height > 0 && attributes.viewBox !== undefined
  return isWhole
    ? [left, top, width, height]
    : [0, 0, Number.parseFloat(attributes.width ?? '') || 0, Number.parseFloat(attributes.height ?? '') || 0]
}

/** The line of a position in a text, by halving. */
function lineFinder(text: string): (at: number) => number {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return (at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
