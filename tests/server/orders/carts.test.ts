import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, seatAt } from '#tests/support/buyers/house.ts'

/** Presentation 2 is a copy of 1 with a handling fee of ₪9. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await database().query(`
    INSERT INTO service_charge VALUES (2, NULL, 900, NULL);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id) VALUES (2, 1, 1, 1, now() + interval '4 days', 2);
    INSERT INTO presentation_price SELECT 2, category, ticket_group_id, allocation_id FROM presentation_price WHERE presentation_id = 1;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})

test('a cart over two presentations costs the same in any order of its seats', async () => {
  const lines = [lineOf(seatAt(1, 1)), lineOf({ ...seatAt(1, 1), PresentationId: 2 })].map(wantedSeat)
  const totals = await Promise.all([lines, lines.toReversed()].map((seats) => checkWanted(randomUUID(), { seats, products: [] })))
  expect(totals.map((checked) => checked.ok && checked.value.totals)).toMatchObject([
    { seatsPrice: 21_000, productsPrice: 0, globalServiceCharge: 700, balanceDue: 21_700 },
    { seatsPrice: 21_000, productsPrice: 0, globalServiceCharge: 700, balanceDue: 21_700 },
  ])
})
