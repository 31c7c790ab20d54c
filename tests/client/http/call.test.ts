import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import { DATES_ROUTES } from '#lib/contract/routes/dates-routes.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { VOD_ROUTES } from '#lib/contract/routes/vod-routes.ts'
import { call, callsOf } from '#lib/client/http/call.ts'
import { readSources } from '#tests/support/source-files.ts'
import { actAsBrowser } from '#tests/client/page.ts'

const ALL = { ...ROUTES, ...AREA_ROUTES, ...DATES_ROUTES, ...VOD_ROUTES }
const NAMES = Object.keys(ALL) as (keyof typeof ALL)[]
const UUID = '00000000-0000-4000-8000-000000000000'

let asked: Request[] = []
beforeEach(() => {
  actAsBrowser()
  asked = []
  vi.stubGlobal('location', new URL('http://shop.example/order/1'))
  vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) => {
    asked.push(address instanceof Request ? address : new Request(new URL(address, 'http://shop.example'), init))
    return Promise.resolve(Response.json({}))
  })
})

function only(): Request {
  expect(asked).toHaveLength(1)
  if (!asked[0]) throw new Error('Nothing was asked.')
  return asked[0]
}

describe('every call of the browser', () => {
  it.each(NAMES)('R7.1 R7.2 %s sends the uuid and the timestamp', async (name) => {
    const before = Date.now()
    await callsOf(ALL)(name)
    const { headers, url } = only()
    const sent = Number(new URL(url).searchParams.get('ts'))
    expect(headers.get('uuid')).toBe(UUID)
    expect(sent).toBeGreaterThanOrEqual(before)
    expect(sent).toBeLessThanOrEqual(Date.now())
  })

  it('is made by a script: what no script calls is not shipped', () => {
    const scripts = readSources().flatMap(({ path, text }) =>
      /^src\/(lib\/client|islands|layouts\/scripts|pages(?!\/api))/.test(path) ? [text] : [],
    )
    expect(NAMES.filter((name) => !scripts.some((text) => text.includes(`'${name}'`) || text.includes(`ROUTES.${name}`)))).toEqual([])
  })

  it('R7.1 sends the uuid but no timestamp to an immutable address, so that the browser may cache it', async () => {
    await call('getSeatplan', { query: { seatplanId: '1', venueId: '1' }, isImmutable: true })
    expect([only().headers.get('uuid'), new URL(only().url).searchParams.has('ts')]).toEqual([UUID, false])
  })

  it('R7.1 R7.2 goes through `call`: nothing else asks /api except the event streams, which cannot send headers', () => {
    const others = readSources().flatMap(({ path, text }) =>
      /^src\/(lib\/client|islands|layouts|pages(?!\/api))/.test(path)
        ? [...text.matchAll(/(?:fetch|EventSource|sendBeacon|ofetch(?:\.\w+)?)\(([^\n]*)/g)].map(([, given]) => `${path}: ${given ?? ''}`)
        : [],
    )
    const toCalls = others.filter((one) => /\/api|pathOf|addressOf/.test(one))
    const streams = ['src/layouts/scripts/staff/live-sales.ts', 'src/lib/client/seats/seats-live.ts']
    expect(toCalls.map((one) => one.split(':')[0]).toSorted()).toEqual([...streams, 'src/lib/client/http/call.ts'].toSorted())
  })
})
