import { readFileSync, statSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

interface Face {
  readonly family: string
  readonly file: string
  /** Code points that a browser takes it for. */
  readonly range: ReadonlySet<number>
}

const css = readFileSync('src/layouts/fonts.css', 'utf8')
const faces: readonly Face[] = [...css.matchAll(/@font-face \{([^}]*url[^}]*)\}/g)].map(([, body = '']) => ({
  family: /font-family: '([^']+)'/.exec(body)?.[1] ?? '',
  file: `public${/url\(([^)]+)\)/.exec(body)?.[1] ?? ''}`,
  range: rangeOf(/unicode-range:([^;]+)/.exec(body)?.[1] ?? ''),
}))
const families = Map.groupBy(faces, ({ family }) => family)

function rangeOf(text: string): ReadonlySet<number> {
  return new Set(
    [...text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_one, at) => first + at)
    }),
  )
}

/** The code points that a WOFF 2 file has glyphs for, by its table of characters in format 4. */
function charactersOf(file: string): ReadonlySet<number> {
  const cmap = tableOf(readFileSync(file))
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_one, at) => cmap.subarray(cmap.readUInt32BE(8 + at * 8)))
  const table = subtables.find((one) => one.readUInt16BE(0) === 4)
  if (!table) throw new Error(`${file} has no table of characters in format 4.`)
  const width = table.readUInt16BE(6)
  const found = new Set<number>()
  for (let at = 0; at < width; at += 2) {
    const [end, start] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + width + at)]
    for (let code = start; code <= end && code < 0xffff; code++) found.add(code)
  }
  return found
}

/** `cmap` is the first kind of table that the format knows (WOFF2 §4.1); glyf and loca are as long as they are transformed. */
function tableOf(woff: Buffer): Buffer {
  let at = 48
  const long = (): number => {
    let value = 0
    for (let byte = 0x80; byte & 0x80; at++) {
      byte = woff[at] ?? 0
      value = value * 128 + (byte & 0x7f)
    }
    return value
  }
  const tables = Array.from({ length: woff.readUInt16BE(12) }, () => {
    const flags = woff[at++] ?? 0
    const kind = flags & 0x3f
    if (kind === 0x3f) at += 4
    const length = long()
    const isTransformed = kind === 10 || kind === 11 ? flags >> 6 !== 3 : flags >> 6 !== 0
    return { kind, length: isTransformed ? long() : length }
  })
  const bytes = brotliDecompressSync(woff.subarray(at, at + woff.readUInt32BE(20)))
  const before = tables.slice(
    0,
    tables.findIndex(({ kind }) => kind === 0),
  )
  return bytes.subarray(before.reduce((sum, { length }) => sum + length, 0))
}

describe.each([...families.keys()])('the files of %s', (family) => {
  const own = families.get(family) ?? []

  it('have each sign once', () => {
    const all = own.flatMap(({ range }) => [...range])
    expect(new Set(all).size).toBe(all.length)
  })

  it('have every letter that content may have: Hebrew with its points, Latin with its accents, digits and signs', () => {
    const letters = rangeOf(
      'U+0020-007E, U+00C0-00D6, U+00D8-00F6, U+00F8-00FF, U+05D0-05EA, U+05B0-05BC, U+05BE, U+05C1-05C2, U+20AA, U+2013-2014, U+201C-201E',
    )
    const missing = [...letters].filter((code) => {
      const face = own.find(({ range }) => range.has(code))
      return face === undefined || !charactersOf(face.file).has(code)
    })
    expect(missing.map((code) => code.toString(16))).toEqual([])
  })
})

it('a page in Hebrew loads at most 29 kB of fonts, with Latin letters 38 kB', () => {
  const hebrew = faces.filter(({ file }) => /-(hebrew|num)-wght/.test(file))
  expect(hebrew).toHaveLength(4)
  const size = hebrew.reduce((sum, { file }) => sum + statSync(file).size, 0)
  expect(size).toBeLessThanOrEqual(29_000)
  expect(size + statSync('public/fonts/heebo-latin-wght-normal.woff2').size).toBeLessThanOrEqual(38_000)
})

it('a letter and its point are in one file', () => {
  const apart = [...families.values()].map(
    (own) => new Set(own.filter(({ range }) => range.has(0x5d0) || range.has(0x5b8)).map(({ file }) => file)).size,
  )
  expect(apart).toEqual([1, 1])
})
