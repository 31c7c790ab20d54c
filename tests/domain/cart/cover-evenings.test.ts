import { expect, test } from 'vitest'
import { coverEvenings, paidByEvenings, standInsAmong } from '#lib/domain/cart/cover-evenings.ts'
import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { EveningWorth, GivenEvening } from '#lib/domain/entitlements/grant.ts'
import { plainPresentation } from '#tests/domain/catalogue/catalogue-fixtures.ts'

function seat(show: number, category: string, price: number, more: Partial<CheckedSeat> = {}): CheckedSeat {
  const presentation = plainPresentation({ id: show, seatplanId: 1 })
  return {
    kind: 'seat',
    presentation,
    section: {},
    seat: { category },
    price,
    serviceCharge: 500,
    firstPrice: price,
    ...more,
  } as CheckedSeat
}

/** Presentations 2 and 5 cost a supplement of ₪20, presentation 4 one of ₪5. */
const STAND_INS = new Map([
  [1, 0],
  [2, 2_000],
  [4, 500],
  [5, 2_000],
])

/** Bought on presentation 9, if nothing else is said. */
function evening(more: Partial<GivenEvening> = {}, bought: Partial<EveningWorth> = {}): GivenEvening {
  const own = { seatplanId: 1, category: 'A', supplement: 0, seat: 7, worth: 10_500, ...bought }
  return { orderId: 'o', line: 0, paid: 0, standIns: STAND_INS, now: { presentationId: 9, category: own.category }, bought: own, ...more }
}

/** Had in exchange since. */
function had(presentationId: number, category: string, paid = 0): GivenEvening {
  return evening({ now: { presentationId, category }, paid })
}

const PROGRAMME: CheckedLine = {
  ...{ kind: 'product', name: '', total: 'products', presentation: null, seller: null, quantity: 1, price: 2_500, serviceCharge: 0 },
  ...{ firstPrice: 2_500, isCharged: true, redeems: [] },
}

/** What is left to pay of each line. */
function left(lines: readonly CheckedLine[], ...evenings: readonly GivenEvening[]): number[] {
  return coverEvenings(lines, evenings).map(({ price, serviceCharge }) => price + serviceCharge)
}

test.each<[string, readonly CheckedLine[], readonly GivenEvening[], readonly number[]]>([
  ['its own category, whatever it costs', [seat(1, 'A', 18_000)], [evening()], [0]],
  ['its own category of a date with a supplement', [seat(2, 'A', 18_000)], [evening()], [2_000]],
  ['a dearer category', [seat(1, 'B', 14_500)], [evening()], [4_500]],
  ['a cheaper category', [seat(1, 'C', 5_500)], [evening()], [0]],
  ['the same letter on another plan', [seat(1, 'A', 14_500)], [evening({}, { seatplanId: 2 })], [4_500]],
  ['another presentation', [seat(3, 'A', 10_000)], [evening()], [10_500]],
  ['the better of two seats', [seat(1, 'B', 14_500), seat(1, 'A', 10_000)], [evening()], [15_000, 0]],
  ['two seats by two evenings', [seat(1, 'B', 14_500), seat(1, 'A', 10_000)], [evening(), evening({ line: 1 })], [4_500, 0]],
  ['only one seat each', [seat(1, 'A', 10_000), seat(1, 'A', 10_000)], [evening()], [0, 10_500]],
  ['its own category of a date with a larger supplement', [seat(2, 'A', 18_000)], [evening({}, { supplement: 500 })], [1_500]],
  ['its own category of a date with a smaller supplement', [seat(4, 'A', 18_000)], [evening({}, { supplement: 2_000 })], [0]],
  ['a seat less what was paid before', [seat(1, 'B', 14_500)], [had(1, 'B', 4_500)], [4_500]],
  ['a seat of the date and category it has now, whatever it costs anybody', [seat(1, 'B', 20_000)], [had(1, 'B', 4_500)], [4_500]],
  ['a seat of the date it has now, whatever its supplement was', [seat(2, 'A', 18_000)], [had(2, 'A', 1_900)], [1_900]],
  ['the category it has now on a dearer date, as any other', [seat(4, 'B', 24_500)], [had(1, 'B', 4_500)], [14_500]],
  ['the category it has now on a cheaper date, as any other', [seat(1, 'B', 14_500)], [had(4, 'B', 14_500)], [4_500]],
  ['a cheaper category it has now on a date where that is dear', [seat(4, 'C', 12_000)], [had(1, 'C')], [2_000]],
  ['a date with a supplement in a dearer category, which has none', [seat(2, 'B', 14_500)], [had(1, 'B', 4_500)], [4_500]],
  ['a cheaper seat than that which was paid more for', [seat(1, 'C', 5_500)], [had(1, 'B', 4_500)], [0]],
  ['a dearer seat than that which was paid more for', [seat(1, 'D', 20_000)], [had(1, 'B', 4_500)], [10_000]],
  ['a dearer seat than a cheaper one of meanwhile', [seat(1, 'B', 14_500)], [had(1, 'C')], [4_500]],
  ['the category that was bought, whatever was paid more meanwhile', [seat(1, 'A', 20_000)], [had(1, 'B', 4_500)], [0]],
  ['that of two seats whose category was bought', [seat(1, 'B', 14_500), seat(1, 'A', 18_000)], [had(4, 'B', 14_500)], [15_000, 0]],
  ['the date that was bought, after one with a supplement', [seat(1, 'A', 10_000)], [had(2, 'A', 2_000)], [0]],
  ['another date with the same supplement', [seat(5, 'A', 18_000)], [had(2, 'A', 2_000)], [2_000]],
  ['a date with a supplement that was bought with it', [seat(2, 'A', 18_000)], [evening({}, { supplement: 2_000 })], [0]],
  ['a dearer category, after a date with a supplement', [seat(1, 'B', 14_500)], [had(2, 'A', 2_000)], [4_500]],
  ['a seat, and not what is bought beside it', [PROGRAMME, seat(1, 'A', 10_000)], [evening()], [2_500, 0]],
  ['a seat that no membership pays', [seat(1, 'A', 0, { coveredBy: 0, serviceCharge: 0 }), seat(1, 'A', 10_000)], [evening()], [0, 0]],
  ['no part of what another ticket covers', [seat(1, 'A', 0, { isSub: true, serviceCharge: 0 })], [evening()], [0]],
])('an evening pays for %s', (_name, lines, evenings, due) => {
  expect(left(lines, ...evenings)).toEqual(due)
})

test('counts its seats and what it pays of them', () => {
  const lines = coverEvenings([seat(1, 'B', 14_500), seat(3, 'A', 10_000)], [evening()])
  expect([standInsAmong(lines), paidByEvenings(lines)]).toEqual([1, 10_500])
  expect(lines[0]).toMatchObject({ price: 4_000, firstPrice: 4_000, serviceCharge: 500, evening: { orderId: 'o', line: 0, seat: 7 } })
  expect([standInsAmong([seat(1, 'A', 1, { isSub: true })]), paidByEvenings([])]).toEqual([0, 0])
})
