import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BytesWithGap } from '#lib/server/platform/http/answers/bytes-with-gap.ts'

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes } as const
const ENCODINGS = ['br', 'gzip', 'none'] as const

/** A page whose parts repeat one another and the names of visitors, so that an encoder points back as far as it can. */
const row = (n: number) =>
  `<li class="day"><a href="/order/${String(n)}">הגשר של אבא ${String(n % 7)}</a> 00000000-0000-4000-8000-00000000000${String(n % 10)}</li>`
const LIST = Array.from({ length: 400 }, (_row, n) => row(n)).join('\n')

test.each(ENCODINGS)('a body in %s has the text of each answer in its gap, and nobody else’s', async (encoding) => {
  const body = new BytesWithGap(`<head>${row(1)}<meta name="visitor" content="`, `">${LIST}`, 36)
  for (let n = 0; n < 200; n++) {
    const uuid = randomUUID()
    const bytes = await body.with(uuid, encoding === 'none' ? undefined : encoding)
    expect(DECODERS[encoding](bytes).toString() === `<head>${row(1)}<meta name="visitor" content="${uuid}">${LIST}`).toBe(true)
  }
})

test('any two texts around a gap come back as they were', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom('<a>', '">', 'שלום', '0123-'), { maxLength: 200 }).map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(text, text, fc.uuid(), async (before, after, uuid) => {
      const body = new BytesWithGap(before, `">${after}`, 36)
      for (const encoding of ['br', 'gzip'] as const) {
        expect(DECODERS[encoding](await body.with(uuid, encoding)).equals(Buffer.from(`${before}${uuid}">${after}`))).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})

test('is smaller than what it says by far, and refuses a text that does not fit', async () => {
  const body = new BytesWithGap('<', `">${LIST}`, 36)
  for (const encoding of ['br', 'gzip'] as const) expect((await body.with(randomUUID(), encoding)).length).toBeLessThan(LIST.length / 10)
  await expect(body.with('short', 'br')).rejects.toThrow('36 bytes')
})
