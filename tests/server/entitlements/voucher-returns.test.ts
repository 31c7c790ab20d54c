import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { settleFailed, settlePaid } from '#lib/server/orders/settlement/order-settle.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { returnVouchers, takeVouchers } from '#lib/server/entitlements/voucher-uses.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { buyerHolding, holdVoucher, makeVoucher, orderStates, voucherState, withVouchers } from '#tests/support/buyers/vouchers.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const SEAT = seatAt(1, 1)
/** ₪100 + ₪5 + the fee of ₪7. */
const DUE = 11_200

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.refusal?.code
}

describe('an unpaid order returns its vouchers once', () => {
  test('after a declined card', async () => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(5_000))
    const declined = await commit(
      uuid,
      { cart: withVouchers(cartOf([SEAT], await prepareCard(uuid, 6_200, 'declined')), { id, amount: 50 }) },
      'he',
    )
    expect(codeOf(declined)).toBe('CARD_DECLINED')
    expect(await voucherState(id)).toEqual({ balance: 5_000, entries: ['load 5000', 'use -5000', 'return 5000'] })
    const again = await commit(uuid, { cart: withVouchers(cartOf([SEAT], await prepareCard(uuid, 6_200)), { id, amount: 50 }) }, 'he')
    expect(again.ok).toBe(true)
    expect(await voucherState(id)).toMatchObject({ balance: 0 })
  })

  test('only when it is certain that a silent provider charged nothing', async () => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(5_000))
    const silent = await commit(
      uuid,
      { cart: withVouchers(cartOf([SEAT], await prepareCard(uuid, 6_200, 'timeout_before')), { id, amount: 50 }) },
      'he',
    )
    expect(codeOf(silent)).toBe('PAYMENT_PENDING')
    expect(await voucherState(id)).toMatchObject({ balance: 0 })
    await database().query(`UPDATE orders SET created_at = now() - interval '31 seconds'`)
    await database().query(`UPDATE payment SET created_at = now() - interval '31 seconds', updated_at = now() - interval '31 seconds'`)
    await Promise.all([reconcile(), reconcile(), reconcile()])
    expect(await voucherState(id)).toEqual({ balance: 5_000, entries: ['load 5000', 'use -5000', 'return 5000'] })
  })

  test('if ten processes settle it at once, some as paid and some as failed', async () => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(50_000))
    const order = await openOrder(uuid, id)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? settleFailed(order, order, 'CARD_DECLINED') : settlePaid(order, null))),
    )
    const [settled] = await orderStates()
    const state = settled?.state
    const entries = ['load 50000', `use -${String(DUE)}`, ...(state === 'failed' ? [`return ${String(DUE)}`] : [])]
    expect(await voucherState(id)).toEqual({ balance: state === 'failed' ? 50_000 : 50_000 - DUE, entries })
  })

  test('while others take from them, with correct sums', async () => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(50_000))
    for (let round = 0; round < 10; round++) {
      const order = await openOrder(uuid, id)
      const [, ...takes] = await Promise.all([
        settleFailed(order, order, 'CARD_DECLINED'),
        ...[1, 2, 3].map(() => takeAndReturn(id, 10_000)),
      ])
      expect(takes).toHaveLength(3)
      expect(await voucherState(id)).toMatchObject({ balance: 50_000 })
    }
  })

  test('orders that share two vouchers in opposite order never deadlock', async () => {
    const [one, two] = [
      await holdVoucher(await buyerHolding([]), await makeVoucher(1_000_000)),
      await holdVoucher(await buyerHolding([]), await makeVoucher(1_000_000)),
    ]
    // A deadlock victim is retried.
    let tries = 0
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const pair = n % 2 === 0 ? [one, two] : [two, one]
        return inTransaction(async (client) => {
          tries += 1
          const order = await bareOrder(client)
          expect(
            await takeVouchers(
              client,
              order,
              pair.map((id) => ({ id, amount: 100 })),
            ),
          ).toBe(true)
          await returnVouchers(client, order)
        })
      }),
    )
    expect(tries).toBe(40)
    expect(await voucherState(one)).toMatchObject({ balance: 1_000_000 })
  })
})

/** An order by voucher whose process died between its two transactions. */
async function openOrder(uuid: string, voucherId: number): Promise<string> {
  const orderId = randomUUID()
  await inTransaction(async (client) => {
    await client.query(
      `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
         global_service_charge, voucher_amount, email)
       VALUES ($1::uuid, $1::text, $1::text, $2, 'paying', $1::text, '', 0, 10500, 0, 700, $3, 'noa@example.com')`,
      [orderId, uuid, DUE],
    )
    await client.query(
      `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, ticket_id, ticket_name, price, service_charge)
       SELECT $1, 0, 1, seat_id, 1, 'אולם', 11, 'רגיל', 10000, 500 FROM seat_claim WHERE holder = $2`,
      [orderId, uuid],
    )
    await client.query(`UPDATE seat_claim SET state = 'P', order_id = $1 WHERE holder = $2`, [orderId, uuid])
    await client.query(`INSERT INTO audit (action, subject, uuid) VALUES ('order', $1, $2)`, [orderId, uuid])
    // A failed payment with the id of its order.
    await client.query(
      `INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state) VALUES ($1::uuid, $1::uuid, 'sandbox', $1::text, 1, 'intended')`,
      [orderId],
    )
    expect(await takeVouchers(client, orderId, [{ id: voucherId, amount: DUE }])).toBe(true)
  })
  return orderId
}

/** An order reduced to its vouchers. */
async function bareOrder(client: Parameters<typeof takeVouchers>[0], amount = 200): Promise<string> {
  const orderId = randomUUID()
  await client.query(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, voucher_amount, failure_code)
     VALUES ($1::uuid, $1::text, $1::text, $1::uuid, 'failed', $1::text, '', 0, 0, 0, 0, $2, 'CARD_DECLINED')`,
    [orderId, amount],
  )
  await client.query(`INSERT INTO audit (action, subject) VALUES ('order', $1)`, [orderId])
  return orderId
}

async function takeAndReturn(id: number, amount: number): Promise<boolean> {
  return inTransaction(async (client) => {
    const order = await bareOrder(client, amount)
    if (!(await takeVouchers(client, order, [{ id, amount }]))) throw new Error('There was enough.')
    await client.query('SELECT pg_sleep(0.001)')
    await returnVouchers(client, order)
    return true
  })
}
