import { beforeAll, expect, test } from 'vitest'
import { featuresMatching } from '#lib/server/programme/features.ts'
import { featureView } from '#lib/server/programme/feature-page.ts'
import { featureShelves } from '#lib/server/programme/feature-shelves.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { programme } from '#lib/server/programme/showings.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

// Settings are read once per process; prices-total.test.ts has the other value.
beforeAll(async () => {
  process.env.PRICES_INCLUDE_CHARGES = 'off'
  await freshDatabase()
  await buildHouse()
})

test('shows bare ticket prices on the first pages and says so, if charges are listed separately', async () => {
  expect(await presentationAnswer(1, 'he')).toMatchObject({ isPriceTotal: false, priceFrom: 50, serviceCharge: { amountPerOrder: 7 } })
  expect(await featuresMatching({})).toMatchObject([{ priceFrom: 50 }])
  expect(await featureView(1, { city: null, part: null })).toMatchObject({ priceNote: 'orderCharge' })
  expect(await featureShelves()).toMatchObject([{ cards: [{ prices: { from: 5_000, to: 10_000 } }] }])
  const from = await programme()
  expect(from.showings.slice().map(({ presentation }) => from.factsOf(presentation).prices)).toEqual([{ from: 5_000, to: 10_000 }])
})
