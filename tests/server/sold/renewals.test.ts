import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { renewalOffers } from '#lib/server/enrolment/renewal-offers.ts'
import { database, inTransaction } from '#lib/server/platform/db/connect.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { addEnrolments, lockSeat, SERIES, seriesItem } from '#tests/support/sold/enrolments.ts'
import { buyMemberships } from '#tests/support/sold/memberships.ts'

openCancelHouse()
beforeAll(async () => {
  await addEnrolments()
  await database().query(`
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, season_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, is_topup, max_quantity, renews_id, renews_until)
    VALUES (105, 105, 'm105', 'סדרה הבאה', '', '', 2, 1, 1, 1, false, false, '{}', false, 2, 101, now() + interval '1 hour');
    INSERT INTO membership_presentation VALUES (105, 15, false), (105, 16, false);
    INSERT INTO membership_price (membership_price_id, membership_id, ordinal, price_code, name, note, price, currency_id, currency_code, currency_symbol, reference_check)
    VALUES (1050, 105, 0, 'adult', 'רגיל', '', ${String(SERIES)}, 1, 'ILS', '₪', 'none');
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})

const keep = () => inTransaction((client) => keepRenewals(client))
const next = (x: number) => seriesItem(x, 1, { membershipId: 105, membershipPriceId: 1050 })

async function buysSeries(uuid: string, x: number, membershipId: 101 | 105): Promise<boolean> {
  if (await lockSeat(uuid, x, 1, membershipId)) return false
  return (await buyMemberships(uuid, [membershipId === 101 ? seriesItem(x) : next(x)], SERIES)).ok
}

async function takesEvening(x: number): Promise<boolean> {
  return (await lock({ ...seatAt(x, 1), PresentationId: 15 }, fromHere(randomUUID()))).ok
}

test('who bought a series finds its seat kept in the next one, and the order that renews it ends the keeping', async () => {
  const dana = await newVisitor()
  expect(await buysSeries(dana, 3, 101)).toBe(true)
  expect(await keep()).toBe(2)
  expect(await renewalOffers(dana)).toMatchObject([{ membershipId: 105, seatId: 1_003, isWhole: true, prices: [{ total: SERIES }] }])
  expect([await takesEvening(3), await buysSeries(await newVisitor(), 3, 105)]).toEqual([false, false])
  expect(await buysSeries(dana, 3, 105)).toBe(true)
  expect(await renewalOffers(dana)).toEqual([])
  expect(await keep()).toBe(0)
})

test('another seat bought without asking to move leaves the kept one; a lock that is not paid changes nothing', async () => {
  const dana = await newVisitor()
  expect(await buysSeries(dana, 5, 101)).toBe(true)
  await keep()
  expect(await lockSeat(dana, 5, 1, 105)).toBeUndefined()
  expect(await renewalOffers(dana)).toMatchObject([{ seatId: 1_005 }])
  expect(await buysSeries(dana, 6, 105)).toBe(true)
  await database().query(`UPDATE seat_claim SET expires_at = now() WHERE state = 'H'`)
  expect(await takesEvening(5)).toBe(false)
})
