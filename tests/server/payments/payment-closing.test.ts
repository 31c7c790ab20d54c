import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { outboxMessages } from '#lib/server/messages/outbox-view.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { readCardcomCallback } from '#lib/server/providers/payment/cardcom-page.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { finishRefund } from '#lib/server/payments/refunds.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { enterGate } from '#lib/server/seats/claims/free-places.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { makeCustomer, signInAs } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { buildHouse, cartOf, CUSTOMER, emptyHouse, fromHere, lineOf, PLACE, seatAt } from '#tests/support/buyers/house.ts'

const SEAT = seatAt(4, 4)
const provider = new FaultyProvider()

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  replaceProvider(provider)
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => replaceProvider(undefined))

async function buyerWithCard(): Promise<{ buyer: FaultBuyer; identifier: string; formName: string }> {
  const buyer = new FaultBuyer(provider, [SEAT])
  await buyer.hold()
  const { formName } = await buyer.openForm()
  return { buyer, formName, identifier: provider.fillIn(formName, 'card') }
}

/** The states of all orders, and the number of forms that are still to be checked. */
async function states(): Promise<readonly string[]> {
  const { rows } = await database().query<{ said: string }>(
    `SELECT coalesce(string_agg(state, ' '), '') AS said FROM orders UNION ALL SELECT count(told_at)::text FROM payment_form`,
  )
  return rows.map(({ said }) => said)
}

async function outboxKinds(): Promise<readonly string[]> {
  const { rows } = await database().query<{ said: string }>(`SELECT kind || ' ' || channel AS said FROM outbox ORDER BY 1`)
  return rows.map(({ said }) => said)
}

describe('a form of no further use is closed', () => {
  test('after a payment that the provider never saw: a later charge is refused', async () => {
    const { buyer, identifier } = await buyerWithCard()
    provider.plan(buyer.uuid, 'charge', 'silentBefore')
    expect(await buyer.commit(identifier)).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
    await letPaymentsAge()
    await reconcile()
    await reconcile()
    expect(provider.preparedFor(buyer.uuid)).toEqual([])
    expect(await states()).toEqual(['failed', '0'])
    expect(await provider.charge({ paymentIdentifier: identifier, amount: 11_200, idempotencyKey: 'late' })).toEqual({ outcome: 'failed' })
  })

  test('after a refusal of a prepared payment; retried until the provider answers', async () => {
    const { buyer, identifier } = await buyerWithCard()
    await buyer.age(3_600)
    expect(await buyer.commit(identifier)).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    provider.plan(buyer.uuid, 'closeForm', 'silentBefore', 'broken')
    await reconcile()
    expect(provider.preparedFor(buyer.uuid)).toHaveLength(1)
    expect(await states()).toEqual(['', '1'])
    await reconcile()
    await reconcile()
    expect(provider.preparedFor(buyer.uuid)).toEqual([])
    expect(await states()).toEqual(['', '0'])
  })

  test('and a lapsed one is not checked forever because the provider reports it as lapsed', async () => {
    const { buyer, formName } = await buyerWithCard()
    await buyer.age(3_700)
    await reconcile()
    expect(await buyer.tell(formName)).toBe(204)
    await reconcile()
    expect(await states()).toEqual(['', '0'])
  })

  test('a provider that stopped answering blocks no other form', async () => {
    await database().query(
      `INSERT INTO payment_form (form_id, holder, provider, provider_form, amount, locale, told_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'gone', 'form ' || n, 100, 'he', now() - interval '1 hour' FROM generate_series(1, 120) n`,
    )
    const buyer = new FaultBuyer(provider, [SEAT])
    await buyer.hold()
    const { formName } = await buyer.openForm()
    provider.fillIn(formName, 'wallet')
    expect(await buyer.tell(formName)).toBe(204)
    for (let round = 0; round < 4; round++) await reconcile()
    expect((await states())[0]).toBe('paid')
    await database().query(`DELETE FROM payment_form WHERE provider = 'gone'`)
  })
})

