import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyTicket, type FoundTicket } from '#lib/domain/entitlements/apply-coupon.ts'
import type { CodeKind } from '#lib/domain/entitlements/grant.ts'
import { checkReplacement } from '#lib/domain/orders/check-replacement.ts'
import { NO_CODE, usesIn, type CodeLine, type LineChange } from '#lib/domain/entitlements/coupon-lines.ts'
import { removeTicket, removeUse, restoreIncomplete } from '#lib/domain/entitlements/remove-coupon.ts'
import type { Result } from '#lib/domain/result.ts'
import { textOf } from '#lib/text/text.ts'

const line = (key: string, price: number | null, more: Partial<CodeLine> = {}): CodeLine => ({
  ...NO_CODE,
  key,
  presentationId: 1,
  ticketGroupId: 1,
  ticketId: 1,
  price,
  multiplyFactor: 1,
  ...more,
})

/** Three seats at 100, 80 and 90 ₪. */
const SEATS = [line('a', 10_000), line('b', 8_000), line('c', 9_000)]

/** The ticket of a code: ticket 9 of group 1. */
function found(multiplyFactor: number, usesLeft: number | null = null, kind: CodeKind = 'coupon', name = 'STAGE'): FoundTicket {
  return { kind, name, presentationId: 1, ticket: { id: 9, ticketGroupId: 1, multiplyFactor }, usesLeft }
}

/** Applies changes to the lines. Their prices and factors stay old, because both follow from the ticket. */
function withChanges(lines: readonly CodeLine[], changes: readonly LineChange[]): CodeLine[] {
  return lines.map((one) => ({ ...one, ...changes.find(({ key }) => key === one.key) }))
}

function applied(lines: readonly CodeLine[], what: FoundTicket): CodeLine[] {
  const changes = applyTicket(lines, what)
  if (!changes.ok) throw new Error(changes.refusal.code)
  const { multiplyFactor } = what.ticket
  return withChanges(lines, changes.value).map((one) => (one.ticketId === what.ticket.id ? { ...one, multiplyFactor } : one))
}

/** Returns the Hebrew message of a refusal. */
function sentence(result: Result<unknown>): string {
  return result.ok ? '' : textOf('he')(`errors.${result.refusal.code}`, result.refusal.facts)
}

const keys = (changes: Result<LineChange[]>) => (changes.ok ? changes.value.map(({ key }) => key) : changes.refusal.code)

test('R4.22 replaces the ticket of the cheapest matching seat, which remembers its earlier ticket', () => {
  expect(applyTicket(SEATS, found(1))).toEqual({
    ok: true,
    value: [{ key: 'b', ticketId: 9, code: 'STAGE', memberNumber: null, systemVoucher: null, isSub: false, replacedTicketId: 1 }],
  })
})

test.each([
  ['coupon', 'code'],
  ['senior', 'code'],
  ['member', 'memberNumber'],
  ['voucher', 'systemVoucher'],
] as const)('R4.22 carries a %s in the cart as %s', (kind, field) => {
  expect(applied([line('a', 1)], found(1, 1, kind, 'N-1'))).toMatchObject([
    { ...NO_CODE, [field]: 'N-1', ticketId: 9, replacedTicketId: 1 },
  ])
})

test('R4.24 turns the extra seats of a multiply-factor ticket into sub-tickets', () => {
  const lines = applied(SEATS, found(2))
  expect(lines.map(({ key, ticketId, isSub }) => [key, ticketId, isSub])).toEqual([
    ['a', 1, false],
    ['b', 9, false],
    ['c', 9, true],
  ])
})

test.each<[string, CodeLine[]]>([
  ['no seats', []],
  ['seats of another ticket group', [line('a', 1, { ticketGroupId: 2 })]],
  ['seats of another showing', [line('a', 1, { presentationId: 2 })]],
  ['seats without a price', [line('a', null)]],
  ['seats that have another code', [line('a', 1, { code: 'OTHER' })]],
])('R5.28 finds no ticket for a coupon among %s', (_name, lines) => {
  expect(sentence(applyTicket(lines, found(1)))).toBe('לא נמצאו כרטיסים שניתן להחיל עליהם את הקופון.')
})

