import { describe, expect, test } from 'vitest'
import { isReturnAddress, readReturnBase, withOutcome } from '#lib/domain/orders/return-address.ts'
import { shopPath } from '#lib/domain/orders/shop-path.ts'

describe('where a return address may be', () => {
  test.each([
    ['https://club.example', 'https://club.example/'],
    ['https://club.example:8443/shop', 'https://club.example:8443/shop/'],
    ['http://club.example', undefined],
    ['https://me:secret@club.example', undefined],
    ['https://me@club.example', undefined],
    ['https://:secret@club.example', undefined],
    ['https://club.example/?a=1', undefined],
    ['https://club.example/#a', undefined],
    ['club.example', undefined],
  ])('%s is read as %s', (typed, base) => {
    expect(readReturnBase(typed)).toBe(base)
  })

  test.each([
    [2_000, true],
    [2_001, false],
  ])('an address of %d signs is read: %s', (length, isRead) => {
    const address = 'https://club.example/'.padEnd(length, 'a')
    expect([readReturnBase(address) !== undefined, isReturnAddress(address, ['https://club.example/'])]).toEqual([isRead, isRead])
  })

  const BASES = ['https://club.example/', 'https://other.example/shop/']
  test.each([
    ['https://club.example', true],
    ['https://club.example/back?ref=7#top', true],
    ['https://other.example/shop', true],
    ['https://other.example/shop/back', true],
    ['https://other.example/', false],
    ['https://other.example/shop/../admin', false],
    ['https://other.example/shop/%2e%2e/admin', false],
    ['https://other.example/shopping', false],
    ['https://club.example.evil.example/', false],
    ['https://club.example@evil.example/', false],
    ['https://club.example:8443/', false],
    ['https:\\\\club.example\\back', true],
    ['http://club.example/back', false],
    ['//club.example/back', false],
    ['javascript:alert(1)//https://club.example/', false],
    ['', false],
  ])('R7.56 %s is allowed: %s', (ret, isAllowed) => {
    expect(isReturnAddress(ret, BASES)).toBe(isAllowed)
  })

  test.each([
    ['https://club.example/back', 'https://club.example/back?outcome=paid'],
    ['https://club.example/back?ref=a%20b#top', 'https://club.example/back?ref=a%20b&outcome=paid#top'],
  ])('the outcome is added to %s', (ret, told) => {
    expect(withOutcome(ret, 'paid')).toBe(told)
  })
})

test.each([
  ['/order/1', '/order/1'],
  ['/booking/features/1001', '/booking/features/1001'],
  ['/mini-site/ועד-2026', '/mini-site/%D7%95%D7%A2%D7%93-2026'],
  ['/donations', '/donations'],
  ['//evil.example', '/'],
  ['/order//evil.example', '/'],
  ['https://evil.example', '/'],
  ['/https://evil.example', '/'],
  ['/order/1?lang=en', '/'],
  ['/PRES-live', '/'],
  [undefined, '/'],
])('of the shop, %s is the page %s', (to, path) => {
  expect(shopPath(to)).toBe(path)
})
