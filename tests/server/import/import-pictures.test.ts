import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { readPictureHead } from '#lib/server/import/read/picture-size.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { drawing, PICTURES } from '#tests/support/pictures.ts'

beforeAll(freshDatabase)

type Pictures = NonNullable<CatalogueFileInput['pictures']>
type Showing = NonNullable<CatalogueFileInput['presentations']>[number]

const MAP = '<img src="hall.svg" usemap="#hall"><map name="hall"><area coords="1,1,99,99" href="#1"></map>'

function withPictures(pictures: Pictures, showing: Partial<Showing> = {}): CatalogueFileInput {
  const [presentation] = smallCatalogue().presentations ?? []
  return smallCatalogue({ pictures, ...(presentation && { presentations: [{ ...presentation, ...showing }] }) })
}

async function run(json: unknown, folder?: string) {
  return importCatalogue([asFile(json, 'catalogue.json', folder)], { today: '2030-05-01' })
}

async function problemsOf(json: unknown, folder?: string): Promise<string[]> {
  return (await run(json, folder)).problems.map(writeRemark)
}

async function stored(): Promise<unknown[]> {
  return (await database().query<object>('SELECT name, media_type, width, height FROM picture ORDER BY name')).rows
}

/** The stored pictures by hash. */
async function tags(): Promise<unknown[]> {
  return (await database().query<object>('SELECT name, etag FROM picture ORDER BY name')).rows
}

