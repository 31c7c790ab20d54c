import { expect, test } from 'vitest'
import { enrolmentSaving, totalSaving } from '#lib/domain/catalogue/memberships/enrolment-saving.ts'

const SINGLES = new Map([
  [1, 10_000],
  [2, 12_000],
  [3, 9_000],
  [4, 20_000],
  [5, 15_000],
  [6, 0],
])
const choice = {
  count: 2,
  options: [
    { presentationId: 3, supplement: 0 },
    { presentationId: 4, supplement: 5_000 },
    { presentationId: 5, supplement: 7_000 },
    { presentationId: 6, supplement: 0 },
  ],
}
const savingOf = (membership: Partial<Parameters<typeof enrolmentSaving>[0]>, chosen: readonly number[], paid: number) =>
  enrolmentSaving({ presentationIds: [1, 2], choice: null, ...membership }, { chosen, paid }, (id) => SINGLES.get(id) ?? 0)

test.each([
  ['fixed dates alone', {}, [], 15_000, { amount: 7_000, tickets: 2, isAtLeast: false }],
  ['all chosen dates, less their supplements', { choice }, [3, 4], 25_000, { amount: 21_000, tickets: 4, isAtLeast: false }],
  ['a date to be chosen yet, with that which saves least', { choice }, [4], 25_000, { amount: 20_000, tickets: 4, isAtLeast: true }],
  ['no chosen date yet', { choice }, [], 25_000, { amount: 14_000, tickets: 4, isAtLeast: true }],
  ['single tickets that cost as much', {}, [], 22_000, null],
  ['single tickets that cost less', {}, [], 30_000, null],
  ['a fixed date without single tickets', { presentationIds: [1, 6] }, [], 5_000, null],
  ['a chosen date without single tickets', { choice }, [3, 6], 5_000, null],
  ['more dates than it has', { choice }, [3, 4, 5], 5_000, null],
  ['too few dates with single tickets to choose from', { choice: { ...choice, count: 4 } }, [], 5_000, null],
] as const)('what is saved against single tickets: %s', (_what, membership, chosen, paid, saving) => {
  expect(savingOf(membership, chosen, paid)).toEqual(saving)
})

test('enrolments save together what each saves, at least if one is not chosen whole; nothing is said if one saves nothing', () => {
  const one = { amount: 100, tickets: 2, isAtLeast: false }
  expect(totalSaving([one, { amount: 50, tickets: 2, isAtLeast: true }])).toEqual({ amount: 150, tickets: 4, isAtLeast: true })
  expect([totalSaving([one, null]), totalSaving([])]).toEqual([null, null])
})
