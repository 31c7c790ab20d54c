import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { GRANT_SECONDS, readGrant, signGrant } from '#lib/server/vod/media-grant.ts'
import { mediaTypeOf } from '#lib/server/vod/media-folder.ts'
import { readRange } from '#lib/server/vod/byte-range.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'

beforeAll(() => {
  process.env.SECRET = SECRET_OF_TESTS
})

const GRANT = { orderId: '01234567-89ab-4cde-8f01-23456789abcd', vodId: 9001 }
const NOW = Date.UTC(2026, 10, 22)

test('a signed address is read by its session until its end, and says what was signed', () => {
  const sid = randomBytes(32)
  const signed = signGrant(GRANT, sid, NOW)
  expect(readGrant(signed, sid, NOW + (GRANT_SECONDS - 1) * 1000)).toEqual({ ...GRANT, isOver: false })
  expect(readGrant(signed, sid, NOW + GRANT_SECONDS * 1000)).toEqual({ ...GRANT, isOver: true })
  expect(readGrant(signed, randomBytes(32), NOW)).toBeUndefined()
})

test('an address with any other sign is worth nothing', () => {
  const sid = randomBytes(32)
  const signed = signGrant(GRANT, sid, NOW)
  fc.assert(
    fc.property(fc.nat(signed.length - 1), fc.constantFrom(...'ABCxyz019-_'), (at, sign) => {
      const changed = signed.slice(0, at) + sign + signed.slice(at + 1)
      return changed === signed || readGrant(changed, sid, NOW) === undefined
    }),
    { numRuns: 500 },
  )
  for (const strange of ['', 'A', signed.slice(1), `${signed}A`, `${signed}=`]) expect(readGrant(strange, sid, NOW)).toBeUndefined()
})

test.each([
  ['master.m3u8', true],
  ['360/0.m4s', true],
  ['subtitles-he/0.vtt', true],
  ['../master.m3u8', false],
  ['360/../../secret.ts', false],
  ['360//0.m4s', false],
  ['/etc/passwd.ts', false],
  ['a/b/0.ts', false],
  ['.hidden.ts', false],
  ['360/.0.ts', false],
  ['0.ts/', false],
  ['0.ts\0.m4s', false],
  ['%2e%2e/0.ts', false],
  ['0.json', false],
  ['', false],
])('%j names a file of a film: %s', (file, isOne) => {
  expect(mediaTypeOf(file) !== undefined).toBe(isOne)
})

test('no path that is taken leaves its folder', () => {
  const parts = fc.array(fc.constantFrom('..', '.', '/', '\\', '%2f', 'a', '0', '.ts', '.m4s', 'x.ts', ''), { maxLength: 8 })
  fc.assert(
    fc.property(parts, (chosen) => {
      const file = chosen.join('')
      return mediaTypeOf(file) === undefined || !/(^|\/)\.|\/\/|\\|%|^\//.test(file)
    }),
    { numRuns: 2_000 },
  )
})

test.each<[string | undefined, unknown]>([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
  ['bytes=9999999999999999-', undefined],
])('of a file of 100 bytes %s is %o', (header, part) => {
  expect(readRange(header, 100)).toEqual(part)
})