describe('pictures of a catalogue', () => {
  test('are stored by name with type and size', async () => {
    await freshDatabase()
    const outcome = await run(
      withPictures([
        { name: 'a.svg', svg: drawing() },
        { name: 'b.png', base64: PICTURES.png },
        { name: 'c.jpg', base64: PICTURES.jpeg },
        { name: 'd.webp', base64: PICTURES.webp },
        { name: 'e.webp', base64: PICTURES.lossyWebp },
        { name: 'f.webp', base64: PICTURES.losslessWebp },
      ]),
    )
    expect(outcome).toMatchObject({ problems: [], counts: { pictures: 6 } })
    const small = { width: 40, height: 30 }
    expect(await stored()).toEqual([
      { name: 'a.svg', media_type: 'image/svg+xml', width: 400, height: 300 },
      { name: 'b.png', media_type: 'image/png', ...small },
      { name: 'c.jpg', media_type: 'image/jpeg', ...small },
      { name: 'd.webp', media_type: 'image/webp', ...small },
      { name: 'e.webp', media_type: 'image/webp', ...small },
      { name: 'f.webp', media_type: 'image/webp', ...small },
    ])
  })

  test('can be files beside the catalogue, and drawings are sanitised', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shura-pictures-'))
    await writeFile(join(folder, 'photo.bin'), Buffer.from(PICTURES.png, 'base64'))
    await writeFile(join(folder, 'drawn.svg'), drawing().replace('<rect', '<script>alert(1)</script><rect onclick="x()"'))
    const outcome = await run(
      withPictures([
        { name: 'photo.png', file: 'photo.bin' },
        { name: 'drawn.svg', file: 'drawn.svg' },
      ]),
      folder,
    )
    expect(outcome.problems).toEqual([])
    expect(outcome.repairs.map(writeRemark)).toEqual([
      expect.stringMatching(/pictures\[1\]\.file: left out what does not draw: .*<script>/),
    ])
    const { rows } = await database().query<{ svg: string }>(
      `SELECT convert_from(bytes, 'UTF8') AS svg FROM picture WHERE name = 'drawn.svg'`,
    )
    expect(rows[0]?.svg).not.toMatch(/script|onclick/)
  })

  test('may be AVIF, which is kept as WebP and the same on a second import', async () => {
    await freshDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'shura-avif-'))
    const avif = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#8a5' } })
      .avif()
      .toBuffer()
    await writeFile(join(folder, 'view.avif'), avif)
    const pictures = [
      { name: 'view-1.avif', file: 'view.avif' },
      { name: 'hall.avif', base64: avif.toString('base64') },
    ]
    const file = withPictures(pictures, { viewAreaFilename: 'view-{section}.avif', imageMapHtml: MAP.replace('hall.svg', 'hall.avif') })
    const outcome = await run(file, folder)
    expect(outcome.problems).toEqual([])
    expect(outcome.repairs.map(writeRemark).join()).toContain('pictures[0].file: is kept as WebP of 120 × 80 pixels')
    const kept = { media_type: 'image/webp', width: 120, height: 80 }
    expect(await stored()).toEqual([
      { name: 'hall.avif', ...kept },
      { name: 'view-1.avif', ...kept },
    ])
    expect(await run(file, folder)).toMatchObject({ problems: [], changes: 0 })
    const misnamed = [
      ['a.png', avif, 'is image/avif, but its name says image/png'],
      ['a.avif', Buffer.from(PICTURES.jpeg, 'base64'), 'is image/jpeg, but its name says image/avif'],
      ['a.avif', avif.subarray(0, 60), /is no SVG, JPEG, PNG, WebP or AVIF picture|is damaged/],
    ] as const
    for (const [name, bytes, sentence] of misnamed)
      expect((await problemsOf(withPictures([{ name, base64: bytes.toString('base64') }]))).join()).toMatch(sentence)
  })

  test('change nothing on a second import; another drawing of the same name replaces it and raises the version', async () => {
    await freshDatabase()
    await run(withPictures([{ name: 'a.svg', svg: drawing() }]))
    expect(await run(withPictures([{ name: 'a.svg', svg: drawing() }]))).toMatchObject({ changes: 0, version: undefined })
    expect(await run({ pictures: [{ name: 'a.svg', svg: drawing('#ff0000') }] })).toMatchObject({ changes: 1, version: 2 })
  })

  test.each([
    ['a path', { name: '../a.svg', svg: drawing() }, '$.pictures[0].name'],
    ['a folder', { name: 'x/a.svg', svg: drawing() }, '$.pictures[0].name'],
    ['no ending', { name: 'a', svg: drawing() }, '$.pictures[0].name'],
    ['an ending of a page', { name: 'a.html', svg: drawing() }, '$.pictures[0].name'],
    ['two endings', { name: 'a.svg.png', base64: PICTURES.png }, '$.pictures[0].name'],
    ['a null character', { name: 'a\u0000.svg', svg: drawing() }, '$.pictures[0].name'],
    ['bytes that are no base64', { name: 'a.png', base64: '%%%' }, '$.pictures[0].base64'],
    [
      'bytes that are no picture',
      { name: 'a.png', base64: btoa('<script>alert(1)</script>') },
      '$.pictures[0].base64: is no PNG, JPEG, WebP or AVIF picture',
    ],
    [
      'another kind than its name says',
      { name: 'a.png', base64: PICTURES.jpeg },
      '$.pictures[0].base64: is image/jpeg, but its name says image/png',
    ],
    ['a page as a drawing', { name: 'a.svg', svg: '<html></html>' }, '$.pictures[0].svg: is <html>, not an SVG drawing'],
    ['a drawing as bytes of a picture', { name: 'a.png', base64: btoa(drawing()) }, 'is no PNG, JPEG, WebP or AVIF picture'],
    ['a drawing without size', { name: 'a.svg', svg: '<svg viewBox="0 0 0 0"/>' }, '$.pictures[0].svg: has no size'],
    [
      'more pixels than a picture has',
      { name: 'a.png', base64: PICTURES.endlessPng },
      '$.pictures[0].base64: is wider or higher than 20000 pixels',
    ],
    ['more than 1 MB', { name: 'a.png', base64: Buffer.alloc(1_048_577).toString('base64') }, 'larger than 1048576 bytes'],
    [
      'a file without a folder',
      { name: 'a.svg', file: 'a.svg' },
      '$.pictures[0].file: names a file, but the catalogue does not come from a folder',
    ],
  ])('with %s are refused, and nothing is written', async (_name, picture, sentence) => {
    const before = await tags()
    expect(await problemsOf({ ...smallCatalogue(), pictures: [picture] })).toEqual([expect.stringContaining(sentence)])
    expect(await tags()).toEqual(before)
  })

  test('with a duplicate name are refused', async () => {
    const twice = [
      { name: 'a.svg', svg: drawing() },
      { name: 'a.svg', svg: drawing('#fff') },
    ]
    expect(await problemsOf(withPictures(twice))).toEqual([
      expect.stringContaining('the name a.svg is taken by another of the pictures already'),
    ])
  })
})

