import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { forgetReturns } from '#lib/server/integrations/forget-returns.ts'
import { endIntegration, setCallback } from '#lib/server/integrations/integrations.ts'
import { isOpenedBy, openIntegration, sweepOpenings } from '#lib/server/integrations/open-integration.ts'
import { currentWayOut, integrationForCall, openedById, wayOutOf } from '#lib/server/integrations/opened-integration.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { addWebhook, listWebhooks } from '#lib/server/webhooks/webhooks.ts'
import { boughtBy, cancelled, openCancelHouse, signedIn } from '#tests/support/buyers/cancels.ts'
import { boughtTwo, buy, changing, FEE, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { openReceiver, tell } from '#tests/support/processes/webhook-receiver.ts'
import { aClub, opened, requestOf } from '#tests/support/sold/integrations.ts'

const house = openCancelHouse()
const { told, heard, address } = openReceiver()
beforeEach(async () => {
  await database().query('UPDATE webhook SET ended_at = now() WHERE ended_at IS NULL')
})

const codeOf = (result: Awaited<ReturnType<typeof openIntegration>>) => (result.ok ? 'opened' : result.refusal.code)

async function backOf(resId: string, uuid: string, locale = 'en') {
  const account = await orderAccountOf(resId, uuid)
  return account && (await wayOutOf(account.openingId, account.outcome, locale))
}

describe('what an outside system may open', () => {
  test('R7.56 what it has signed, to an address of its own, now and once', async () => {
    const club = await aClub()
    const uuid = await newVisitor()
    const asked = async (request: ReturnType<typeof requestOf>) => codeOf(await openIntegration(request, uuid))
    const request = requestOf(club)
    expect(await asked(request)).toBe('opened')
    expect(await asked(request)).toBe('INTEGRATION_STALE')
    expect(codeOf(await openIntegration(request, await newVisitor()))).toBe('INTEGRATION_STALE')
    expect(await asked({ ...request, TS: String(Number(request.TS) + 1) })).toBe('INTEGRATION_REFUSED')
    expect(await asked({ ...request, ret: `${request.ret}1` })).toBe('INTEGRATION_REFUSED')
  })

  test('R7.56 nothing by another secret, an unknown key, or to an address that is not its own', async () => {
    const club = await aClub()
    const uuid = await newVisitor()
    const asked = async (request: ReturnType<typeof requestOf>) => codeOf(await openIntegration(request, uuid))
    expect(await asked(requestOf(club, { secret: 'another' }))).toBe('INTEGRATION_REFUSED')
    expect(await asked(requestOf('nobody'))).toBe('INTEGRATION_REFUSED')
    for (const ret of ['https://evil.example/', 'http://club.example/back', 'https://club.example@evil.example/', '/order/1'])
      expect([ret, await asked(requestOf(club, { ret }))]).toEqual([ret, 'INTEGRATION_REFUSED'])
    for (const key of ['', club, `${club}.`, `${club}.${'A'.repeat(42)}`, `${club}.${'A'.repeat(43)}`])
      expect([key, await asked({ ...requestOf(club), key })]).toEqual([key, 'INTEGRATION_REFUSED'])
    await endIntegration(club)
    expect(await asked(requestOf(club))).toBe('INTEGRATION_REFUSED')
    expect(await currentWayOut(uuid, 'en')).toBeUndefined()
  })

  test.each([
    [290, 'opened'],
    [310, 'INTEGRATION_STALE'],
    [-290, 'opened'],
    [-310, 'INTEGRATION_STALE'],
  ])('R7.56 a request of %d seconds ago: %s', async (seconds, code) => {
    const request = requestOf(await aClub(), { ago: seconds * 1000 })
    expect(codeOf(await openIntegration(request, await newVisitor()))).toBe(code)
  })

  test('R7.56 twenty at once of one request open one', async () => {
    const request = requestOf(await aClub())
    const uuid = await newVisitor()
    const all = await Promise.all(Array.from({ length: 20 }, () => openIntegration(request, uuid)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('an integrationId', () => {
  test('R7.56 is unguessable, stored as a hash, and of the visitor who opened it', async () => {
    const uuid = await newVisitor()
    const id = await opened(await aClub(), uuid)
    expect(id).toMatch(/^[0-9A-Z]{26}$/)
    expect(await openedById(id, uuid)).toMatchObject({ ok: true, value: { names: { en: 'Club' } } })
    expect((await openedById(id, await newVisitor())).ok).toBe(false)
    expect((await openedById(id, undefined)).ok).toBe(false)
    const rows = await database().query('SELECT v::text FROM integration_opening v')
    expect(JSON.stringify(rows.rows)).not.toContain(id)
  })

  test('R7.56 is good for two hours', async () => {
    const uuid = await newVisitor()
    const id = await opened(await aClub(), uuid)
    const ends = await cellOf('SELECT extract(epoch FROM expires_at - opened_at)::int FROM integration_opening WHERE uuid = $1', [uuid])
    expect(ends).toBe(7_200)
    await database().query('UPDATE integration_opening SET expires_at = now() WHERE uuid = $1', [uuid])
    expect(await openedById(id, uuid)).toMatchObject({ ok: false, refusal: { code: 'INTEGRATION_NOT_FOUND' } })
    const { resId } = await boughtTwo(uuid)
    expect(await backOf(resId, uuid)).toBeUndefined()
  })

  test('R7.56 is good until the visitor opens another', async () => {
    const uuid = await newVisitor()
    const club = await aClub()
    const [first, second] = [await opened(club, uuid), await opened(club, uuid)]
    expect((await openedById(first, uuid)).ok).toBe(false)
    expect((await openedById(second, uuid)).ok).toBe(true)
  })

  test('R7.56 is good for one order, which leads back with its outcome; the next one does not', async () => {
    const uuid = await newVisitor()
    const request = requestOf(await aClub())
    const id = await opened(request.key.split('.')[0] ?? '', uuid, request)
    expect(await currentWayOut(uuid, 'en')).toEqual({ name: 'Club', href: `${request.ret}&outcome=none` })
    expect(await isOpenedBy(request, uuid)).toBe(true)
    const { resId } = await boughtTwo(uuid)
    expect(await backOf(resId, uuid)).toEqual({ name: 'Club', href: `${request.ret}&outcome=paid` })
    expect((await backOf(resId, uuid, 'ru'))?.name).toBe('מועדון')
    expect((await openedById(id, uuid)).ok).toBe(false)
    expect([await currentWayOut(uuid, 'en'), await isOpenedBy(request, uuid)]).toEqual([undefined, false])
    const next = await boughtTwo(uuid, [seatOn(1, 3), seatOn(1, 4)])
    expect(await backOf(next.resId, uuid)).toBeUndefined()
  })

  test('R7.56 is given back by an order whose payment failed, for the next try', async () => {
    const uuid = await newVisitor()
    const id = await opened(await aClub(), uuid)
    expect((await buy(uuid, [seatOn(1, 1)], ONE + FEE, {}, 'declined')).ok).toBe(false)
    expect((await openedById(id, uuid)).ok).toBe(true)
    const failed = String(await cellOf("SELECT reservation_identifier FROM orders WHERE holder = $1 AND state = 'failed'", [uuid]))
    expect((await backOf(failed, uuid))?.href).toMatch(/outcome=failed$/)
    const { resId } = await boughtTwo(uuid)
    expect((await backOf(resId, uuid))?.href).toMatch(/outcome=paid$/)
  })

  test('R7.56 is of the businesses of its integration only', async () => {
    const uuid = await newVisitor()
    const id = await opened(await aClub({ businessIds: [2] }), uuid)
    expect(await integrationForCall({ integrationId: id }, uuid, 1)).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
    expect((await integrationForCall({ integrationId: id }, uuid, 2)).ok).toBe(true)
    const { resId } = await boughtTwo(uuid)
    expect(await backOf(resId, uuid)).toBeUndefined()
    expect((await openedById(id, uuid)).ok).toBe(true)
    const other = await buy(uuid, [seatOn(4, 1)], ONE)
    if (!other.ok) throw new Error(other.refusal.code)
    expect((await backOf(other.value.reservationIdentifier, uuid))?.href).toMatch(/outcome=paid$/)
  })

  test('R7.56 leads nowhere that its integration may not lead to by now', async () => {
    const uuid = await newVisitor()
    const club = await aClub()
    await opened(club, uuid)
    const { resId } = await boughtTwo(uuid)
    await database().query('UPDATE integration SET return_bases = $2 WHERE key_id = $1', [club, ['https://new.example/']])
    expect(await backOf(resId, uuid)).toBeUndefined()
  })

  test('R7.56 stays with an order that takes the place of another, and its outcome with what became of it', async () => {
    const { uuid } = (await signedIn()).visitor
    await opened(await aClub(), uuid)
    const bought = await boughtTwo(uuid)
    const made = await buy(uuid, [seatOn(2, 1), seatOn(2, 2)], 9_000, changing(bought))
    if (!made.ok) throw new Error(made.refusal.code)
    expect((await backOf(made.value.reservationIdentifier, uuid))?.href).toMatch(/outcome=paid$/)
    await opened(await aClub(), house.noa.visitor.uuid)
    const { resId } = await boughtBy(house.noa)
    await cancelled(house.noa.visitor, resId)
    expect((await backOf(resId, house.noa.visitor.uuid))?.href).toMatch(/outcome=cancelled$/)
  })

  test('is forgotten a day after it ended, unless an order has taken it', async () => {
    const [kept, ended] = [await newVisitor(), await newVisitor()]
    await opened(await aClub(), kept)
    await opened(await aClub(), ended)
    await boughtTwo(kept)
    await database().query("UPDATE integration_opening SET expires_at = now() - interval '25 hours' WHERE uuid = ANY ($1)", [[kept, ended]])
    await sweepOpenings()
    const left = await database().query('SELECT uuid FROM integration_opening WHERE uuid = ANY ($1)', [[kept, ended]])
    expect(left.rows).toEqual([{ uuid: kept }])
  })
})

describe('the callback', () => {
  test('R7.56 tells the outside system, signed, of its own orders, with the return address of each, and others not', async () => {
    const club = await aClub()
    const secret = (await setCallback(club, { url: address() })) ?? ''
    const { uuid } = house.noa.visitor
    const request = requestOf(club)
    await opened(club, uuid, request)
    const { resId } = await boughtBy(house.noa)
    await boughtTwo(undefined, [seatOn(1, 5), seatOn(1, 6)])
    const elsewhere = await newVisitor()
    await opened(await aClub(), elsewhere)
    await boughtTwo(elsewhere, [seatOn(1, 7), seatOn(1, 8)])
    await cancelled(house.noa.visitor, resId)
    await tell()
    expect(heard(secret)).toMatchObject([
      { type: 'order.paid', data: { ret: request.ret, amount: 21_700 } },
      { type: 'order.cancelled', data: { ret: request.ret, isWhole: true } },
    ])
    expect(told).toHaveLength(2)
    const number = String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [resId]))
    expect(heard(secret)[0]?.data.orderNumber).toBe(`${number.slice(0, 4)}-${number.slice(4)}`)
  })

  test('tells of an order whose return address was forgotten without it, and its pages lead nowhere', async () => {
    const club = await aClub()
    const secret = (await setCallback(club, { url: address() })) ?? ''
    const { uuid } = house.noa.visitor
    await opened(club, uuid)
    const { resId } = await boughtBy(house.noa)
    await forgetReturns(database(), house.noa.customerId)
    expect(await backOf(resId, uuid)).toBeUndefined()
    await cancelled(house.noa.visitor, resId)
    await tell()
    expect(heard(secret).map(({ type, data }) => [type, 'ret' in data])).toEqual([
      ['order.paid', true],
      ['order.cancelled', false],
    ])
  })

  test('is one: a new address ends the former, and the end of an integration ends it', async () => {
    const club = await aClub()
    await setCallback(club, { url: address() })
    await setCallback(club, { url: `${address()}/new` })
    const own = async () =>
      (await listWebhooks()).flatMap(({ integrationId, url, endedAt }) => (integrationId !== null && !endedAt ? [url] : []))
    expect(await own()).toContain(`${address()}/new`)
    expect(await own()).not.toContain(address())
    expect(await endIntegration(club)).toBe(true)
    expect(await own()).not.toContain(`${address()}/new`)
    expect([await endIntegration(club), await setCallback(club, { url: address() })]).toEqual([false, undefined])
  })

  const alive = async (club: string) =>
    cellOf(`SELECT count(*)::int FROM webhook w JOIN integration USING (integration_id) WHERE key_id = $1 AND w.ended_at IS NULL`, [club])

  test('ends with its integration or not at all: one that could not be ended is not told on behind a key that has ended', async () => {
    const club = await aClub()
    await setCallback(club, { url: address() })
    await database().query(`
      CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$;
      CREATE TRIGGER cut_off BEFORE UPDATE ON webhook FOR EACH ROW EXECUTE FUNCTION fail_once()`)
    await expect(endIntegration(club)).rejects.toThrow('cut off')
    await expect(setCallback(club, { url: `${address()}/new` })).rejects.toThrow('cut off')
    await database().query('DROP FUNCTION fail_once CASCADE')
    expect([await endIntegration(club), await alive(club)]).toEqual([true, 0])
  })

  test('is one, however many are set at once', async () => {
    const club = await aClub()
    await Promise.all(Array.from({ length: 5 }, () => setCallback(club, { url: address() })))
    expect(await alive(club)).toBe(1)
  })

  test('other webhooks are not told the return address', async () => {
    const { secret } = await addWebhook({ url: address(), events: ['order.paid'], businessIds: null })
    const uuid = await newVisitor()
    await opened(await aClub(), uuid)
    await boughtTwo(uuid)
    await tell()
    expect(heard(secret).map(({ data }) => 'ret' in data)).toEqual([false])
  })
})