test('R5.24 R5.25 asks for one more ticket for a coupon for two, not counting seats that have a code', () => {
  expect(sentence(applyTicket([line('a', 1)], found(2)))).toBe('למימוש הקופון יש להוסיף כרטיס נוסף.')
  expect(sentence(applyTicket([line('a', 1), line('b', 1, { code: 'OTHER' })], found(2)))).toBe('למימוש הקופון יש להוסיף כרטיס נוסף.')
})

test.each([
  [4, 1, 3],
  [4, 2, 2],
  [3, 1, 2],
])('R5.24 R5.26 asks for the missing seats of a coupon for %i on %i seats: %i', (factor, seats, n) => {
  expect(sentence(applyTicket(SEATS.slice(0, seats), found(factor)))).toBe(`למימוש הקופון יש להוסיף ${String(n)} כרטיסים נוספים.`)
})

test('R5.26 asks for a whole use of seats if every matching seat has a code', () => {
  expect(sentence(applyTicket([line('a', 1, { code: 'OTHER' })], found(2)))).toBe('למימוש הקופון יש להוסיף 2 כרטיסים נוספים.')
})

test('R5.27 refuses a used-up coupon before it looks at the seats', () => {
  for (const lines of [SEATS, []]) expect(sentence(applyTicket(lines, found(2, 0)))).toBe('קוד קופון כבר שומש, אנא נסו קופון אחר.')
})

test.each([
  ['member', 'memberNoneAvailable'],
  ['voucher', 'voucherBalance'],
  ['senior', 'seniorNoBalance'],
] as const)('answers a used-up %s with %s', (kind, code) => {
  expect(keys(applyTicket(SEATS, found(1, 0, kind)))).toBe(code)
})

test.each([
  [1, 2, 2],
  [2, 2, 4],
  [2, 3, 6],
  [3, 1, 3],
])('R5.31 covers the seats of a coupon for %i with a balance of %i: %i, one entry at a time', (factor, balance, capacity) => {
  let lines = Array.from({ length: 8 }, (_, at) => line(String(at), 100))
  for (let entry = 0; entry < balance; entry++) lines = applied(lines, found(factor, balance))
  expect(lines.filter(({ code }) => code === 'STAGE')).toHaveLength(capacity)
  expect(keys(applyTicket(lines, found(factor, balance)))).toBe('COUPON_USED')
})

test('subtracts what a coupon covers at other presentations of the order', () => {
  const other = line('x', 1, { presentationId: 2, code: 'STAGE', ticketId: 9 })
  expect(keys(applyTicket([...SEATS, other], found(1, 1)))).toBe('COUPON_USED')
})

test.each([
  ['member', 2, ['b', 'c']],
  ['voucher', 5, ['b', 'c', 'a']],
  ['senior', 1, ['b']],
  ['member', null, ['b', 'c', 'a']],
] as const)('enters a %s with %s uses once, for as many of the chosen seats as allowed, cheapest first', (kind, uses, expected) => {
  expect(keys(applyTicket(SEATS, found(1, uses, kind)))).toEqual(expected)
})

test('R5.17 refuses a membership code that is entered twice', () => {
  const lines = applied(SEATS, found(1, 2, 'member', 'M-1'))
  expect(keys(applyTicket(lines, found(1, 2, 'member', 'M-1')))).toBe('MEMBERSHIP_CODE_TWICE')
  expect(keys(applyTicket(lines, found(1, 2, 'member', 'M-2')))).toEqual(['a'])
})

test('R4.23 restores the replaced ticket of each seat if a coupon is removed', () => {
  const before = [line('a', 10_000), line('b', 8_000, { ticketId: 2 })]
  expect(removeTicket(applied(before, found(2)), 'STAGE')).toEqual([
    { ...NO_CODE, key: 'a', ticketId: 1 },
    { ...NO_CODE, key: 'b', ticketId: 2 },
  ])
  expect(removeTicket(before, 'STAGE')).toEqual([])
})

