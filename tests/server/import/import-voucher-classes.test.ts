import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

type SuperClass = NonNullable<CatalogueFileInput['voucherSuperClasses']>[number]
type Class = SuperClass['classes'][number]

const CLASS: Class = {
  ...{ id: 11, name: 'לכול', validDays: 365, exchangeDays: 30, cancellationPolicyId: 1, businessIds: [1, 2], productIds: [1] },
  ...{ allowsPartial: false, saleOpens: '2030-01-01T10:00', saleCloses: '2030-12-01T22:00', maxQuantity: 4, pictures: ['moon'] },
  prices: [
    { id: 111, name: 'מאה', price: 100 },
    { id: 112, name: 'זוג', note: 'שני כרטיסים', price: 84, redemption: { reference: 'PAIR', price: 90.5 } },
    { id: 113, name: 'כרטיסייה', price: 120, redemption: { tickets: 3, ticketGroupIds: [1], categoryIds: [1], upTo: 60 } },
    { id: 114, name: 'זוג לכל מופע', price: 150, redemption: { tickets: 2 } },
  ],
}
const SUPER: SuperClass = { id: 1, name: 'שוברים', description: 'לכול', classes: [CLASS] }

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})

async function run(...voucherSuperClasses: readonly SuperClass[]) {
  const cancellationPolicies = [{ id: 1, name: 'ביטול', preset: 'israeli-consumer-law' as const }]
  const small = smallCatalogue()
  // A product whose id no category has.
  const products = small.products?.flatMap((one) => [one, { ...one, id: 5 }])
  const file = { ...small, products, cancellationPolicies, voucherSuperClasses: [...voucherSuperClasses] }
  return importCatalogue([asFile(file)], { today: '2030-05-01' })
}

async function problemsOf(change: Partial<Class>): Promise<readonly string[]> {
  return (await run({ ...SUPER, classes: [{ ...CLASS, ...change }] })).problems.map(writeRemark)
}

describe('prepaid vouchers for sale', () => {
  test('R3.35 R3.36 have super classes, classes and prices with what they are redeemed for, and their terms', async () => {
    expect(await run(SUPER)).toMatchObject({ problems: [], counts: { 'vouchers for sale': 1 } })
    const from = await catalogue()
    expect([...from.voucherSuperClasses.values()]).toMatchObject([{ id: 1, name: 'שוברים', description: 'לכול', classes: [{ id: 11 }] }])
    expect(from.voucherClasses.get(11)).toEqual({
      ...{
        id: 11,
        superClassId: 1,
        name: 'לכול',
        description: '',
        businessId: 1,
        authProfileId: 1,
        businessIds: [1, 2],
        allowsPartial: false,
      },
      ...{ validDays: 365, validUntil: null, exchangeDays: 30, productIds: [1], maxQuantity: 4, pictures: ['moon'], words: null },
      saleOpensAt: Date.parse('2030-01-01T10:00+02:00'),
      saleClosesAt: Date.parse('2030-12-01T22:00+02:00'),
      cancellation: expect.objectContaining({ id: 1, withinDays: 14 }) as unknown,
      prices: [
        { id: 111, name: 'מאה', note: '', price: 10_000, redemption: { reference: null, price: 10_000, bundle: null }, words: null },
        {
          id: 112,
          name: 'זוג',
          note: 'שני כרטיסים',
          price: 8_400,
          redemption: { reference: 'PAIR', price: 9_050, bundle: null },
          words: null,
        },
        {
          ...{ id: 113, name: 'כרטיסייה', note: '', price: 12_000, words: null },
          redemption: { reference: null, price: 3, bundle: { ticketGroupIds: [1], categoryIds: [1], most: 6_000 } },
        },
        {
          ...{ id: 114, name: 'זוג לכל מופע', note: '', price: 15_000, words: null },
          redemption: { reference: null, price: 2, bundle: { ticketGroupIds: null, categoryIds: null, most: null } },
        },
      ],
    })
  })

  test('take everywhere and ten of a price in one order, if the file says nothing else', async () => {
    await run({
      id: 1,
      name: 'שוברים',
      classes: [{ id: 11, name: 'לכול', validUntil: '2031-01-01T00:00', prices: [{ id: 1, name: 'א', price: 50 }] }],
    })
    expect((await catalogue()).voucherClasses.get(11)).toMatchObject({
      ...{ businessIds: null, allowsPartial: true, maxQuantity: 10, exchangeDays: null, cancellation: null, validDays: null },
      validUntil: Date.parse('2031-01-01T00:00+02:00'),
      pictures: ['seat', 'curtain', 'moon', 'flowers'],
    })
  })

  test('a second import changes them; prices that it leaves out are gone', async () => {
    await run(SUPER)
    expect(await run(SUPER)).toMatchObject({ changes: 0 })
    await run({ ...SUPER, classes: [{ ...CLASS, name: 'אחר', prices: [{ id: 112, name: 'זוג', price: 80 }] }] })
    forgetCatalogue()
    expect((await catalogue()).voucherClasses.get(11)).toMatchObject({
      name: 'אחר',
      prices: [{ id: 112, price: 8_000, redemption: { reference: null, price: 8_000 } }],
    })
  })
})