test('never throws while reading the header of any bytes', () => {
  const starts = Object.values(PICTURES).map((picture) => [...Buffer.from(picture, 'base64')])
  const bytes = fc
    .tuple(fc.constantFrom(...starts), fc.nat(40), fc.uint8Array({ maxLength: 60 }))
    .map(([start, kept, rest]) => Buffer.from([...start.slice(0, kept), ...rest]))
  fc.assert(
    fc.property(bytes, (picture) => {
      const { width = 1, height = 1 } = readPictureHead(picture) ?? {}
      expect(Math.min(width, height)).toBeGreaterThan(0)
    }),
    { numRuns: 2_000 },
  )
})

describe('a presentation', () => {
  test('may name one view for all sections, one for each, and a picture with areas', async () => {
    const pictures = [
      { name: 'hall.svg', svg: drawing() },
      { name: 'view-2.svg', svg: drawing() },
    ]
    expect(await problemsOf(withPictures(pictures, { viewAreaFilename: 'hall.svg', imageMapHtml: MAP }))).toEqual([])
    expect(await problemsOf(withPictures(pictures, { viewAreaFilename: 'view-{section}.svg' }))).toEqual([])
  })

  test('may name pictures of an earlier import', async () => {
    await run(withPictures([{ name: 'hall.svg', svg: drawing() }]))
    const { presentations = [] } = withPictures([], { viewAreaFilename: 'hall.svg', imageMapHtml: MAP })
    expect(await problemsOf({ presentations })).toEqual([])
  })

  test.each([
    ['a missing view', { viewAreaFilename: 'nowhere.svg' }, '$.presentations[0].viewAreaFilename: there is no picture "nowhere.svg"'],
    [
      'a view that no section has',
      { viewAreaFilename: 'v{section}.svg' },
      '$.presentations[0].viewAreaFilename: there is no picture "v{section}.svg" for any section of the seat plan',
    ],
    ['a view by path', { viewAreaFilename: '../hall.svg' }, '$.presentations[0].viewAreaFilename'],
    [
      'a map of a missing picture',
      { imageMapHtml: MAP.replace('hall.svg', 'x.svg') },
      '$.presentations[0].imageMapHtml: there is no picture "x.svg"',
    ],
    [
      'a map that leads nowhere',
      { imageMapHtml: MAP.replace('#1', '#7') },
      '$.presentations[0].imageMapHtml: the <area> leads to section "7"',
    ],
    ['a broken map', { imageMapHtml: '<p>' }, '$.presentations[0].imageMapHtml: there is no <img usemap>'],
  ])('with %s is refused with its path, and nothing is written', async (_name, showing, sentence) => {
    const before = await tags()
    const other = drawing('#abcdef') // not written either
    expect(await problemsOf(withPictures([{ name: 'hall.svg', svg: other }], showing))).toEqual([expect.stringContaining(sentence)])
    expect(await tags()).toEqual(before)
  })

  test('reports what was removed from its map', async () => {
    const outcome = await run(withPictures([{ name: 'hall.svg', svg: drawing() }], { imageMapHtml: `${MAP}<script>alert(1)</script>` }))
    expect(outcome.problems).toEqual([])
    expect(outcome.repairs.map(writeRemark)).toEqual([
      expect.stringContaining('imageMapHtml: left out what is no part of an image map: <script>'),
    ])
  })
})
