import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, unpack } from '#islands/ui/packed.ts'

it('gives back what was packed, whatever signs it has', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.stringify(unpack(pack(JSON.parse(json))))).toBe(JSON.stringify(JSON.parse(json)))
    }),
  )
  const signs = { 'a"`b': '`\\`"', c: ["'", '<b>', '\u2028'] }
  expect(unpack(pack(signs))).toEqual(signs)
})

it('has no quotation mark where what is shown has no backtick', () => {
  expect(pack({ name: 'הגשר "של" אבא', price: [140, null] })).toBe('{`name`:`הגשר \\`של\\` אבא`,`price`:[140,null]}')
})
