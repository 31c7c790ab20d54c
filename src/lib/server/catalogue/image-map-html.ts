import { Parser } from 'htmlparser2'

/** A tag of an image map with its relevant attributes; `at` is its position in the text. */
export interface MapTag {
  readonly at: number
  readonly attributes: Readonly<Partial<Record<string, string>>>
}

export interface MapTags {
  readonly images: readonly MapTag[]
  readonly maps: readonly (MapTag & { readonly areas: readonly MapTag[] })[]
  /** Everything dropped, each named once, for example "<script>" or "onclick". */
  readonly leftOut: readonly string[]
}

/** The attributes that are read; all others are dropped. */
const READ: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'usemap', 'width', 'height', 'alt'],
  map: ['name', 'id'],
  area: ['shape', 'coords', 'href', 'data-section', 'alt', 'title'],
}
const MOST_NAMED = 20

/** Parses the tags of an HTML image map. Returns only <img>, <map> and its <area>s, whatever the text contains. */
export function readMapTags(html: string): MapTags {
  const images: MapTag[] = []
  const maps: (MapTag & { readonly areas: MapTag[] })[] = []
  const leftOut = new Set<string>()
  let open: MapTag[] | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      const tag = { at: parser.startIndex, attributes: keepRead(name, attributes, leftOut) }
      if (name === 'img') images.push(tag)
      else if (name === 'map') maps.push({ ...tag, areas: (open = []) })
      else if (name === 'area' && open) open.push(tag)
      else noteDropped(leftOut, `<${name}>`)
    },
    onclosetag(name) {
      if (name === 'map') open = undefined
    },
  })
  parser.end(html)
  return { images, maps, leftOut: [...leftOut] }
}

function keepRead(name: string, attributes: Readonly<Record<string, string>>, leftOut: Set<string>): MapTag['attributes'] {
  const read = READ[name]
  if (!read) return {}
  const kept: [string, string][] = []
  for (const [key, value] of Object.entries(attributes)) {
    if (read.includes(key)) kept.push([key, value])
    else noteDropped(leftOut, key)
  }
  return Object.fromEntries(kept)
}

/** Caps the list, because a hostile text can name any number of things. */
function noteDropped(leftOut: Set<string>, name: string): void {
  if (leftOut.size < MOST_NAMED) leftOut.add(name.slice(0, 40))
}
