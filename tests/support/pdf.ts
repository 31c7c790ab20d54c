import { inflateSync } from 'node:zlib'

/** The characters of every page in the order of painting, by the fonts' own maps. Handles the PDFs that the shop makes. */
export function paintedPages(pdf: Buffer): readonly string[] {
  const objects = readObjects(pdf.toString('latin1'))
  const maps = readFontMaps(objects)
  return [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body)).map((page) => paintPage(page, objects, maps))
}

type Objects = ReadonlyMap<string, string>

function readObjects(pdf: string): Objects {
  return new Map([...pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]))
}

function streamOf(body: string): string {
  const [, stream = ''] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? []
  const bytes = Buffer.from(stream, 'latin1')
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : stream
}

/** For each font object, its characters by the hexadecimal name of the glyph. */
function readFontMaps(objects: Objects): ReadonlyMap<string, readonly string[]> {
  const fonts = [...objects].filter(([, body]) => body.includes('/ToUnicode'))
  return new Map(fonts.map(([id, body]) => [id, charactersOf(streamOf(objects.get(/\/ToUnicode (\d+) 0 R/.exec(body)?.[1] ?? '') ?? ''))]))
}

function charactersOf(map: string): readonly string[] {
  const [, entries = ''] = /\[([\s\S]*?)\]/.exec(map) ?? []
  return [...entries.matchAll(/<([0-9a-fA-F ]*)>/g)].map(([, codes = '']) =>
    Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  )
}

function paintPage(page: string, objects: Objects, maps: ReadonlyMap<string, readonly string[]>): string {
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? ''
  const fontsByName = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, maps.get(id) ?? []]))
  const content = streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '')
  let font: readonly string[] = []
  let painted = ''
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fontsByName.get(name) ?? []
    for (const [, hex = ''] of (glyphs ?? '').matchAll(/<([0-9a-fA-F]+)>/g)) {
      painted += (hex.match(/.{4}/g) ?? []).map((glyph) => font[parseInt(glyph, 16)] ?? '?').join('')
    }
  }
  return painted
}
