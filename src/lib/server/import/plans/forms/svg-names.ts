import type { SvgMapping } from '#lib/server/import/schema/svg-schema.ts'
import CONVENTIONS from './conventions.json' with { type: 'json' }
import type { SvgItem } from './svg-items.ts'
import type { SvgElement } from './svg-tree.ts'

/** What a drawing says of a seat. */
export interface SeatNames {
  readonly section?: string | undefined
  /** The floor that its section is on. */
  readonly level?: string | undefined
  readonly row?: string | undefined
  readonly seat: string
  readonly category?: string | undefined
  readonly guid?: string | undefined
  readonly features?: string | undefined
}

type Part = 'section' | 'level' | 'row' | 'seat' | 'category' | 'guid'

/** Tells whether an item is a seat, and its names; undefined if it is none. */
export type NameSeat = (item: SvgItem) => SeatNames | undefined

type SvgWay = Omit<SvgMapping, 'names'> & { readonly names: Partial<Record<string, string>> }

const DATA = CONVENTIONS.data
const MAPPINGS: readonly (SvgWay & { readonly called: string })[] = CONVENTIONS.mappings
/** What drawing programs call things by themselves. */
const AUTOMATIC = /^(?:circle|path|rect|ellipse|use|g|polygon|text|tspan|svg|layer)[-_]?\d+(?:-\d+)*$/i

/** The ways to name seats that are known, by what they are called. */
export function knownWays(): { called: string; name: NameSeat }[] {
  const ways = MAPPINGS.map(({ called, ...mapping }) => ({ called, name: nameByMapping(mapping) }))
  return [{ called: 'data attributes', name: nameByData }, ...ways]
}

/** `data-seat` of the element itself; section, level, row and category also of the groups around it. A level that is all that is said of the section is the section. */
function nameByData(item: SvgItem): SeatNames | undefined {
  const own = (keys: readonly string[]) => keys.map((key) => item.element.attributes[key]?.trim()).find((value) => value !== undefined && value !== '') // prettier-ignore
  const seat = own(DATA.seat)
  if (seat === undefined) return undefined
  const found = (keys: readonly string[]) => own(keys) ?? item.groups.map((group) => keys.map((key) => group.attributes[key]?.trim()).find(Boolean)).find(Boolean) // prettier-ignore
  const [section, level] = [found(DATA.section), found(DATA.level)]
  return {
    seat,
    row: found(DATA.row),
    section: section ?? level,
    ...(section !== undefined && level !== undefined && { level }),
    category: found(DATA.category),
    guid: own(DATA.guid),
    features: own(DATA.features),
  }
}

/** Seats are what every pattern of the mapping fits. */
export function nameByMapping({ names, element, class: className, category }: SvgWay): NameSeat {
  const patterns = Object.entries(names).map(([place, pattern = '{*}']) => ({ read: readerOf(place), ...compile(pattern) }))
  return (item) => {
    if (element !== undefined && item.element.name !== element) return undefined
    if (className !== undefined && !(item.element.attributes.class ?? '').split(/\s+/).includes(className)) return undefined
    const found: Partial<Record<Part, string>> = {}
    for (const { read, matches, parts } of patterns) {
      const values = matches.exec(read(item))
      if (!values) return undefined
      for (const [index, part] of parts.entries()) found[part] = values[index + 1]?.trim()
    }
    if (category !== undefined) found.category ??= categoryOf(item, category)
    const { seat, ...rest } = found
    return seat === undefined || seat === '' ? undefined : { seat, ...rest }
  }
}

function categoryOf(item: SvgItem, from: string): string | undefined {
  if (from === 'fill') return item.fill
  return item.element.attributes[from] ?? item.groups.find((group) => group.attributes[from] !== undefined)?.attributes[from]
}

/** `id`, `title`, `label`, `name` or an attribute of the element; `group.id` of the group around it, `group2.id` of the one around that. */
function readerOf(place: string): (item: SvgItem) => string {
  const [, level, key = ''] = /^(?:group(\d*)\.)?([\w:-]+)$/.exec(place) ?? []
  if (!place.startsWith('group')) return ({ element }) => valueOf(element, key)
  const depth = level === undefined || level === '' ? 0 : Number(level) - 1
  return ({ groups }) => (groups[depth] ? valueOf(groups[depth], key) : '')
}

function valueOf(element: SvgElement, key: string): string {
  const { attributes, title } = element
  const label = attributes['inkscape:label'] ?? attributes['serif:id'] ?? attributes['aria-label']
  if (key === 'title') return title || (attributes['data-title'] ?? '')
  if (key === 'label') return label ?? ''
  if (key === 'name') return label ?? idOf(element)
  return key === 'id' ? idOf(element) : (attributes[key] ?? '')
}

/** Ids as they are meant, which every way asks for again. */
const decoded = new WeakMap<SvgElement, string>()

function idOf(element: SvgElement): string {
  const known = decoded.get(element)
  if (known !== undefined) return known
  const id = decodeId(element.attributes.id ?? '')
  decoded.set(element, id)
  return id
}

/** Illustrator writes signs of names as _x2D_, and puts _1_ behind a name that is there twice. */
function decodeId(id: string): string {
  const plain = id.replaceAll(/_x([0-9A-F]{2,5})_/g, (_, hex: string) => String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)))
  return AUTOMATIC.test(plain) ? '' : plain.replace(/_\d+_$/, '')
}

const TOKEN = /\{(section|level|row|seat|category|guid|\*)\}/g

/** A pattern such as `seat-{seat}-{row}-{section}`: a part is as short as the signs around it allow; {*} is not read. */
function compile(pattern: string): { matches: RegExp; parts: Part[] } {
  const parts: Part[] = []
  const pieces = pattern.split(TOKEN)
  const source = pieces.map((piece, index) => {
    if (index % 2 === 0) return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
    if (piece === '*') return '.*?'
    parts.push(piece as Part)
    return '([^\\n]{1,100}?)'
  })
  return { matches: new RegExp(`^\\s*${source.join('')}\\s*$`, 'i'), parts }
}

/** The level that a shape is on, by itself or by the groups around it. */
export function levelAround({ element, groups }: SvgItem): string | undefined {
  const named = [element, ...groups].flatMap(({ attributes }) => DATA.level.map((key) => attributes[key]?.trim()))
  return named.find((value) => value !== undefined && value !== '')
}

/** A mapping for a drawing whose way is not known, from the names of its first shapes that hold numbers. */
export function proposeMapping(items: readonly SvgItem[]): SvgMapping | undefined {
  for (const key of ['id', 'title', 'label'] as const) {
    const item = items.find(({ element }) => /\d/.test(valueOf(element, key)))
    if (!item) continue
    const pieces = valueOf(item.element, key).split(/([^\p{L}\p{N}]+)/u)
    const words = pieces.map((piece, index) => (index % 2 === 0 && piece !== '' && !/^(?:seat|row|section|block|s|r)$/i.test(piece) ? index : -1)).filter((index) => index >= 0) // prettier-ignore
    const tokens = ['{section}', '{row}', '{seat}'].slice(-Math.min(3, words.length))
    const last = words.slice(-tokens.length)
    const pattern = pieces.map((piece, index) => (last.includes(index) ? (tokens[last.indexOf(index)] ?? '') : words.includes(index) ? '{*}' : piece)) // prettier-ignore
    return { element: item.element.name, names: { [key]: pattern.join('') } }
  }
  return undefined
}
