import { expect, test } from 'vitest'
import { cardDigits, passesLuhn } from '#lib/domain/payments/card-number.ts'

/** Each digit from 0 to 9 at a place that is doubled, with its check digit. */
test.each(['00', '18', '26', '34', '42', '59', '67', '75', '83', '91'])(
  '%s passes the checksum, and no other last digit does',
  (digits) => {
    const [first = ''] = digits
    const passing = Array.from({ length: 10 }, (_, last) => `${first}${String(last)}`).filter(passesLuhn)
    expect(passing).toEqual([digits])
  },
)

test('finds every single wrong digit of a card number', () => {
  const right = '4539148803436467'
  expect(passesLuhn(right)).toBe(true)
  for (const [place, digit] of [...right].entries()) {
    const wrong = `${right.slice(0, place)}${String((Number(digit) + 1) % 10)}${right.slice(place + 1)}`
    expect(passesLuhn(wrong), wrong).toBe(false)
  }
})

test('leaves what is neither a digit nor a separator, so that it is noticed', () => {
  expect(cardDigits(' 4580-0000\t0000 000x ')).toBe('458000000000000x')
})
