import { expect, test } from 'vitest'
import { isOnDemand } from '#lib/domain/catalogue/catalogue.ts'
import { phoneAddress } from '#lib/domain/catalogue/phone-address.ts'
import { productItemId } from '#lib/domain/catalogue/product-item.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { plainTicket } from './catalogue-fixtures.ts'

test.each([
  ['03-777-0140', 'tel:+97237770140'],
  ['054 731 4821', 'tel:+972547314821'],
  ['(08) 6232770', 'tel:+97286232770'],
])('dials %s from abroad too: %s', (phone, address) => {
  expect(phoneAddress(phone)).toBe(address)
})

test.each([
  ['a star number', '*6226', 'tel:*6226'],
  ['a short number', '02', 'tel:02'],
  ['an emergency number', '101', 'tel:101'],
  ['a number at reduced rate', '1-800-123-4567', 'tel:18001234567'],
  ['a number that has its country', '+972-3-777-0140', 'tel:+97237770140'],
  ['more digits than an Israeli number has', '03-777-01401-2', 'tel:03777014012'],
  ['fewer digits', '03-77701', 'tel:0377701'],
])('dials %s as it is: %s', (_what, phone, address) => {
  expect(phoneAddress(phone)).toBe(address)
})

test('tells a product from a presentation with the same number', () => {
  expect(productItemId(7)).toBe('product-7')
})

test.each([
  [1, false],
  [100, false],
  [101, true],
  [102, true],
  [104, true],
  [105, false],
])('a venue of type %i is watched at home: %s', (venueTypeId, isAtHome) => {
  expect(isOnDemand({ id: 1, locationId: 1, name: '', venueTypeId })).toBe(isAtHome)
})

test('R4.2 selects by default no ticket for holders of a code or from the box office, and none without a group', () => {
  const tickets = [plainTicket({ id: 1, access: 'code' }), plainTicket({ id: 2, walkin: true }), plainTicket({ id: 3 })]
  expect(defaultTicket({ tickets })?.id).toBe(3)
  expect(defaultTicket({ tickets: tickets.slice(0, 2) })).toBeUndefined()
  expect(defaultTicket(undefined)).toBeUndefined()
})
