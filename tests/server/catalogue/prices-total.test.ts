import { beforeAll, expect, test } from 'vitest'
import { featuresMatching } from '#lib/server/programme/features.ts'
import { featureView } from '#lib/server/programme/feature-page.ts'
import { featureShelves } from '#lib/server/programme/feature-shelves.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

async function charge(amountPerOrder: number | null, percentRatePerOrder: number | null): Promise<void> {
  await database().query('UPDATE service_charge SET amount_per_order = $1, percent_rate_per_order = $2', [
    amountPerOrder,
    percentRatePerOrder,
  ])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

test.each([
  ['a fixed amount per order', 700, null, 57, 'finalForOne'],
  ['a percentage', null, 5, 52.5, 'finalPrices'],
] as const)(
  'shows the whole price of one ticket on the first pages by default: with %s',
  async (_name, fixed, percent, price, priceNote) => {
    await charge(fixed, percent)
    expect(await presentationAnswer(1, 'he')).toMatchObject({ isPriceTotal: true, priceFrom: price })
    expect(await featuresMatching({})).toMatchObject([{ priceFrom: price }])
    expect(await featureView(1, { city: null, part: null })).toMatchObject({ priceNote })
    expect(await featureShelves()).toMatchObject([{ cards: [{ prices: { from: price * 100 } }] }])
  },
)
