import { beforeAll, beforeEach } from 'vitest'
import { health } from '#lib/contract/system.ts'
import { listOrders } from '#lib/contract/staff/for-keys.ts'
import { addKey, revokeKey } from '#lib/server/keys/api-keys.ts'
import { keyOfCall } from '#lib/server/keys/key-of-call.ts'
import { orderOfBusinesses, ordersOfBusinesses } from '#lib/server/orders/read/orders-of-businesses.ts'
import { logOfMessages, queueTest, sendAgainByKey } from '#lib/server/webhooks/webhook-messages.ts'
import { addWebhook } from '#lib/server/webhooks/webhooks.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { addOtherDays, boughtTwo, buy, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { KEY_CHECKS } from '#tests/support/checks/key-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(emptyHouse)

const OTHERS = [2]

function aKey() {
  return addKey(database(), { name: 'מבחן', scopes: ['orders'], businessIds: OTHERS, callsPerMinute: 600 })
}

async function opens(key: string | undefined, endpoint: Parameters<typeof keyOfCall>[0] = listOrders): Promise<boolean> {
  const request = new Request('http://127.0.0.1/', { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })
  return (await keyOfCall(endpoint, request, null)).ok
}

/** A delivered message of a webhook of business 1. */
async function aMessage(): Promise<string> {
  const { webhookId } = await addWebhook({ url: 'https://books.example/', events: ['order.paid'], businessIds: [1] })
  await queueTest(webhookId)
  await database().query("UPDATE webhook_message SET state = 'delivered', closed_at = now() WHERE webhook_id = $1", [webhookId])
  return String(await cellOf('SELECT message_id FROM webhook_message WHERE webhook_id = $1', [webhookId]))
}

testChecks(KEY_CHECKS, {
  'a key is known by all of it': async () => {
    const { prefix } = await aKey()
    return opens(`${prefix}_${'A'.repeat(43)}`)
  },
  'a revoked key opens nothing': async () => {
    const { key, prefix } = await aKey()
    await revokeKey(database(), prefix)
    return opens(key)
  },
  'a key whose time is over opens nothing': async () => {
    const { key, prefix } = await aKey()
    await database().query('UPDATE api_key SET expires_at = now() WHERE prefix = $1', [prefix])
    return opens(key)
  },
  'a key opens the calls of its scopes': async () => opens((await aKey()).key, health),
  'a call for keys needs one': () => opens(undefined),
  'a key reads orders of its businesses': async () => {
    await database().query('DELETE FROM seat_claim')
    const { resId } = await boughtTwo()
    const number = String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [resId]))
    const one = await orderOfBusinesses(number, OTHERS)
    return (await ordersOfBusinesses({ businessIds: OTHERS })).length > 0 && one !== undefined
  },
  'a key goes on after orders of its businesses': async () => {
    await database().query('DELETE FROM seat_claim')
    const own = await buy(await newVisitor(), [seatOn(4, 1)], ONE)
    if (!own.ok) throw new Error(own.refusal.code)
    const { resId } = await boughtTwo()
    const before = String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [resId]))
    return (await ordersOfBusinesses({ businessIds: OTHERS, before })).length > 0
  },
  'a key reads messages of webhooks of its businesses': async () => {
    await aMessage()
    return (await logOfMessages({ businessIds: OTHERS })).length > 0
  },
  'a key sends messages again of webhooks of its businesses': async () =>
    sendAgainByKey(await aMessage(), { apiKeyId: 1, businessIds: OTHERS }),
})
