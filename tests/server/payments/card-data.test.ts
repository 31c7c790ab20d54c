import { expect, test } from 'vitest'
import { carriesCardData } from '#lib/server/platform/http/card-data.ts'

test.each<[string, unknown]>([
  ['a card number', { creditcardInfo: { number: '4580000000000000' } }],
  ['a card number in any other field', { systemInquiry: '4580000000000000' }],
  ['one that is written in groups', { systemInquiry: '4580 0000 0000 0000' }],
  ['one with hyphens', { customerInfo: { address1: '4580-0000-0000-0000' } }],
  ['one that is a number', { reference: 4580000000000000 }],
  ['one in a list', { seats: [{ ticket: { ref1: 'x' } }, { ticket: { ref1: '4580000000000000' } }] }],
  ['one in a list of lists', [['4580000000000000']]],
  ['a CVV', { creditcardInfo: { cvv: '123' } }],
  ['a CVV by its other names', { creditcardInfo: { CVC: 123 } }],
  ['a CVV by its other names, in a list', { cards: [{ cvv2: '1' }] }],
  ['an expiry', { creditcardInfo: { expiry: '12/30' } }],
  ['an expiry in short', { creditcardInfo: { exp: '1230' } }],
  ['what is called a card number, whatever it is', { creditcardInfo: { cardNumber: '1' } }],
])('R3.29 %s is card data', (_what, value) => {
  expect(carriesCardData(value)).toBe(true)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an empty card', { creditcardInfo: { number: '', cvv: null, expiry: undefined } }],
  ['sixteen digits with another check digit', { systemInquiry: '4580000000000001' }],
  ['a telephone number and an ID number', { customerInfo: { mobileNumber: '054-731-4821', ssn: '123456782' } }],
  ['ids and amounts', { seats: [{ ticket: { ticketId: 4580, amount: 105 } }] }],
])('%s is not card data', (_what, value) => {
  expect(carriesCardData(value)).toBe(false)
})
