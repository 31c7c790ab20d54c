import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { smsOf } from '#lib/server/messages/message-bodies.ts'
import { resendTickets } from '#lib/server/messages/resend-tickets.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { makeCustomer, signInAs } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'

beforeAll(async () => {
  await freshDatabase()
  await insertShowings()
})
beforeEach(() => database().query('DELETE FROM outbox'))

function visitor(uuid: string = randomUUID(), proof: Visitor['proof'] = 'cookie'): Visitor {
  return proof === 'cookie' ? { uuid, proof, sidHash: randomBytes(32) } : { uuid, proof }
}

async function order(state = 'paid') {
  const made = await insertOrder({ state })
  const { rows } = await database().query<{ holder: string }>('SELECT holder FROM orders WHERE order_id = $1', [made.orderId])
  return { ...made, owner: visitor(rows[0]?.holder) }
}

const REFUSED = { ok: false, refusal: { code: 'NOT_FOUND' } }

describe('sending tickets again', () => {
  it('sends them to the number and address of the order, three times a day', async () => {
    const { orderId, reservationIdentifier, owner, documentKey } = await order()
    const answers = await Promise.all(Array.from({ length: 8 }, () => resendTickets(owner, reservationIdentifier)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(3)
    expect(answers.find((answer) => !answer.ok)).toMatchObject({ refusal: { code: 'TOO_MANY_REQUESTS' } })
    const { rows } = await database().query('SELECT kind, channel, recipient FROM outbox ORDER BY kind, channel')
    expect(rows).toEqual(
      [1, 2, 3].flatMap((n) => [
        { kind: `resend-${String(n)}`, channel: 'mail', recipient: 'noa@example.com' },
        { kind: `resend-${String(n)}`, channel: 'sms', recipient: '0547314821' },
      ]),
    )
    expect(await smsOf(orderId, 'resend-2')).toContain(documentKey)
    await database().query(`UPDATE outbox SET created_at = now() - interval '25 hours' WHERE kind = 'resend-1'`)
    expect((await resendTickets(owner, reservationIdentifier)).ok).toBe(true)
    expect((await resendTickets(owner, reservationIdentifier)).ok).toBe(false)
    const another = await order()
    expect((await resendTickets(another.owner, another.reservationIdentifier)).ok).toBe(true)
  })

  it('sends them to the customer who owns the order, from any device', async () => {
    const { orderId, reservationIdentifier } = await order()
    const customerId = await makeCustomer()
    const elsewhere = visitor()
    await signInAs(elsewhere.uuid, customerId)
    expect(await resendTickets(elsewhere, reservationIdentifier)).toMatchObject(REFUSED)
    await database().query('UPDATE orders SET customer_id = $2 WHERE order_id = $1', [orderId, customerId])
    expect((await resendTickets(elsewhere, reservationIdentifier)).ok).toBe(true)
  })

  it('answers alike for another’s order, none, an unpaid one and a caller without the cookie', async () => {
    const { reservationIdentifier, owner } = await order()
    const unpaid = await order('failed')
    expect(await resendTickets(visitor(), reservationIdentifier)).toEqual(await resendTickets(owner, 'R0000000'))
    expect(await resendTickets(visitor(owner.uuid, 'header'), reservationIdentifier)).toMatchObject(REFUSED)
    expect(await resendTickets(unpaid.owner, unpaid.reservationIdentifier)).toMatchObject(REFUSED)
    expect((await database().query('SELECT FROM outbox')).rowCount).toBe(0)
  })
})
