import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lapsedOffers, renewalOffers } from '#lib/server/enrolment/renewal-offers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { cartOf } from '#lib/server/orders/cart/carts.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { countOf } from '#tests/support/checks/people.ts'
import { addEnrolments, lockSeat, SERIES, ticketsSold } from '#tests/support/sold/enrolments.ts'
import { buyMemberships } from '#tests/support/sold/memberships.ts'
import { addRenewal, buysSeries, letRenewUntil } from '#tests/support/sold/renewals.ts'

openCancelHouse()
beforeAll(async () => {
  await addEnrolments()
  await addRenewal()
})

const keep = () => inTransaction((client) => keepRenewals(client))

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

/** Opens the page that renews, or sends its form: of a season with the first price, and its dates and seats as told. */
async function openPage(uuid: string, sent?: readonly (readonly [name: string, value: string])[]): Promise<object | undefined> {
  const page = (await import(resolve('src/pages/membership/_renew.ts'))) as {
    openRenewal: (context: object) => Promise<object | undefined>
  }
  const body = sent && new URLSearchParams(sent.map(([name, value]) => [name, value]))
  const request = new Request('http://127.0.0.1/membership/m105/renew', body && { method: 'POST', body })
  const locals = { visitor: { uuid, proof: 'cookie' }, locale: 'he', requestId: '', said: undefined }
  return page.openRenewal({ request, locals, params: { code: 'm105' }, clientAddress: '127.0.0.1' })
}

/** Sends the form that renews, with the first price. */
async function sendRenewal(uuid: string, act: Record<string, string> = { replace: '1' }): Promise<object | undefined> {
  const [offer] = await renewalOffers(uuid)
  return openPage(uuid, Object.entries({ member: offer?.memberNumber ?? '', price: '1050', ...act }))
}

test('asking for another seat leads to the seat step, and the kept seat is given up only when the new one is bought', async () => {
  const dana = await newVisitor()
  expect(await buysSeries(dana, 7, 101)).toBe(true)
  await keep()
  const [kept] = await renewalOffers(dana)
  expect(await sendRenewal(dana, { move: kept?.memberNumber ?? '' })).toEqual({ goTo: '/enroll/m105/seats' })
  expect((await cartOf(dana))?.memberships).toMatchObject([{ membershipId: 105, membershipPriceId: 1050, seat: null }])
  expect(await lockSeat(dana, 4, 1, 105)).toBeUndefined()
  expect([await takesEvening(7), (await renewalOffers(dana)).map(({ seatId }) => seatId)]).toEqual([false, [1_007]])
  expect(await buysSeries(dana, 4, 105)).toBe(true)
  expect([await renewalOffers(dana), await takesEvening(7)]).toEqual([[], true])
})

test('after the deadline only who had the seat finds it there, whether it is free on all dates, and takes it like anybody', async () => {
  const [dana, omer] = [await newVisitor(), await newVisitor()]
  expect(await buysSeries(dana, 3, 101, 2)).toBe(true)
  await keep()
  const [kept] = await renewalOffers(dana)
  const memberNumber = kept?.memberNumber ?? ''
  const lapsed = async (uuid: string) => {
    const membership = (await catalogue()).memberships.get(105)
    return membership ? lapsedOffers(uuid, membership) : []
  }
  expect(await lapsed(dana)).toEqual([])
  await letRenewUntil('now()')
  const found = { memberNumber, seatId: 2_003, prices: [{ total: SERIES }] }
  expect(await lapsed(dana)).toMatchObject([{ ...found, isWhole: true, presentationIds: [15, 16] }])
  expect([await lapsed(omer), await renewalOffers(dana)]).toEqual([[], []])
  expect(await sendRenewal(dana, { move: memberNumber })).toMatchObject({ status: 404 })

  expect((await lock({ ...seatAt(3, 2), PresentationId: 15 }, fromHere(omer))).ok).toBe(true)
  expect(await lapsed(dana)).toMatchObject([{ ...found, isWhole: false, presentationIds: [16] }])
  expect(await sendRenewal(dana, { member: memberNumber, replace: '1' })).toMatchObject({
    status: 409,
    problem: expect.any(String) as string,
  })
  await database().query('UPDATE seat_claim SET expires_at = now() WHERE holder = $1', [omer])
  expect(await sendRenewal(dana, { member: memberNumber, replace: '1' })).toEqual({ goTo: '/booking/checkout' })
  expect(await lapsed(dana)).toMatchObject([{ isWhole: true }])
  expect(await buysSeries(dana, 3, 105, 2)).toBe(true)
  expect(await lapsed(dana)).toEqual([])
  await letRenewUntil("now() + interval '1 hour'")
})