describe('an order that the shop makes of a paid form', () => {
  async function ownerAfter(signIn: 'before' | 'since'): Promise<{ readonly owner: number | null; readonly customerId: number }> {
    const buyer = new FaultBuyer(provider, [SEAT])
    await buyer.hold()
    const customerId = await makeCustomer()
    if (signIn === 'before') await signInAs(buyer.uuid, customerId)
    const { formName } = await buyer.openForm()
    provider.fillIn(formName, 'wallet')
    if (signIn === 'since') await signInAs(buyer.uuid, customerId)
    expect(await buyer.tell(formName)).toBe(204)
    await reconcile()
    const { rows } = await database().query<{ owner: number | null; state: string }>('SELECT customer_id AS owner, state FROM orders')
    expect(rows).toMatchObject([{ state: 'paid' }])
    return { owner: rows[0]?.owner ?? null, customerId }
  }

  test('belongs to the customer who was signed in when the form was opened', async () => {
    const { owner, customerId } = await ownerAfter('before')
    expect(owner).toBe(customerId)
  })

  test('belongs to no customer if another signed in at this computer since', async () => {
    expect((await ownerAfter('since')).owner).toBeNull()
  })
})

describe('an order of a form has an address for its tickets', () => {
  const open = (uuid: string, method: 'card' | 'wallet') =>
    openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method })

  async function stranger(): Promise<string> {
    const uuid = randomUUID()
    await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
    expect((await lock(SEAT, fromHere(uuid))).ok).toBe(true)
    return uuid
  }

  test('a form that charges by itself is not opened before the details are complete', async () => {
    const uuid = await stranger()
    const wallets = Object.assign(Object.create(provider) as FaultyProvider, { chargesInForm: (method: string) => method === 'wallet' })
    for (const name of ['openForm', 'inspect', 'find', 'findForm', 'charge'] as const)
      Object.assign(wallets, { [name]: (...given: never[]) => (provider[name] as (...all: never[]) => unknown)(...given) })
    replaceProvider(wallets)
    try {
      expect(await open(uuid, 'card')).toMatchObject({ ok: true })
      expect(await open(uuid, 'wallet')).toMatchObject({ refusal: { code: 'FORM_INVALID', facts: { field: 'firstName' } } })
      const { ssn: _none, ...nameless } = CUSTOMER
      await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: nameless })
      expect(await open(uuid, 'wallet')).toMatchObject({ refusal: { code: 'FORM_INVALID', facts: { field: 'ssn' } } })
      await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: CUSTOMER })
      expect(await open(uuid, 'wallet')).toMatchObject({ ok: true })
    } finally {
      replaceProvider(provider)
    }
  })

  test('a charge without them is refunded', async () => {
    const uuid = await stranger()
    const form = await open(uuid, 'card')
    provider.fillIn(form.ok ? (form.value.paymentFormURL.split('/').at(-1) ?? '') : '', 'wallet')
    await letPaymentsAge()
    await reconcile()
    expect(await states()).toEqual(['failed', '0'])
    expect(provider.netOf(uuid)).toBe(0)
    expect(await outboxKinds()).toEqual([])
  })

  test('a buyer who returns from the provider’s page without the ID number has entered it before', async () => {
    const { buyer, identifier } = await buyerWithCard()
    const { ssn: _forgotten, ...kept } = CUSTOMER
    expect(await commit(buyer.uuid, { cart: { ...cartOf([SEAT], identifier), customerInfo: kept } }, 'he')).toMatchObject({ ok: true })
    const { rows } = await database().query('SELECT ssn_encrypted IS NOT NULL AS kept FROM orders')
    expect(rows).toEqual([{ kept: true }])
  })
})

test('an order without a payment is not taken for paid, unless nothing was due', async () => {
  const { buyer, identifier } = await buyerWithCard()
  provider.plan(buyer.uuid, 'charge', 'silentBefore')
  await buyer.commit(identifier)
  await Promise.all(buyer.ghosts)
  await database().query(`UPDATE payment SET state = 'declined'`)
  await letPaymentsAge()
  await reconcile()
  expect((await states())[0]).toBe('paying')
  expect(await outboxKinds()).toEqual([])
})

