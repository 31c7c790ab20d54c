import type { ImageMap, PictureArea } from '#lib/contract/show/venue-pictures.ts'
import { readForm, type PictureSize } from './image-map-areas.ts'
import { readMapTags, type MapTag, type MapTags } from './image-map-html.ts'

/** What an image map may refer to: pictures by name, and sections of the plan by id with their names. */
export interface MapGround {
  readonly pictures: ReadonlyMap<string, PictureSize>
  readonly sections: ReadonlyMap<number, string>
}

export type ReadImageMap =
  | { readonly ok: true; readonly map: ImageMap; readonly picture: string; readonly leftOut: readonly string[] }
  | { readonly ok: false; readonly sentence: string }

const MOST_CHARACTERS = 100_000
const MOST_AREAS = 1_000
const LARGEST_SIDE = 20_000

/** The map is invalid; `at` is the position in its text. */
class BrokenMap extends Error {
  readonly at: number
  constructor(sentence: string, at = 0) {
    super(sentence)
    this.at = at
  }
}

/**
 * Parses an HTML image map (spec §3, imageMapHtml), one <img usemap> and one <map>, into areas that lead to sections. An area names its section by
 * data-section, by an href "#id" or "#section-id", or by a section's name as alt or title; nothing else of the text is kept. An invalid map returns one
 * sentence with the problem and its position.
 */
export function readImageMap(html: string, ground: MapGround): ReadImageMap {
  if (html.length > MOST_CHARACTERS) return { ok: false, sentence: `is longer than ${String(MOST_CHARACTERS)} characters` }
  try {
    return { ok: true, ...readWhole(readMapTags(html), ground) }
  } catch (error) {
    if (error instanceof BrokenMap) return { ok: false, sentence: `${error.message} (${placeIn(html, error.at)})` }
    throw error
  }
}

function readWhole(tags: MapTags, ground: MapGround): { map: ImageMap; picture: string; leftOut: readonly string[] } {
  const image = findImage(tags)
  const found = findMap(tags, image)
  const picture = image.attributes.src?.trim() ?? ''
  const natural = ground.pictures.get(picture)
  if (!natural) throw new BrokenMap(`there is no picture "${picture.slice(0, 100)}"`, image.at)
  const size = sizeOf(image, natural)
  if (found.areas.length > MOST_AREAS) throw new BrokenMap(`the map has more than ${String(MOST_AREAS)} areas`, found.at)
  const read = found.areas.map((area) => readArea(area, size, ground.sections))
  const areas = read.filter((area) => typeof area === 'object')
  if (areas.length === 0) throw new BrokenMap('the map has no area that leads to a section', found.at)
  const leftOut = new Set([...tags.leftOut, ...read.filter((area) => typeof area === 'string')])
  return { map: { ...size, areas }, picture, leftOut: [...leftOut] }
}

function findImage({ images }: MapTags): MapTag {
  const [first, second] = images.filter((image) => image.attributes.usemap !== undefined)
  if (second) throw new BrokenMap('there is more than one <img usemap>', second.at)
  if (!first) throw new BrokenMap(images[0] ? 'the <img> has no usemap' : 'there is no <img usemap>', images[0]?.at)
  return first
}

function findMap({ maps }: MapTags, image: MapTag): MapTags['maps'][number] {
  const name = image.attributes.usemap?.trim().replace(/^#/, '') ?? ''
  const found = maps.filter(({ attributes }) => name !== '' && (attributes.name ?? attributes.id) === name)
  if (found[1]) throw new BrokenMap(`there is more than one <map> "${name.slice(0, 100)}"`, found[1].at)
  if (!found[0]) throw new BrokenMap(`there is no <map> of the name that usemap gives: "${name.slice(0, 100)}"`, image.at)
  return found[0]
}

/** The size that coordinates refer to: the <img>'s width and height if given, otherwise the picture's own size. */
function sizeOf(image: MapTag, natural: PictureSize): PictureSize {
  const width = readSide(image, 'width')
  const height = readSide(image, 'height')
  if (width === undefined && height === undefined) return natural
  const ratio = natural.height / natural.width
  return { width: width ?? Math.round((height ?? 0) / ratio), height: height ?? Math.round((width ?? 0) * ratio) }
}

function readSide({ attributes, at }: MapTag, side: 'width' | 'height'): number | undefined {
  const written = attributes[side]?.trim()
  if (written === undefined || written === '') return undefined
  const [, digits] = /^(\d{1,5})(?:px)?$/.exec(written) ?? []
  const value = Number(digits)
  if (value >= 1 && value <= LARGEST_SIDE) return value
  throw new BrokenMap(`the ${side} of the <img> is no number of pixels: "${written.slice(0, 40)}"`, at)
}

/** The area, or the note about what was dropped instead. */
function readArea({ attributes, at }: MapTag, size: PictureSize, sections: MapGround['sections']): PictureArea | string {
  const sectionId = sectionOf({ attributes, at }, sections)
  if (sectionId === undefined) return 'an <area> that names no section'
  const form = readForm(attributes.shape ?? '', attributes.coords ?? '', size)
  if (form === 'everywhere') return 'an <area> of the shape "default"'
  if ('sentence' in form) throw new BrokenMap(`the <area> ${form.sentence}`, at)
  const label = labelOf(attributes.alt) || labelOf(attributes.title) || (sections.get(sectionId) ?? '')
  return { shape: form.shape, coords: [...form.coords], sectionId, label }
}

/** The section that the area leads to; undefined if it names none, for example because its address leads elsewhere. */
function sectionOf({ attributes, at }: MapTag, sections: MapGround['sections']): number | undefined {
  const named = attributes['data-section']?.trim() ?? /^\s*#(?:section-)?(\d+)\s*$/i.exec(attributes.href ?? '')?.[1]
  if (named === undefined) return byName(attributes.alt, sections) ?? byName(attributes.title, sections)
  const id = /^\d{1,10}$/.test(named) ? Number(named) : Number.NaN
  if (sections.has(id)) return id
  throw new BrokenMap(`the <area> leads to section "${named.slice(0, 40)}", which the seat plan does not have`, at)
}

function byName(text: string | undefined, sections: MapGround['sections']): number | undefined {
  const wanted = labelOf(text)
  if (wanted === '') return undefined
  for (const [id, name] of sections) if (labelOf(name) === wanted) return id
  return undefined
}

/** The text on one line, without control and direction characters. */
function labelOf(text = ''): string {
  const words = text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').normalize('NFC').replace(/ +/g, ' ').trim()
  return [...words].slice(0, 120).join('').trim()
}

function placeIn(html: string, at: number): string {
  const before = html.slice(0, at).split('\n')
  return `line ${String(before.length)}, column ${String((before.at(-1)?.length ?? 0) + 1)}`
}

/** Writes the areas as HTML from the parsed list only; `picture` is the picture's address. */
export function writeImageMap({ width, height, areas }: ImageMap, picture: string): string {
  const written = areas.map(
    ({ shape, coords, sectionId, label }) =>
      `<area shape="${shape}" coords="${coords.join(',')}" href="#section-${String(sectionId)}" data-section="${String(sectionId)}" alt="${escapeText(label)}">`,
  )
  const size = `width="${String(width)}" height="${String(height)}"`
  return `<img src="${escapeText(picture)}" usemap="#venue" ${size} alt=""><map name="venue">${written.join('')}</map>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
