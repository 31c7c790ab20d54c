import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Crowd, type Wait } from '#lib/server/crowd/crowd.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'

const ADDRESS = '192.0.2.1'

/** A shop whose busyness and clock the test has in hand. */
function shop(room: 'auto' | number = 'auto', processes = () => 1) {
  const state = { wait: 0, isFull: false, now: 1_000_000_000 }
  const crowd = new Crowd({ look: () => state, room, processes, now: () => state.now })
  const step = (steps = 1) => {
    for (let n = 0; n < steps; n++) crowd.step()
  }
  /** @returns how long it waits, and the cookie that it was given */
  const ask = (url: string, cookie = '', caller: string | null = ADDRESS): { wait: Wait | undefined; cookie: string } => {
    const request = new IncomingMessage(new Socket())
    request.url = url
    request.headers.cookie = cookie
    let kept = ''
    const wait = crowd.waitOf(request, caller, (line) => (kept = line))
    return { wait, cookie: (wait?.cookie ?? kept).split(';')[0] ?? '' }
  }
  const stranger = (url: string, cookie: string, caller: string | null = ADDRESS) => {
    const request = new IncomingMessage(new Socket())
    Object.assign(request, { url, headers: { cookie } })
    return crowd.strangerOf(request, caller)
  }
  const key = (url: string, authorization: string, caller: string | null = ADDRESS) => {
    const request = new IncomingMessage(new Socket())
    Object.assign(request, { url, headers: { authorization } })
    return crowd.keyOf(request, caller)
  }
  return {
    crowd,
    state,
    step,
    ask,
    stranger,
    key,
    /** @param newcomers that come in each of its steps */
    fill: (newcomers = 0) => {
      Object.assign(state, { wait: 800, isFull: true })
      for (let n = 0; n < 2; n++) {
        for (let one = 0; one < newcomers; one++) ask('/')
        step()
      }
    },
  }
}

const sid = (name: string) => `${cookieNames().sid}=${name}`

