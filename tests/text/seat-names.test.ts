import { expect, test } from 'vitest'
import { seatsText } from '#lib/text/place-text.ts'
import { countSeatNames, listSeatNames } from '#lib/text/seat-names.ts'
import { textOf } from '#lib/text/text.ts'

test('names seats by their numbers, whatever the order of selection', () => {
  expect(listSeatNames(['15', '9', '14'])).toBe('9, 14, 15')
  expect(listSeatNames(['B2', 'A10', 'A9'])).toBe('A9, A10, B2')
})

test('one seat is called a seat, however many tickets it has, and several are called seats, in every language', () => {
  expect([seatsText('26', textOf('he')), seatsText('26, 27', textOf('he'))]).toEqual(['מושב 26', 'מושבים 26, 27'])
  expect([seatsText('26', textOf('en')), seatsText('9, 26, 27', textOf('en'))]).toEqual(['Seat 26', 'Seats 9, 26, 27'])
  expect([seatsText('26', textOf('ar')), seatsText('26, 27', textOf('ar'))]).toEqual(['مقعد 26', 'مقعدان 26, 27'])
  const count = countSeatNames('26')
  expect((['he', 'en', 'ru', 'ar'] as const).map((locale) => textOf(locale)('reservation.seats', { count }))).toEqual([
    'מושב',
    'Seat',
    'Место',
    'المقعد',
  ])
  expect(textOf('he')('reservation.seats', { count: countSeatNames('26, 27') })).toBe('מושבים')
})