describe('a refund', () => {
  async function paidTooLate(): Promise<FaultBuyer> {
    const buyer = new FaultBuyer(provider, [SEAT])
    await buyer.hold()
    const { formName } = await buyer.openForm()
    await buyer.age(3_600)
    expect((await lock(SEAT, fromHere(await visitor()))).ok).toBe(true)
    const identifier = provider.fillIn(formName, 'wallet')
    provider.plan(buyer.uuid, 'refund', 'silentBefore')
    expect(await buyer.commit(identifier)).toMatchObject({ refusal: { code: 'PAYMENT_RETURNED' } })
    return buyer
  }

  async function visitor(): Promise<string> {
    const uuid = randomUUID()
    await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
    return uuid
  }

  test('of two tabs that paid for places of an expired hold goes to one of them, whichever places the order got', async () => {
    const buyer = new FaultBuyer(provider, [PLACE])
    await buyer.hold()
    const tabs = [await buyer.openForm(), await buyer.openForm()]
    await buyer.age(3_600)
    expect((await lock(PLACE, fromHere(await visitor()))).ok).toBe(true)
    for (const { formName } of tabs) {
      provider.fillIn(formName, 'wallet')
      expect(await buyer.tell(formName)).toBe(204)
      await reconcile()
    }
    await buyer.settle()
    expect((await buyer.orders()).sort()).toEqual(['failed', 'paid'])
    expect(provider.netOf(buyer.uuid)).toBe(5_700)
    expect(await outboxKinds()).toContain('refund:double mail')
  })

  test('takes places again by their gate first, then the session, so it does not deadlock with other locks', async () => {
    const buyer = new FaultBuyer(provider, [PLACE])
    await buyer.hold()
    const { formName } = await buyer.openForm()
    await buyer.age(3_600)
    const gate = await database().connect()
    let reconciled: Promise<unknown> | undefined
    try {
      await gate.query('BEGIN')
      await enterGate(gate, 1, { id: PLACE.VenueSectionId, firstPlace: 1_000_000, capacity: 50 })
      provider.fillIn(formName, 'wallet')
      reconciled = buyer.tell(formName).then(() => reconcile())
      await untilWaiting()
      await gate.query('SELECT FROM session WHERE uuid = $1 FOR UPDATE NOWAIT', [buyer.uuid])
    } finally {
      await gate.query('ROLLBACK')
      gate.release()
    }
    await reconciled
    await buyer.settle()
    expect(await buyer.orders()).toEqual(['paid'])
  })

  test('is requested by one process at a time', async () => {
    const buyer = await paidTooLate()
    await letPaymentsAge(120)
    provider.plan(buyer.uuid, 'findRefund', 'slow', 'slow', 'slow')
    let asked = 0
    const count = provider.findRefund.bind(provider)
    provider.findRefund = (request) => {
      asked += 1
      return count(request)
    }
    const { rows } = await database().query<{ refund_id: string }>('SELECT refund_id FROM refund')
    await Promise.all([1, 2, 3].map(() => finishRefund(rows[0]?.refund_id ?? '')))
    provider.findRefund = count
    expect({ asked, net: provider.netOf(buyer.uuid) }).toEqual({ asked: 1, net: 0 })
  })

  test('is announced once, by mail and SMS, when it is made: amount, reason, and a link to the receipt', async () => {
    const buyer = await paidTooLate()
    expect(await outboxKinds()).toEqual([])
    await letPaymentsAge(120)
    await Promise.all([reconcile(), reconcile()])
    await reconcile()
    expect(provider.netOf(buyer.uuid)).toBe(0)
    expect(await outboxKinds()).toEqual(['refund:late mail', 'refund:late sms'])
    const messages = await outboxMessages()
    const { rows } = await database().query<{ key: string }>('SELECT document_key AS key FROM orders')
    for (const { text } of messages) {
      expect(text).toContain('112')
      expect(text).toContain(`/edocument/${rows[0]?.key ?? ''}/receipt`)
      expect(text).not.toMatch(/\{\{|messages\./)
    }
    expect(messages.find(({ channel }) => channel === 'mail')?.subject).toContain('112')
  })
})

test('the name of a Cardcom page alone is not enough to store made-up callbacks', () => {
  const name = randomUUID()
  const events = Array.from({ length: 50 }, (_, n) =>
    readCardcomCallback({
      body: Buffer.from(JSON.stringify({ LowProfileId: name, TranzactionId: n, ResponseCode: n % 9 })),
      headers: new Headers(),
      query: new URLSearchParams(),
    }),
  )
  expect(new Set(events.map((event) => event?.eventId)).size).toBe(2)
})