describe('a full shop', () => {
  it('lets everybody in until it is full, and then newcomers wait in the order in which they came', () => {
    const { ask, fill } = shop()
    expect(ask('/').wait).toBeUndefined()
    fill()
    const waits = [ask('/'), ask('/order/1'), ask('/api/presentations')]
    expect(waits.map(({ wait }) => wait?.ahead)).toEqual([0, 1, 2])
    expect(new Set(waits.map(({ cookie }) => cookie)).size).toBe(3)
  })

  it('lets whoever was there lately go on, for as long as seats are held and longer', () => {
    const { ask, fill, state } = shop()
    ask('/', sid('early'))
    ask('/', sid('late'))
    state.now += 15 * 60_000
    ask('/', sid('late'))
    fill()
    state.now += 6 * 60_000
    expect(ask('/api/seats/lock-seat', sid('late')).wait).toBeUndefined()
    expect(ask('/', sid('early')).wait).toBeDefined()
    expect(ask('/', sid('never')).wait).toBeDefined()
  })

  it('lets whoever came in just before go on, whose session it has not seen yet', () => {
    const { ask, fill, crowd } = shop()
    ask('/order/1')
    crowd.remember('new')
    fill()
    expect(ask('/api/seats/lock-seat', sid('new')).wait).toBeUndefined()
  })

  it('asks about the key of a call that would have to wait, and of no page', () => {
    const { key, fill } = shop()
    expect(key('/api/presentations', 'Bearer shk_1')).toBeUndefined()
    fill()
    expect(key('/api/presentations?ts=1', 'bearer shk_1')).toBe('shk_1')
    expect([key('/', 'Bearer shk_1'), key('/apis', 'Bearer shk_1'), key('/api/presentations', 'Basic shk_1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([key('/api/presentations', ''), key('/api/health', 'Bearer shk_1'), key('/api/presentations', 'Bearer shk_1', null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keeps a place whose cookie it wrote, and no other', () => {
    const { ask, fill } = shop()
    fill()
    const [first, second] = [ask('/'), ask('/')]
    expect(ask('/', second.cookie)).toMatchObject({ wait: { ahead: 1, cookie: undefined } })
    const forged = second.cookie.replace(/=\w+\./, `=${/=(\w+)\./.exec(first.cookie)?.[1] ?? ''}.`)
    expect(ask('/', forged).wait?.ahead).toBe(2)
  })

  it('lets waiting visitors in for good, in the order of arrival, at the pace of the shop', () => {
    const { ask, fill, step, state } = shop()
    fill(8)
    const waiting = Array.from({ length: 10 }, () => ask('/').cookie)
    Object.assign(state, { wait: 500 })
    const isIn = () => waiting.map((cookie) => ask('/', cookie).wait === undefined)
    step()
    const count = isIn().filter(Boolean).length
    expect(count).toBeGreaterThan(0)
    expect(isIn()).toEqual(waiting.map((_one, at) => at < count))
    step(20)
    expect(isIn()).toEqual(waiting.map(() => true))
    expect(ask('/', `${waiting[0] ?? ''}; ${sid('in')}`).wait).toBeUndefined()
    expect(ask('/api/cart', sid('in')).wait).toBeUndefined()
  })

  it('opens when it is no longer full and nobody waits', () => {
    const { ask, fill, step, state } = shop()
    fill()
    const { cookie } = ask('/')
    Object.assign(state, { wait: 10, isFull: false })
    step(60)
    expect([ask('/', cookie).wait, ask('/').wait]).toEqual([undefined, undefined])
  })

  it.each([
    '/api/health',
    '/PRES-live',
    '/pres-live-v1/reports',
    '/api/PRES-live/v2/availableFeatures',
    '/edocument/1',
    '/gift/1',
    '/sandbox/pay',
    '/api/payment/callback/stripe',
    '/texts/he.js',
  ])('never lets %s wait', (url) => {
    const { ask, fill } = shop()
    fill()
    expect(ask(url).wait).toBeUndefined()
  })

  it('never lets this machine wait, and no other path that begins alike goes ahead', () => {
    const { ask, fill } = shop()
    fill()
    expect(ask('/', '', null).wait).toBeUndefined()
    expect(ask('/gifts').wait).toBeDefined()
  })

  it('does not keep a turn for a second day', () => {
    const { ask, fill, state } = shop()
    fill()
    const { cookie } = ask('/')
    Object.assign(state, { now: state.now + 3 * 3_600_000 })
    expect(ask('/', cookie).wait?.cookie).toBeDefined()
  })

  it('says when to ask again: in two seconds at least, in 19 at most while few wait', () => {
    const { ask, fill } = shop()
    fill()
    const seconds = Array.from({ length: 400 }, () => ask('/').wait?.seconds ?? 0)
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2)
    expect(Math.max(...seconds)).toBeGreaterThan(14)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(19)
  })
})

describe('a shop that lets in so many a second', () => {
  it('lets in one at once, then no more than that, however quick it is', () => {
    const { ask, step } = shop(4)
    expect(ask('/').wait).toBeUndefined()
    const waiting = Array.from({ length: 6 }, () => ask('/').cookie)
    const isIn = () => waiting.filter((cookie) => ask('/', cookie).wait === undefined).length
    expect(isIn()).toBe(0)
    step()
    expect(isIn()).toBe(1)
    step(3)
    expect(isIn()).toBe(4)
    step(40)
    expect(isIn()).toBe(6)
  })
})

describe('several processes', () => {
  it('share what is let in a second, and take over the share of one that is gone', () => {
    let processes = 4
    const { ask, step } = shop(4, () => processes)
    ask('/')
    const waiting = Array.from({ length: 12 }, () => ask('/').cookie)
    const isIn = () => waiting.filter((cookie) => ask('/', cookie).wait === undefined).length
    step(8)
    expect(isIn()).toBe(2)
    processes = 1
    step(8)
    expect(isIn()).toBe(10)
  })

  it('take in who waited at another one, before those who came later', () => {
    const [one, other] = [shop(), shop()]
    one.fill(8)
    other.fill(8)
    one.state.now += 500
    const early = one.ask('/').cookie
    other.state.now += 1_000
    const late = other.ask('/').cookie
    expect([other.ask('/', early).wait?.ahead, other.ask('/', late).wait?.ahead]).toEqual([0, 1])
    expect(other.ask('/', early).wait?.ahead).toBe(0)
    Object.assign(other.state, { wait: 500 })
    other.step()
    expect(other.ask('/', early).wait).toBeUndefined()
  })

  it('keep who waited in line when one is started anew, if so many a second are let in always', () => {
    const before = shop(4)
    before.ask('/')
    const waiting = Array.from({ length: 3 }, () => before.ask('/').cookie)
    const after = shop(4)
    after.state.now += 2_000
    expect(waiting.map((cookie) => after.ask('/', cookie).wait?.ahead)).toEqual([0, 1, 2])
  })

  it('ask about other processes only for sessions that they do not know and would keep waiting', () => {
    const { ask, stranger, fill } = shop()
    ask('/', sid('known'))
    expect(stranger('/', sid('other'))).toBeUndefined()
    fill()
    expect(stranger('/', sid('other'))).toBe('other')
    expect([
      stranger('/', sid('known')),
      stranger('/', ''),
      stranger('/api/health', sid('other')),
      stranger('/', sid('other'), null),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })
})

it('passes over those who have gone away, when hardly anybody comes of those whose turn it is', () => {
  const { ask, fill, step, state } = shop()
  fill(8)
  for (let n = 0; n < 5_000; n++) ask('/')
  Object.assign(state, { wait: 0, isFull: false })
  step(40) // ten seconds
  expect(ask('/').wait).toBeUndefined()
})
