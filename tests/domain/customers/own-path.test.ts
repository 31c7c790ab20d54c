import { expect, test } from 'vitest'
import { ownPath } from '#lib/domain/customers/own-path.ts'

test.each([
  '/',
  '/customer',
  '/customer?again=1#res',
  '/booking/checkout',
  '/order/12?step=tickets',
  '/cart/abc',
  '/customer/details%23password',
])('accepts %s as a path of this site', (path) => {
  expect(ownPath(path)).toBe(path)
})

test.each([
  ...[
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/https://evil.example',
    '/http:/evil.example',
    'javascript:alert(1)',
    'customer',
  ],
  ...[
    '/leave?to=https://evil.example',
    '/api/customer/logout',
    '/sign-in/google',
    '/customerx',
    '/customer\n//evil',
    '/customer/../https://evil.example',
  ],
  ...['/\tevil', '/customer/..//evil.example', '/booking//evil.example', `/customer?${'x'.repeat(400)}`, ''],
])('rejects %j', (path) => {
  expect(ownPath(path)).toBeUndefined()
})

test('accepts a path of 300 characters, and none that is longer', () => {
  const ofLength = (length: number) => '/customer?'.padEnd(length, 'x')
  expect([ownPath(ofLength(300)), ownPath(ofLength(301))]).toEqual([ofLength(300), undefined])
})

test('rejects a missing path', () => {
  expect(ownPath(null)).toBeUndefined()
})
