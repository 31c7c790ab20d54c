import { expect, it } from 'vitest'
import {
  choiceHolders,
  choiceKey,
  choicePrices,
  chosenItems,
  EMPTY_HOLDER,
  missingReference,
  plainInstead,
  withInstead,
  type ChoiceForm,
} from '#lib/domain/catalogue/memberships/membership-choice.ts'
import { DOLLARS, plainMembership, plainPrice } from './membership-fixtures.ts'

const STUDENT = { id: 12, priceCode: 'student', name: 'סטודנט', ref1prompt: 'מספר סטודנט', ref2prompt: 'מוסד' }
const FIRST = plainMembership({ id: 1, prices: [plainPrice({ id: 11 }), plainPrice(STUDENT), plainPrice({ id: 13, currency: DOLLARS })] })
const SECOND = plainMembership({
  id: 2,
  prices: [plainPrice({ id: 21, name: 'אחר' }), plainPrice({ ...STUDENT, id: 22, ref1prompt: null, ref2prompt: null })],
})
const PRICES = choicePrices([FIRST, SECOND])
const form = (more: Partial<ChoiceForm> = {}): ChoiceForm => ({ chosen: new Set(), holders: {}, topUps: {}, ...more })

it('offers the prices that the shop charges, each under a key of its own', () => {
  expect(PRICES.map(choiceKey)).toEqual(['1-11', '1-12', '2-21', '2-22'])
})

it('asks names and references once for each price code, with whatever prompt one of its memberships has', () => {
  expect(choiceHolders(PRICES)).toEqual([
    { priceCode: 'adult', name: 'רגיל', ref1prompt: null, ref2prompt: null },
    { priceCode: 'student', name: 'סטודנט', ref1prompt: 'מספר סטודנט', ref2prompt: 'מוסד' },
  ])
  expect(choiceHolders(choicePrices([SECOND, FIRST])).map(({ ref1prompt, ref2prompt }) => [ref1prompt, ref2prompt])).toEqual([
    [null, null],
    ['מספר סטודנט', 'מוסד'],
  ])
  expect(choiceHolders(choicePrices([SECOND])).map(({ ref1prompt, ref2prompt }) => [ref1prompt, ref2prompt])).toEqual([
    [null, null],
    [null, null],
  ])
})

it('makes a cart item of each chosen price, with a reference only where it is asked for', () => {
  const noa = { name: 'נועה', additionalName: 'אורי', reference1: '318', reference2: 'בצלאל' }
  const items = chosenItems(form({ chosen: new Set(['1-12', '2-21', '2-22']), holders: { student: noa }, topUps: { 2: '50127' } }), PRICES)
  expect(items).toEqual([
    {
      ...{ membershipId: 1, membershipPriceId: 12, currencyId: 1, reference1: '318', reference2: 'בצלאל', seat: null },
      ...{ memberNumber: null, isTopup: false, name: 'נועה', additionalName: 'אורי' },
    },
    {
      ...{ membershipId: 2, membershipPriceId: 21, currencyId: 1, reference1: null, reference2: null, seat: null },
      ...{ memberNumber: '50127', isTopup: true, name: '', additionalName: '' },
    },
    {
      ...{ membershipId: 2, membershipPriceId: 22, currencyId: 1, reference1: null, reference2: null, seat: null },
      ...{ memberNumber: '50127', isTopup: true, name: 'נועה', additionalName: 'אורי' },
    },
  ])
})

it.each([
  ['nothing is chosen', [], {}, undefined],
  ['the chosen price asks for none', ['1-11', '2-22'], {}, undefined],
  ['the first is empty', ['1-12'], {}, 'reference1-student'],
  ['the second is empty', ['1-12'], { student: { ...EMPTY_HOLDER, reference1: '318' } }, 'reference2-student'],
  ['both are typed', ['1-12'], { student: { ...EMPTY_HOLDER, reference1: '318', reference2: 'בצלאל' } }, undefined],
] as const)('names the reference that is missing: %s', (_case, chosen, holders, field) => {
  expect(missingReference(form({ chosen: new Set<string>(chosen), holders }), PRICES)).toBe(field)
})

it('sends the second reference alone, if only that is asked for', () => {
  const prices = choicePrices([plainMembership({ prices: [plainPrice({ ref2prompt: 'מוסד' })] })])
  const holders = { adult: { ...EMPTY_HOLDER, reference1: '318', reference2: 'בצלאל' } }
  const [item] = chosenItems(form({ chosen: new Set(['1-1']), holders }), prices)
  expect([item?.reference1, item?.reference2]).toEqual([null, 'בצלאל'])
  expect(missingReference(form({ chosen: new Set(['1-1']) }), prices)).toBe('reference2-adult')
})

it('names the reference that is missing of any price that is chosen, not only of the first', () => {
  expect(missingReference(form({ chosen: new Set(['1-11', '1-12']) }), PRICES)).toBe('reference1-student')
})

it('names a price without references in place of one whose reference is not eligible, if it is not chosen already', () => {
  const [adult, student, , plain] = PRICES
  if (!adult || !student || !plain) throw new Error('The fixtures have no such prices.')
  expect(plainInstead(form({ chosen: new Set(['1-12']) }), PRICES, student)).toBe(adult)
  expect(plainInstead(form({ chosen: new Set(['1-11', '1-12']) }), PRICES, student)).toBeUndefined()
  const noa = { ...EMPTY_HOLDER, name: 'נועה', reference1: '318' }
  const swapped = withInstead(form({ chosen: new Set(['1-12', '2-22']), holders: { student: noa } }), student, adult)
  expect([...swapped.chosen]).toEqual(['1-11', '2-22'])
  expect(swapped.holders.adult).toEqual({ ...EMPTY_HOLDER, name: 'נועה' })
  const kept = withInstead(form({ holders: { student: noa, adult: { ...EMPTY_HOLDER, name: 'רות' } } }), student, adult)
  expect([kept.holders.adult?.name, [...kept.chosen]]).toEqual(['רות', []])
})
