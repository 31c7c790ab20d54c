import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { pictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { pictureOf } from '#lib/server/programme/features.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(freshDatabase)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
})

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const

function photo(width: number, height: number) {
  const background = { r: 180, g: 40, b: 60 }
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
}

async function run(name: string, bytes: Buffer | string) {
  await writeFile(join(folder, name), bytes)
  const small = smallCatalogue()
  const features = small.features?.map((feature) => ({ ...feature, poster: { file: name } }))
  const products = small.products?.map((product) => ({ ...product, image: { file: name } }))
  const catalogue = smallCatalogue({ ...(features && { features }), ...(products && { products }) })
  return importCatalogue([asFile(catalogue, 'house.json', folder)], { today: '2030-05-01' })
}

async function answerOf(kind: 'feature' | 'product', headers: Record<string, string> = {}): Promise<Response> {
  const answer = pictureAnswer(await pictureOf(kind, 1), new Request('http://localhost/', { headers }))
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}

describe('a poster or a product’s picture', () => {
  test.each(FORMATS)('may be %s: it is kept as WebP, no larger than pages show it, and answered as that', async (format) => {
    expect((await run(`poster.${format}`, await photo(3_000, 4_200).toFormat(format).toBuffer())).problems).toEqual([])
    for (const kind of ['feature', 'product'] as const) {
      const answer = await answerOf(kind)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=3600',
      })
      const { format: kept, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([kept, width, height]).toEqual(['webp', 1_600, 2_240])
    }
    const tag = (await answerOf('feature')).headers.get('etag') ?? ''
    expect((await answerOf('feature', { 'if-none-match': tag })).status).toBe(304)
  })

  test('is upright, without what its camera wrote, and the same file changes nothing', async () => {
    const bytes = await photo(400, 300).jpeg().withExif({ IFD0: { Copyright: 'somebody at home' } }).withMetadata({ orientation: 6 }).toBuffer() // prettier-ignore
    expect((await run('turned.jpg', bytes)).problems).toEqual([])
    const kept = Buffer.from(await (await answerOf('feature')).arrayBuffer())
    const { width, height, exif } = await sharp(kept).metadata()
    expect([width, height, exif]).toEqual([300, 400, undefined])
    expect((await run('turned.jpg', bytes)).changes).toBe(0)
  })

  test('is a drawing as before, answered as SVG with nosniff', async () => {
    const drawing = '\uFEFF\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 8"><rect width="6" height="8"/></svg>'
    expect((await run('drawing.svg', drawing)).problems).toEqual([])
    const { headers } = await answerOf('feature')
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/svg+xml; charset=utf-8', 'nosniff'])
  })

  test('that unfolds to more than is read, is damaged, or is something else is refused with a sentence', async () => {
    const bomb = await photo(12_000, 12_000).png().toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    const damaged = (await photo(900, 900).jpeg().toBuffer()).subarray(0, 900)
    const gif = await photo(20, 20).gif().toBuffer()
    const said = async (name: string, bytes: Buffer | string) => (await run(name, bytes)).problems.map(writeRemark)
    const place = 'house.json: $.features[0].poster: '
    expect((await said('bomb.png', bomb))[0]).toBe(
      `${place}"bomb.png" has 12000 × 12000 pixels; pictures of up to 50 million pixels are read: save it smaller`,
    )
    expect((await said('damaged.jpg', damaged))[0]).toMatch(/^house\.json: \$\.features\[0\]\.poster: "damaged\.jpg" is (damaged|no SVG)/)
    expect((await said('moving.gif', gif))[0]).toBe(`${place}"moving.gif" is GIF; pictures are SVG, JPEG, PNG, WebP or AVIF`)
    expect((await said('words.txt', 'words'))[0]).toBe(`${place}"words.txt" is no SVG, JPEG, PNG, WebP or AVIF picture`)
    expect((await said('empty.jpg', ''))[0]).toBe(`${place}"empty.jpg" is no SVG, JPEG, PNG, WebP or AVIF picture`)
    expect((await said('large.jpg', Buffer.alloc(26 * 1_048_576)))[0]).toBe(
      `${place}"large.jpg" has 26 MB; pictures of up to 25 MB are read: save it smaller`,
    )
  })
})
