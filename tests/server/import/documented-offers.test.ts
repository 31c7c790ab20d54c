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

test('the voucher, the donation and the film of the documentation import beside its house', async () => {
  const page = await readFile('src/content/docs/catalogue.md', 'utf8')
  // The operator encodes the film before; here it is one of those that are there.
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text.replace('"lear"', '"demo-nine-minutes"'))
  const parts = ['"locations"', '"voucherSuperClasses"', '"donations"', '"films"']
  const files = parts.map((part) => asFile(JSON.parse(examples.find((text) => text.includes(part)) ?? ''), `${part.slice(1, -1)}.json`))
  expect((await importCatalogue(files)).problems.map(writeRemark)).toEqual([])
  forgetCatalogue()
  const { voucherClasses, donations, films } = await catalogue()
  expect([[...voucherClasses.keys()], [...donations.keys()], [...films.keys()]]).toEqual([[11], [1], [9_001]])
})
