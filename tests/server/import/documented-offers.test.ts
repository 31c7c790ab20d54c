import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { asFile } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  forgetCatalogue()
})

test('the voucher, the donation, the film and the fees of the documentation import beside its house', async () => {
  const page = await readFile('src/content/docs/catalogue.md', 'utf8')
  // The operator encodes the film before; here it is one of those that are there.
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text.replace('"lear"', '"demo-nine-minutes"'))
  const parts = ['"locations"', '"voucherSuperClasses"', '"donations"', '"films"', '"serviceCharges"']
  const files = parts.map((part) => asFile(JSON.parse(examples.find((text) => text.includes(part)) ?? ''), `${part.slice(1, -1)}.json`))
  expect((await importCatalogue(files)).problems.map(writeRemark)).toEqual([])
  forgetCatalogue()
  const { voucherClasses, donations, films, presentations, products, serviceCharges } = await catalogue()
  expect([[...voucherClasses.keys()], [...donations.keys()], [...films.keys()]]).toEqual([[11], [1], [9_001]])
  expect(presentations.get(21)).toMatchObject({ productIds: [1], serviceChargeId: 1 })
  expect([products.get(1), serviceCharges.get(1)]).toMatchObject([{ price: 4_500, maxQuantity: 2 }, { name: 'דמי טיפול' }])
})
