import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { MessageCookies } from '#lib/server/platform/http/cookie-jar.ts'
import { pageAskedBy, type SharedAsked } from '#lib/server/shared-pages/page-asked.ts'

function asked(url: string, { cookie = '', method = 'GET' } = {}): SharedAsked | undefined {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { url, method })
  request.headers.cookie = cookie
  return pageAskedBy(request, new MessageCookies(request))
}

test.each(['/', '/booking', '/booking/', '/booking/features/12', '/?days=2'])('%s is a page of what is on', (url) => {
  expect(asked(url)).toMatchObject({ address: url, kind: 'programme' })
})

test.each(['/order/12', '/order/12/'])('%s is where an order begins', (url) => {
  expect(asked(url)).toMatchObject({ address: url, kind: 'order' })
})

test.each([
  ['/mini-site/desert-voices', 'desert-voices'],
  ['/mini-site/desert-voices/?day=2026-12-01', 'desert-voices'],
  ['/mini-site/%D7%A7%D7%95%D7%9C', 'קול'],
])('%s is the page of a mini-site', (url, site) => {
  expect(asked(url)).toMatchObject({ address: url, kind: 'miniSite', site })
})

test.each([
  ['what belongs to a mini-site', '/mini-site/desert-voices/cover.svg'],
  ['a later step', '/order/1?step=tickets'],
  ['an order that is not paid at once', '/order/1?mode=hold'],
  ['seats that somebody chose elsewhere', '/order/1?seats=1'],
  ['an order of staff', '/order/1?domain=presLive'],
  ['no order', '/order/1/other-dates'],
  ['words that are looked for', '/?q=lear'],
  ['another page', '/customer/area'],
])('%s is not shared: %s', (_what, url) => {
  expect(asked(url)).toBeUndefined()
})

test.each([
  ['news of the last step', '/', { cookie: 'said=signedOut' }],
  ['a producer whose order it is', '/order/1', { cookie: 'domain=1' }],
  ['what is sent', '/', { method: 'POST' }],
])('with %s it is not shared', (_what, url, more) => {
  expect(asked(url, more)).toBeUndefined()
})

test('a producer who has begun an order sees what is on as everybody does', () => {
  expect(asked('/', { cookie: 'domain=1' })).toMatchObject({ kind: 'programme' })
})
