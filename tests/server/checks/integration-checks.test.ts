import { beforeAll, beforeEach } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { endIntegration, setCallback } from '#lib/server/integrations/integrations.ts'
import { isOpenedBy, openIntegration } from '#lib/server/integrations/open-integration.ts'
import { currentWayOut, integrationForCall, openedById } from '#lib/server/integrations/opened-integration.ts'
import { boughtTwo, newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { INTEGRATION_CHECKS } from '#tests/support/checks/integration-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { aClub, opened, requestOf } from '#tests/support/sold/integrations.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)

async function isOpened(...asked: Parameters<typeof openIntegration>): Promise<boolean> {
  return (await openIntegration(...asked)).ok
}

/** What a visitor buys is begun by an integration. */
async function takes(uuid: string): Promise<boolean> {
  await emptySeats()
  const { resId } = await boughtTwo(uuid)
  return (await cellOf('SELECT opening_id FROM orders WHERE reservation_identifier = $1', [resId])) !== null
}

/** Each attempt is made twice, on the same seats. */
async function emptySeats(): Promise<void> {
  await database().query('DELETE FROM seat_claim')
}

testChecks(INTEGRATION_CHECKS, {
  'an outside system is known by its signature': async () => isOpened(requestOf(await aClub(), { secret: 'another' }), await newVisitor()),
  'a return address is on the list of its integration': async () =>
    isOpened(requestOf(await aClub(), { ret: 'https://evil.example/' }), await newVisitor()),
  'an order leads back to where its integration may lead now': async () => {
    const [uuid, club] = [await newVisitor(), await aClub()]
    await opened(club, uuid)
    await database().query("UPDATE integration SET return_bases = '{https://new.example/}' WHERE key_id = $1", [club])
    return (await currentWayOut(uuid, 'en')) !== undefined
  },
  'an integration that has ended opens nothing': async () => {
    const club = await aClub()
    await endIntegration(club)
    return isOpened(requestOf(club), await newVisitor())
  },
  'a request is of now': async () => isOpened(requestOf(await aClub(), { ago: 310_000 }), await newVisitor()),
  'a request opens once': async () => {
    const club = await aClub()
    const request = requestOf(club)
    await opened(club, await newVisitor(), request)
    return isOpened(request, await newVisitor())
  },
  'a page that is loaded again goes on for who opened it': async () => {
    const club = await aClub()
    const request = requestOf(club)
    await opened(club, await newVisitor(), request)
    return isOpenedBy(request, await newVisitor())
  },
  'opening another ends what the same visitor had opened': async () => {
    const [uuid, club] = [await newVisitor(), await aClub()]
    const first = await opened(club, uuid)
    await opened(club, uuid)
    return (await openedById(first, uuid)).ok
  },
  'an integrationId is of the visitor who opened it': async () =>
    (await openedById(await opened(await aClub(), await newVisitor()), await newVisitor())).ok,
  'the way back is of the visitor who opened it': async () => {
    await opened(await aClub(), await newVisitor())
    return (await currentWayOut(await newVisitor(), 'en')) !== undefined
  },
  'an integration is of its businesses': async () => {
    const uuid = await newVisitor()
    const integrationId = await opened(await aClub({ businessIds: [2] }), uuid)
    return (await integrationForCall({ integrationId }, uuid, 1)).ok
  },
  'an integrationId is good for a time': async () => {
    const uuid = await newVisitor()
    const id = await opened(await aClub(), uuid)
    await database().query('UPDATE integration_opening SET expires_at = now() WHERE uuid = $1', [uuid])
    return (await openedById(id, uuid)).ok
  },
  'an integrationId is good while its integration is': async () => {
    const [uuid, club] = [await newVisitor(), await aClub()]
    const id = await opened(club, uuid)
    await endIntegration(club)
    return (await openedById(id, uuid)).ok
  },
  'an integrationId is good for one order': async () => {
    const uuid = await newVisitor()
    const id = await opened(await aClub(), uuid)
    await takes(uuid)
    return (await openedById(id, uuid)).ok
  },
  'an order takes what its own visitor opened': async () => {
    await opened(await aClub(), await newVisitor())
    return takes(await newVisitor())
  },
  'an order takes what is good': async () => {
    const uuid = await newVisitor()
    await opened(await aClub(), uuid)
    await database().query('UPDATE integration_opening SET expires_at = now() WHERE uuid = $1', [uuid])
    return takes(uuid)
  },
  'an order is of the businesses of its integration': async () => {
    const uuid = await newVisitor()
    await opened(await aClub({ businessIds: [2] }), uuid)
    return takes(uuid)
  },
  'an integration hears of its own orders': async () => {
    await setCallback(await aClub(), { url: 'https://club.example/told' })
    await takes(await newVisitor())
    return Number(await cellOf('SELECT count(*) FROM webhook_message')) > 0
  },
})