/** Series 105 becomes a season: date 15 is fixed, one is chosen, and that is 16. */
async function makeSeason(): Promise<void> {
  await database().query(`
    DELETE FROM seat_claim WHERE state = 'H';
    UPDATE membership SET type_id = 3, choice_count = 1 WHERE membership_id = 105;
    UPDATE membership_presentation SET is_choice = true WHERE membership_id = 105 AND presentation_id = 16;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
  await keep()
}

/** What was renewed is paid as the cart has it. */
async function payRenewed(uuid: string, amount: number) {
  const items = (await cartOf(uuid))?.memberships ?? []
  return buyMemberships(uuid, items, amount)
}

const soldOf = async () => (await ticketsSold()).filter((one) => /^1[56]-/.test(one))

test('a season with dates to choose is renewed on one form, on which dates are ticked: its kept seat and the same one there, the nearest if somebody has it', async () => {
  const dana = await newVisitor()
  expect(await buysSeries(dana, 8, 101)).toBe(true)
  await keep()
  expect(await sendRenewal(dana)).toEqual({ goTo: '/booking/checkout' })
  await makeSeason()
  expect(await openPage(dana)).toMatchObject({
    season: {
      chosen: [16],
      options: [{ presentationId: 16, isSame: true, seats: [{ id: 1_008 }] }],
      seats: [{ priceId: 1050, prices: [{ total: SERIES }] }],
    },
  })
  expect(await sendRenewal(dana)).toMatchObject({ status: 400, season: { chosen: [] }, problem: expect.stringContaining('1') as string })
  expect(await countOf(`seat_claim WHERE state = 'H'`)).toBe(0)

  expect((await lock({ ...seatAt(8, 1), PresentationId: 16 }, fromHere(randomUUID()))).ok).toBe(true)
  expect(await openPage(dana)).toMatchObject({ season: { options: [{ isSame: false, seats: [{ id: 1_007 }] }] } })
  expect(await sendRenewal(dana, { date: '16', replace: '1' })).toEqual({ goTo: '/booking/checkout' })
  expect((await cartOf(dana))?.memberships).toMatchObject([{ seat: { XCoordinate: 8 }, selections: [{ prsntId: 16, x: 7, y: 1 }] }])
  expect([await takesEvening(8), await lockSeat(await newVisitor(), 8, 1, 105)]).toEqual([false, 'SEAT_NOT_AVAILABLE'])
  expect(await payRenewed(dana, SERIES)).toMatchObject({ ok: true })
  expect(await soldOf()).toEqual(['15-1008: S', '16-1007: S'])
  expect([await renewalOffers(dana), await keep()]).toEqual([[], 0])
})

test('two kept seats of a season are renewed in one order, together where they are chosen, each in a name of its own', async () => {
  const dana = await newVisitor()
  await database().query(`UPDATE membership SET type_id = 2 WHERE membership_id = 105`)
  expect([await buysSeries(dana, 4, 101, 2), await buysSeries(dana, 5, 101, 2)]).toEqual([true, true])
  await makeSeason()
  const [one, other] = (await renewalOffers(dana)).map(({ memberNumber }) => memberNumber)
  if (one === undefined || other === undefined) throw new Error('Nothing is kept.')
  const send = (...members: string[]) =>
    openPage(dana, [...members.map((member) => ['member', member] as const), ['date', '16'], ['replace', '1'], [`name-${other}`, 'רות']])
  expect(await send()).toMatchObject({ status: 400 })
  expect(await send(one)).toEqual({ goTo: '/booking/checkout' })
  expect((await cartOf(dana))?.memberships).toHaveLength(1)
  expect(await send(one, other)).toEqual({ goTo: '/booking/checkout' })
  expect(await payRenewed(dana, 2 * SERIES)).toMatchObject({ ok: true })
  expect(await soldOf()).toEqual(expect.arrayContaining(['15-2004: S', '15-2005: S', '16-2004: S', '16-2005: S']))
  expect(await renewalOffers(dana)).toEqual([])
})