test('R4.23 removes one of two uses with its own seats only', () => {
  const seats = ['a', 'b', 'c', 'd'].map((key, at) => line(key, at))
  const lines = applied(applied(seats, found(2, 2)), found(2, 2))
  expect(removeUse(lines, 'd').map(({ key }) => key)).toEqual(['c', 'd'])
})

test('R4.23 restores the whole use for one seat of a multi-seat coupon, and nothing for a seat without a code', () => {
  const lines = applied(SEATS, found(3))
  expect(removeUse(lines, 'c').map(({ key }) => key)).toEqual(['b', 'a', 'c'])
  expect(removeUse(lines, 'unknown')).toEqual([])
})

test('R4.23 restores the tickets of seats whose companion is lost and keeps whole uses', () => {
  const lines = applied(SEATS, found(2))
  expect(restoreIncomplete(lines)).toEqual([])
  for (const lost of ['b', 'c'])
    expect(restoreIncomplete(lines.filter(({ key }) => key !== lost)).map(({ ticketId }) => ticketId)).toEqual([1])
})

test('keeps the ticket and drops the code of a seat without a remembered ticket', () => {
  expect(removeTicket([line('a', 1, { code: 'STAGE', ticketId: 9 })], 'STAGE')).toEqual([{ ...NO_CODE, key: 'a', ticketId: 9 }])
})

const anyLines = fc
  .array(
    fc.record({
      price: fc.option(fc.nat(20_000)),
      ticketId: fc.integer({ min: 1, max: 3 }),
      ticketGroupId: fc.integer({ min: 1, max: 2 }),
    }),
    {
      maxLength: 12,
    },
  )
  .map((lines) => lines.map(({ price, ...more }, at) => line(String(at), price, more)))
const anyFound = fc
  .record({
    factor: fc.integer({ min: 1, max: 4 }),
    uses: fc.option(fc.nat(3)),
    kind: fc.constantFrom<CodeKind>('coupon', 'voucher', 'member', 'senior'),
  })
  .map(({ factor, uses, kind }) => found(factor, uses, kind))

test('R4.23 is undone by removing: apply, then remove, changes nothing', () => {
  fc.assert(
    fc.property(anyLines, anyFound, (lines, what) => {
      const changes = applyTicket(lines, what)
      if (!changes.ok) return
      const changed = withChanges(lines, changes.value)
      expect(withChanges(changed, removeTicket(changed, what.name))).toEqual(lines)
    }),
  )
})

test('R5.31 never covers more seats than the capacity, and every use is whole', () => {
  fc.assert(
    fc.property(anyLines, anyFound, (lines, what) => {
      let now = lines
      for (let entry = 0; entry < 4; entry++) if (applyTicket(now, what).ok) now = applied(now, what)
      const uses = usesIn(now)
      expect(uses.length).toBeLessThanOrEqual(what.usesLeft ?? Infinity)
      expect(uses.every((use) => use.length === what.ticket.multiplyFactor && use.filter(({ isSub }) => !isSub).length === 1)).toBe(true)
    }),
  )
})

test.each([
  ['another ticket of the same group and price', { ticketGroupId: 1, price: 100, isByCode: false }, undefined],
  ['another price', { ticketGroupId: 1, price: 90, isByCode: false }, 'REPLACEMENT_MISMATCH'],
  ['another ticket group', { ticketGroupId: 2, price: 100, isByCode: false }, 'REPLACEMENT_MISMATCH'],
  ['a coupon’s ticket, which is exempt', { ticketGroupId: 2, price: 50, isByCode: true }, undefined],
])('R5.18 changes the ticket of a bought seat: %s', (_name, after, expected) => {
  expect(checkReplacement({ ticketGroupId: 1, price: 100 }, after)).toBe(expected)
})
