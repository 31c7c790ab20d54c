import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { pictureOf } from '#lib/server/programme/features.ts'
import { importDemo } from '#lib/demo/import-demo.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { asFile } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})

type Item = NonNullable<CatalogueFileInput['donations']>[number]

const FIRST: Item = {
  ...{ id: 1, code: 'first', name: 'כרטיס ראשון', recipient: 'קרן הצעירים (ע״ר)', recipientNumber: '580341192', recognised: true },
  ...{ roundUp: true, opens: '2030-01-01T10:00', closes: '2031-01-01T10:00', image: { svg: '<svg viewBox="0 0 9 9"/>' } },
  amounts: [
    { id: 11, name: 'תלמיד אחד', amount: 60, thanks: 'תלמיד אחד יראה הצגה.' },
    { id: 12, name: 'ארבעה', amount: 240 },
  ],
  free: { id: 13, name: 'סכום אחר', min: 5, max: 5_000 },
}
const SECOND: Item = {
  id: 2,
  code: 'second',
  name: 'תפאורה',
  recipient: 'היכל',
  recipientNumber: '512345678',
  image: FIRST.image,
  free: { id: 21, name: 'אחר', min: 10, max: 20 },
}

async function run(donations: readonly Item[]) {
  return importCatalogue([asFile({ donations: [...donations] })], { today: '2030-05-01' })
}

async function problemsOf(...donations: readonly Item[]): Promise<readonly string[]> {
  return (await run(donations)).problems.map(writeRemark)
}

describe('donations', () => {
  test('R3.37 are written with their amounts, the free one between its limits; a second import changes nothing', async () => {
    expect(await run([FIRST, SECOND])).toMatchObject({ problems: [], counts: { donations: 2 } })
    const { donations } = await catalogue()
    expect([...donations.values()]).toMatchObject([
      {
        ...{ id: 1, code: 'first', recipientNumber: '580341192', isRecognised: true, isRoundUp: true, businessId: 1, maxQuantity: 20 },
        ...{ opensAt: Date.parse('2030-01-01T10:00+02:00'), closesAt: Date.parse('2031-01-01T10:00+02:00') },
        details: [
          { id: 11, name: 'תלמיד אחד', thanks: 'תלמיד אחד יראה הצגה.', amount: 6_000, least: null, most: null },
          { id: 12, amount: 24_000, thanks: '' },
          { id: 13, amount: null, least: 500, most: 500_000 },
        ],
      },
      { id: 2, isRecognised: false, recipientNumber: '512345678', opensAt: null, details: [{ id: 21, least: 1_000, most: 2_000 }] },
    ])
    expect(await pictureOf('donation', 1)).toContain('<svg')
    expect(await run([FIRST, SECOND])).toMatchObject({ problems: [], changes: 0 })
  })

  test('lose the amounts that a later file leaves out', async () => {
    await run([FIRST])
    expect(await problemsOf({ ...FIRST, amounts: [] })).toEqual([])
    forgetCatalogue()
    expect((await catalogue()).donations.get(1)?.details.map(({ id }) => id)).toEqual([13])
  })

  test('of the demo are three causes of two houses, one of which rounds up', async () => {
    await importDemo()
    const all = [...(await catalogue()).donations.values()]
    expect(all.map(({ businessId, isRecognised, isRoundUp }) => ({ businessId, isRecognised, isRoundUp }))).toEqual([
      { businessId: 1, isRecognised: true, isRoundUp: true },
      { businessId: 1, isRecognised: true, isRoundUp: false },
      { businessId: 2, isRecognised: false, isRoundUp: false },
    ])
    expect(all.every(({ details }) => details.length === 4 && details.some(({ amount }) => amount === null))).toBe(true)
  })
})

const AT = 'catalogue.json: $.donations'
const FREE = { id: 13, name: 'אחר', min: 5, max: 10 }

describe('an import of donations refuses', () => {
  test.each<[string, Partial<Item>, string]>([
    ['nothing to choose', { amounts: [], free: null, roundUp: false }, '.amounts: gives no amount to choose, and no free one'],
    ['rounding up without a free amount', { free: null }, '.roundUp: rounds up, but has no free amount'],
    [
      'rounding up by more than ten shekels',
      { free: { ...FREE, min: 10.01, max: 20 } },
      '.roundUp: rounds up to ten shekels, but the free amount begins above them',
    ],
    ['an amount of nothing', { amounts: [{ id: 11, name: 'א', amount: 0 }] }, '.amounts[0].amount: is worth nothing'],
    [
      'an amount twice',
      {
        amounts: [
          { id: 11, name: 'א', amount: 60 },
          { id: 12, name: 'ב', amount: 60 },
        ],
      },
      '.amounts[1].amount: is the same as another before it',
    ],
    ['a free amount from nothing', { free: { ...FREE, min: 0 } }, '.free.min: is worth nothing'],
    ['limits the wrong way round', { free: { ...FREE, min: 6, max: 5 } }, '.free.max: is less than the smallest amount'],
    [
      'more than a million',
      { maxQuantity: 100, free: { ...FREE, max: 10_001 } },
      '.maxQuantity: makes more than a million shekels in one order',
    ],
    ['a closing before the opening', { closes: '2029-01-01T10:00' }, '.closes: is not after its start'],
  ])('%s', async (_what, change, sentence) => {
    expect(await problemsOf({ ...FIRST, ...change })).toEqual([`${AT}[0]${sentence}`])
  })

  test('a code, and an id of an amount, that another has already', async () => {
    expect(await problemsOf(FIRST, { ...SECOND, code: 'first', free: { ...FREE, id: 12 } })).toEqual([
      `${AT}[1]: the code first is taken by another of the donations already, in catalogue.json at $.donations[0]`,
      `${AT}[1].free: the id 12 is taken by another of the amounts of donations already, in catalogue.json at $.donations[0].amounts[1]`,
    ])
    await run([FIRST])
    expect(await problemsOf({ ...SECOND, code: 'first', free: { ...FREE, id: 12 } })).toEqual([
      `${AT}[0].code: the code first is that of donation 1 already`,
      `${AT}[0].free: the amount 12 is of donation 1 already`,
    ])
  })

  test.each<[string, Partial<Item>]>([
    ['recipient', { recipient: 'אחר' }],
    ['businessId', { businessId: 2 }],
    ['recognised', { recognised: false }],
  ])('another %s under a number of a recipient, whether listed beside it or imported before', async (key, change) => {
    const same = { ...SECOND, recipient: FIRST.recipient, recipientNumber: '580341192', recognised: true }
    const sentence = 'is another than that of donation 1, whose recipient has the same number'
    expect(await problemsOf(FIRST, { ...same, ...change })).toEqual([`${AT}[1].${key}: ${sentence}`])
    expect(await problemsOf(FIRST, same)).toEqual([])
    expect(await problemsOf({ ...same, ...change })).toEqual([`${AT}[0].${key}: ${sentence}`])
  })
})
