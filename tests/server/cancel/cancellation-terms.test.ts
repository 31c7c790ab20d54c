import { beforeAll, expect, test } from 'vitest'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { cancellationTerms, termsBefore, termsOfOrder } from '#lib/server/orders/cancel/cancellation-terms.ts'
import { LOCALES } from '#lib/text/locales.ts'
import { boughtBy, cancelled, during, openCancelHouse } from '#tests/support/buyers/cancels.ts'

const house = openCancelHouse()
const STARTS = Date.parse('2026-11-26T18:30:00Z') // Thursday 20:30
const BOUGHT = Date.parse('2026-11-20T08:00:00Z')
const POLICY: CancellationPolicy = {
  ...{ id: 1, name: 'דמי ביטול של 5%', withinDays: null, beforeDays: null, countsRestDays: true, chargeLimit: null },
  charge: { kind: 'none' },
}

function said(policy: Partial<CancellationPolicy> | null, show: object = {}): string {
  const cancellation = policy && { ...POLICY, ...policy }
  return cancellationTerms({ startsAt: STARTS, isCancelled: false, cancellation, ...show }, { boughtAt: BOUGHT, locale: 'he' }).replaceAll(
    /[\u2066\u2069]/g,
    '',
  )
}

beforeAll(() => {
  process.env.CUSTOMER_CANCELLATION = 'on'
})

test.each<[string, Partial<CancellationPolicy> | null, RegExp]>([
  ['until it begins, free', {}, /^אפשר לבטל באתר עד .*26.* בשעה 20:30, בלי דמי ביטול\.$/],
  ['until the end of a day before it', { beforeDays: 1 }, /עד .*25.* בשעה 23:59, בלי/],
  ['until the end of the days since the purchase', { withinDays: 2 }, /עד .*22.* בשעה 23:59/],
  ['a percentage', { charge: { kind: 'percent', percent: 5 } }, /דמי ביטול: 5% ממה ששולם\.$/],
  [
    'a percentage with a limit',
    { charge: { kind: 'percent', percent: 5 }, chargeLimit: 10_000 },
    /דמי ביטול: 5% ממה ששולם, ולא יותר מ־₪100\.$/,
  ],
  ['a fixed sum', { charge: { kind: 'fixed', amount: 2_000 } }, /דמי ביטול: ₪20 לכל ביטול\.$/],
  ['a sum for each ticket', { charge: { kind: 'perTicket', amount: 1_500 } }, /דמי ביטול: ₪15 לכרטיס\.$/],
  ['no policy', null, /^את הכרטיסים האלה אי אפשר לבטל באתר\.$/],
  ['too late already', { beforeDays: 30 }, /אי אפשר לבטל/],
])('shows the terms with a readable deadline and the charge once: %s', (_what, policy, words) => {
  expect(said(policy)).toMatch(words)
  expect(said(policy).match(/דמי ביטול/g)?.length ?? 0).toBeLessThanOrEqual(1)
})

test('shows the terms of a cancelled presentation, in each language', () => {
  expect(said(POLICY, { isCancelled: true })).toContain('את כל הסכום')
  const texts = LOCALES.map((locale) =>
    cancellationTerms({ startsAt: STARTS, isCancelled: false, cancellation: POLICY }, { boughtAt: BOUGHT, locale }),
  )
  expect(new Set(texts).size).toBe(LOCALES.length)
})

test('shows the same rule before and after the purchase, and none for what is cancelled', async () => {
  await during('cancellation_policy_id = 4', 'cancellation_policy_id = 1', async () => {
    const { uuid, resId } = await boughtBy(house.noa)
    const before = await termsBefore([1, 1], 'he')
    expect(before).toHaveLength(1)
    expect(await termsOfOrder(uuid, resId, 'he')).toEqual(before)
    expect(await termsBefore([1, 2], 'he')).toHaveLength(2)
    await cancelled(house.noa.visitor, resId)
    expect(await termsOfOrder(uuid, resId, 'he')).toEqual([])
  })
})
