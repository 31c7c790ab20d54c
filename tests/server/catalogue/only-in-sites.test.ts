import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { catalogue, recheckCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { boughtOrderOf } from '#lib/server/orders/changes/terms/ticket-change-rows.ts'
import { showingsInExchange } from '#lib/server/orders/changes/terms/evenings.ts'
import { prepare } from '#lib/server/programme/prepared-showings.ts'
import { hasOtherDates } from '#lib/server/seats/best/same-seats.ts'
import { during } from '#tests/support/buyers/cancels.ts'
import { addOtherDays, boughtTwo } from '#tests/support/buyers/changes.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

test('a presentation that only mini-sites sell is no other date of a show, and is not offered in exchange', async () => {
  const { uuid, resId } = await boughtTwo()
  const offered = async () => {
    const order = await boughtOrderOf(database(), uuid, resId)
    const from = await catalogue()
    presentationsOf(from, 1)
    const look = vi.spyOn(from.presentations, 'values')
    const exchange = showingsInExchange(from, order?.tickets ?? [], Date.now())
    expect(look, 'no look at those of other shows').not.toHaveBeenCalled()
    look.mockRestore()
    return { exchange: exchange.map(({ id }) => id), hasOtherDates: await hasOtherDates(1) }
  }
  expect(await offered()).toEqual({ exchange: [1, 2, 3], hasOtherDates: true })
  const hide = 'only_in_mini_sites = presentation_id <> 1'
  expect(await during(hide, 'only_in_mini_sites = false', offered)).toEqual({ exchange: [1], hasOtherDates: false })
})

test('a change of a presentation that only mini-sites sell leaves the showings of the shop as they are', async () => {
  const inShop = async () => [...prepare(await recheckCatalogue(), 'he').ofShop.all].map(({ presentation }) => presentation.id)
  const all = await inShop()
  const others = all.filter((id) => id !== 2)
  expect(others.length).toBe(all.length - 1)
  await during('only_in_mini_sites = presentation_id = 2', 'only_in_mini_sites = false', async () => {
    expect(await inShop()).toEqual(others)
    await database().query('UPDATE presentation SET soldout = NOT soldout WHERE presentation_id = 2')
    await database().query('UPDATE catalogue_version SET version = version + 1')
    expect(await inShop()).toEqual(others)
  })
  expect(await inShop()).toEqual(all)
})