const AT = 'catalogue.json: $.voucherSuperClasses[0].classes[0]'

const BUNDLES: readonly (readonly [string, NonNullable<Class['prices'][number]['redemption']>, string])[] = [
  ['that pays money and tickets', { price: 10, tickets: 2 }, ': pays either `price` or `tickets`'],
  ['that pays neither money nor tickets', { reference: 'X' }, ': pays either `price` or `tickets`'],
  ['of no tickets', { tickets: 0 }, '.tickets: '],
  ['of tickets that cost nothing', { tickets: 2, upTo: 0 }, '.upTo: pays nothing'],
  ['of money for some tickets', { price: 10, ticketGroupIds: [1] }, '.ticketGroupIds: belongs to a bundle of `tickets`'],
  ['of money for some features', { price: 10, categoryIds: [1] }, '.categoryIds: belongs to a bundle of `tickets`'],
  ['of tickets of a group that is not there', { tickets: 2, ticketGroupIds: [1, 99] }, '.ticketGroupIds[1]: there is no ticket group 99'],
  ['of tickets of a category that is not there', { tickets: 2, categoryIds: [99] }, '.categoryIds[0]: there is no category 99'],
  ['of tickets of a category, by the id of a product', { tickets: 2, categoryIds: [1, 5] }, '.categoryIds[1]: there is no category 5'],
]

describe('refuses a class of vouchers', () => {
  test.each<readonly [string, Partial<Class>, string]>([
    ['that ends twice', { validUntil: '2031-01-01T00:00' }, '.validDays: ends by days and by a date; only one is possible'],
    ['whose sale ends before it opens', { saleCloses: '2029-01-01T10:00' }, '.saleCloses: '],
    ['that costs nothing', { prices: [{ id: 1, name: 'א', price: 0 }] }, '.prices[0].price: costs nothing'],
    [
      'that pays nothing',
      { prices: [{ id: 1, name: 'א', price: 10, redemption: { price: 0 } }] },
      '.prices[0].redemption.price: pays nothing',
    ],
    ...BUNDLES.map(([name, redemption, sentence]): readonly [string, Partial<Class>, string] => [
      name,
      { prices: [{ id: 1, name: 'א', price: 10, redemption }] },
      `.prices[0].redemption${sentence}`,
    ]),
    ['of a policy that is not there', { cancellationPolicyId: 9 }, '.cancellationPolicyId: there is no cancellation policy 9'],
    ['with a product that is not there', { productIds: [1, 9] }, '.productIds[1]: there is no product 9'],
    ['with more than ten of a price in an order', { maxQuantity: 11 }, '.maxQuantity: '],
    ['with a picture that there is not', { pictures: ['sun' as 'moon'] }, '.pictures[0]: '],
    [
      'with one price twice',
      { prices: [...CLASS.prices, { id: 111, name: 'ב', price: 5 }] },
      '.prices[4]: the id 111 is taken by another of',
    ],
  ])('%s', async (_, change, sentence) => {
    expect(await problemsOf(change)).toEqual([expect.stringContaining(`${AT}${sentence}`) as unknown])
  })

  test('that moves to another super class, and a price that moves to another class', async () => {
    await run(SUPER)
    const other: Class = { ...CLASS, id: 12, prices: [{ id: 111, name: 'מאה', price: 100 }] }
    const moved = await run({ ...SUPER, id: 2 })
    expect(moved.problems.map(writeRemark)).toEqual([`${AT}: the class 11 is of super class 1 already`])
    const stolen = await run({ ...SUPER, classes: [other] })
    expect(stolen.problems.map(writeRemark)).toEqual([`${AT}.prices[0]: the price 111 is of class 11 already`])
  })
})
