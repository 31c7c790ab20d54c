import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cancellationsOf } from '#lib/server/orders/read/cancellations-shown.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { PaymentUnknown, type PaymentProvider, type RefundRequest } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { refundsFromTerminal } from '#lib/server/operations/refunds/cli.ts'
import { EXIT } from '#lib/server/platform/terminal/terminal.ts'
import { openRefunds } from '#lib/server/operations/refunds/open-refunds.ts'
import { retryRefunds, settleRefunds } from '#lib/server/operations/refunds/refund-desk.ts'
import { ALL, boughtBy, cancelCode, cancelled, givenBack, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, DEAR, FEE, ledgerOf, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { emptyHouse } from '#tests/support/buyers/house.ts'
import { untilRefused } from '#tests/support/providers/refused-refunds.ts'

const house = openCancelHouse()

/** Refund requests that the provider received, by key. */
let asked: string[] = []
beforeEach(() => {
  asked = []
})

/** Makes the provider refuse refunds while the predicate holds, and records the requested keys. */
function refusing(isRefused: (request: RefundRequest) => boolean = () => true): PaymentProvider {
  const real = paymentProvider()
  return {
    ...real,
    refund: (request) => {
      asked.push(request.idempotencyKey)
      return isRefused(request) ? Promise.resolve({ outcome: 'failed', reason: 'card closed' }) : real.refund(request)
    },
  }
}

/** A cancelled order whose refund the provider refuses. */
async function refusedOrder(isRefused?: (request: RefundRequest) => boolean): Promise<string> {
  const { resId } = await boughtBy(house.noa)
  replaceProvider(refusing(isRefused))
  await cancelled(house.noa.visitor, resId)
  await untilRefused()
  await checkInvariants()
  return resId
}

async function run(...args: string[]): Promise<{ code: number; said: string[]; complained: string[] }> {
  const [said, complained]: [string[], string[]] = [[], []]
  const code = await refundsFromTerminal(args, { say: (line) => said.push(line), complain: (line) => complained.push(line) })
  return { code, said, complained }
}

describe('the list', () => {
  test('shows refunds refused permanently and pending ones, by reference, with the provider’s reason, without personal data', async () => {
    const resId = await refusedOrder()
    const { code, said } = await run()
    expect(code).toBe(EXIT.done)
    expect(said[0]).toMatch(
      new RegExp(`^[2-9A-Z]{4}-[2-9A-Z]{4}  ${resId}  ₪217  refused for good by sandbox: card closed  since \\d{4}-\\d\\d-\\d\\dT`),
    )
    expect(said[1]).toBe('Refunds not made yet: 1; of them refused for good: 1.')
    const { rows } = await database().query<Record<string, string>>(
      'SELECT first_name, last_name, email, mobile_number FROM orders WHERE reservation_identifier = $1',
      [resId],
    )
    for (const personal of Object.values(rows[0] ?? {})) if (personal !== '') expect(said.join()).not.toContain(personal)
  })

  test('is empty if every refund is made', async () => {
    expect((await run()).said).toEqual(['Every refund is made.'])
  })

  test('a permanent refusal is a warning in the log, without personal data', async () => {
    const warned = vi.spyOn(log(), 'warn').mockImplementation(() => undefined)
    try {
      await refusedOrder()
      const said = warned.mock.calls.filter(([, words]) => String(words).includes('npm run refunds'))
      expect(said).toHaveLength(1)
      expect(Object.keys(said[0]?.[0] ?? {}).sort()).toEqual(['amount', 'failure', 'orderId', 'provider', 'refundId', 'state'])
    } finally {
      warned.mockRestore()
    }
  })

  test.each([
    ['retry'],
    ['settled', 'X'],
    ['settled', 'X', '--by', ' '],
    ['settled', 'X', '--by', 'b', '--amount', 'y'],
    ['other', 'X'],
    ['retry', 'X', 'Y'],
  ])('a wrong command prints its usage: %s', async (...args) => {
    expect(await run(...args)).toMatchObject({ code: EXIT.misused, said: [], complained: [expect.stringContaining('Usage')] })
  })
})

describe('retry', () => {
  test('asks under a new key, and the order is closed once the money is refunded', async () => {
    const resId = await refusedOrder()
    const before = new Set(asked)
    replaceProvider(refusing(() => false))
    expect(await run('retry', resId)).toMatchObject({ code: EXIT.done, said: [expect.stringContaining('given back by the provider')] })
    expect(before.has(asked.at(-1) ?? '')).toBe(false)
    expect(await givenBack()).toEqual([ALL])
    expect(await stateOf(resId)).toBe('refunded')
    expect(await ledgerOf(resId)).toEqual([`charge ${String(ALL)}`, `refund -${String(ALL)}`])
    expect(await retryRefunds(resId)).toMatchObject({ problem: 'none' })
  })

  test('refused again is retried by the reconciler, until it is refused permanently again', async () => {
    const resId = await refusedOrder()
    expect(await retryRefunds(resId)).toEqual([{ amount: ALL, outcome: 'waiting' }])
    expect(await stateOf(resId)).toBe('refunding')
    await untilRefused()
    expect(await openRefunds()).toMatchObject([{ state: 'refused' }])
    expect(await retryRefunds('ABCDEFGH')).toMatchObject({ problem: 'none' })
  })

  test('counts a refund that an earlier key made after all, and sends nothing', async () => {
    const resId = await refusedOrder()
    const real = paymentProvider()
    const request = await requestOfRefund()
    expect(await real.refund(request)).toMatchObject({ outcome: 'refunded' })
    replaceProvider(refusing(() => false))
    asked = []
    expect(await retryRefunds(resId)).toEqual([{ amount: ALL, outcome: 'done' }])
    expect(asked).toEqual([])
    expect(await givenBack()).toEqual([ALL])
  })

  test('of a provider that does not answer stays pending', async () => {
    const resId = await refusedOrder()
    const gone = () => Promise.reject(new PaymentUnknown('gone'))
    replaceProvider({ ...paymentProvider(), refund: gone, findRefund: gone })
    expect(await retryRefunds(resId)).toEqual([{ amount: ALL, outcome: 'waiting' }])
    await checkInvariants()
    expect(await settleRefunds(resId, 'cash', undefined)).toMatchObject({ problem: 'asked' })
    replaceProvider(undefined)
    await letPaymentsAge(61)
    await reconcile()
    expect(await givenBack()).toEqual([ALL])
  })
})

/** The refused request, under its first key. */
async function requestOfRefund(): Promise<RefundRequest> {
  const { rows } = await database().query<{ key: string; identifier: string; payment: string; reference: string; amount: number }>(
    `SELECT refund_id AS key, payment_identifier AS identifier, payment_id AS payment, p.provider_reference AS reference, r.amount FROM refund r JOIN payment p USING (payment_id)`,
  )
  const [row] = rows
  if (!row) throw new Error('There is no refund.')
  const charge = { paymentIdentifier: row.identifier, amount: row.amount, idempotencyKey: row.payment }
  return { idempotencyKey: row.key, charge, reference: row.reference, amount: row.amount }
}

describe('settled in another way', () => {
  test('is a correction in the ledger, with a note and an audit entry, without a receipt; the order is closed', async () => {
    const resId = await refusedOrder()
    expect(await run('settled', resId, '--by', 'bank transfer 1234')).toMatchObject({ code: EXIT.done })
    expect(await stateOf(resId)).toBe('refunded')
    expect(await ledgerOf(resId)).toEqual([`charge ${String(ALL)}`, `correction -${String(ALL)}`])
    await numberReceipts()
    expect(await cellOf('SELECT array_agg(kind) FROM receipt JOIN ledger USING (entry_id)')).toEqual(['charge'])
    expect(await cellOf('SELECT settled_by FROM refund')).toBe('bank transfer 1234')
    expect(await cancellationsOf(String(await cellOf('SELECT order_id FROM orders')))).toMatchObject([
      { isRefunded: true, isPaidOtherwise: true },
    ])
    expect(await cellOf(`SELECT facts ->> 'by' FROM audit WHERE action = 'refund settled'`)).toBe('bank transfer 1234')
    expect(await givenBack()).toEqual([])
    // And never a second time, in either way.
    expect(await settleRefunds(resId, 'again', undefined)).toMatchObject({ problem: 'none' })
    expect(await retryRefunds(resId)).toMatchObject({ problem: 'none' })
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('of several refused refunds needs the one named; the order is closed with the last of them', async () => {
    const old = await boughtBy(house.noa)
    const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
    const resId = made.ok ? made.value.reservationIdentifier : ''
    replaceProvider(refusing())
    await cancelled(house.noa.visitor, resId)
    await untilRefused()
    const [difference, rest] = [2 * DEAR - 2 * ONE, 2 * ONE + FEE]
    expect(await run('settled', resId, '--by', 'cash')).toMatchObject({
      code: EXIT.refused,
      complained: [expect.any(String), expect.any(String), expect.any(String)],
    })
    expect(await run('settled', resId, '--by', 'cash', '--amount', '1')).toMatchObject({ code: EXIT.refused })
    expect(await settleRefunds(resId, 'cash', difference)).toEqual([{ amount: difference, outcome: 'settled' }])
    expect(await stateOf(resId)).toBe('refunding')
    await checkInvariants()
    expect(await settleRefunds(resId, 'cash', rest)).toEqual([{ amount: rest, outcome: 'settled' }])
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('a change’s refund: the order stays paid, and its ledger adds up', async () => {
    const old = await boughtBy(house.noa)
    replaceProvider(refusing())
    const made = await buy(old.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
    expect(made.ok).toBe(true)
    await untilRefused()
    expect(await settleRefunds(old.resId, 'gift card', undefined)).toMatchObject([{ outcome: 'settled' }])
    expect(await stateOf(old.resId)).toBe('paid')
  })
})

describe('concurrently with the reconciler', () => {
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

  test('retried by two, settled by one, while it reconciles: the refund is made once, in one way', async () => {
    for (let round = 0; round < 6; round += 1) {
      const resId = await refusedOrder()
      const before = sumOf(await givenBack())
      replaceProvider(refusing(() => false))
      const desk = [() => retryRefunds(resId), () => settleRefunds(resId, 'cash', undefined), () => retryRefunds(resId), () => reconcile()]
      // Each gets ahead once.
      await Promise.all([...desk.slice(round % 4), ...desk.slice(0, round % 4)].map((work) => work()))
      await letPaymentsAge(61)
      await reconcile()
      const byProvider = sumOf(await givenBack()) - before
      const { rows } = await database().query<{ state: string }>(
        'SELECT r.state FROM refund r JOIN orders USING (order_id) WHERE reservation_identifier = $1',
        [resId],
      )
      expect([
        ['done', ALL],
        ['settled', 0],
      ]).toContainEqual([rows[0]?.state, byProvider])
      expect(await stateOf(resId)).toBe('refunded')
      await checkInvariants()
    }
  })

  test('a success after a permanent refusal counts; after a settlement it is reported to staff', async () => {
    const complained = vi.spyOn(log(), 'error').mockImplementation(() => undefined)
    try {
      const late = await lateAnswer()
      expect(await cellOf('SELECT state FROM refund')).toBe('refused')
      await late()
      expect(await cellOf('SELECT state FROM refund')).toBe('done')
      await checkInvariants()
      await emptyHouse()
      house.noa = await signedIn()
      const tooLate = await lateAnswer()
      expect(await settleRefunds(String(await cellOf('SELECT reservation_identifier FROM orders')), 'cash', undefined)).toMatchObject([
        { outcome: 'settled' },
      ])
      await tooLate()
      expect(await cellOf('SELECT state FROM refund')).toBe('settled')
      expect(complained.mock.calls.filter(([, words]) => String(words).includes('paid back in another way'))).toHaveLength(1)
      // The provider's books and ours now differ, which that line reports.
      await emptyHouse()
    } finally {
      complained.mockRestore()
    }
  })
})

/** A refund request that takes so long that its refusal was recorded as permanent meanwhile. @returns how its answer arrives. */
async function lateAnswer(): Promise<() => Promise<void>> {
  const { resId }: Bought = await boughtBy(house.noa)
  const real = paymentProvider()
  let answer: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  replaceProvider({ ...real, patience: 600_000, refund: (request) => waiting.then(() => real.refund(request)) })
  const cancelling = cancelCode(house.noa.visitor, resId)
  await vi.waitFor(async () => expect(await cellOf('SELECT attempts FROM refund')).toBe(1), { timeout: 20_000 })
  replaceProvider(refusing())
  await untilRefused()
  return async () => {
    answer()
    await cancelling
  }
}
