import { describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import {
  ALL,
  boughtBy,
  cancelCode,
  cancelled,
  cancelOf,
  during,
  givenBack,
  newCatalogue,
  openCancelHouse,
  stateOf,
} from '#tests/support/buyers/cancels.ts'
import { buy, changing, CHEAP, DEAR, FEE, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'

const house = openCancelHouse()
const [FIRST, SECOND] = [0, 1]

/** Exchanges some tickets, by their index in the order; all by default. */
async function exchanged(old: Bought, seats: Parameters<typeof buy>[1], due: number, which?: readonly number[]): Promise<Bought> {
  const tickets = which ? which.map((at) => old.tickets[at] ?? '') : old.tickets
  const made = await buy(old.uuid, seats, due, changing({ ...old, tickets }))
  if (!made.ok) throw new Error(made.refusal.code)
  await checkInvariants()
  return { uuid: old.uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
}

/** The refund of one cancellation. */
async function backFor({ resId, tickets }: Bought, which?: readonly number[]): Promise<number> {
  const { decision } = await cancelled(house.noa.visitor, resId, { items: which?.map((at) => tickets[at] ?? '') })
  await reconcile()
  await checkInvariants()
  return decision.worth - decision.charge
}

async function backInAll(): Promise<number> {
  return (await givenBack()).reduce((sum, amount) => sum + amount, 0)
}

describe('R9.31 a fixed handling fee is refunded once, with the last item that it was paid for', () => {
  test('one exchanged, the other cancelled: it stays until the exchanged one is cancelled', async () => {
    const first = await boughtBy(house.noa)
    const second = await exchanged(first, [seatOn(1, 6)], 0, [FIRST])
    expect(await backFor(first)).toBe(ONE)
    expect(await stateOf(first.resId)).toBe('refunded')
    expect(await backFor(second)).toBe(ONE + FEE)
    expect(await backInAll()).toBe(ALL)
  })

  test('the exchanged one cancelled first', async () => {
    const first = await boughtBy(house.noa)
    const second = await exchanged(first, [seatOn(1, 6)], 0, [FIRST])
    expect([await backFor(second), await backFor(first)]).toEqual([ONE, ONE + FEE])
  })

  test('all exchanged, then the new order cancelled, in parts or as a whole', async () => {
    const first = await boughtBy(house.noa)
    const second = await exchanged(first, [seatOn(1, 6), seatOn(1, 7)], 0)
    expect([await backFor(second, [FIRST]), await backFor(second)]).toEqual([ONE, ONE + FEE])
    expect(await cancelCode(house.noa.visitor, first.resId)).toBe('NOTHING_TO_CANCEL')
    const third = await boughtBy(house.noa)
    expect(await backFor(await exchanged(third, [seatOn(2, 3), seatOn(2, 4)], 2 * (DEAR - ONE)))).toBe(2 * DEAR + FEE)
  })

  test('a chain of three orders, exchanged as a whole twice', async () => {
    const first = await boughtBy(house.noa)
    const second = await exchanged(first, [seatOn(1, 5), seatOn(1, 6)], 0)
    const third = await exchanged(second, [seatOn(1, 7), seatOn(1, 8)], 0)
    expect(await backFor(third)).toBe(ALL)
    expect(await backInAll()).toBe(ALL)
  })

  test.each([
    ['the oldest first', [0, 1, 2]],
    ['the newest first', [2, 1, 0]],
    ['the middle one first', [1, 2, 0]],
  ])('three branches of one purchase, cancelled %s: refunded with the last one', async (_what, order) => {
    const first = await boughtBy(house.noa, [seatOn(1, 1), seatOn(1, 2), seatOn(1, 3)])
    const second = await exchanged(first, [seatOn(1, 6), seatOn(1, 7)], 0, [FIRST, SECOND])
    const third = await exchanged(second, [seatOn(2, 3)], DEAR - ONE, [FIRST])
    const all = [first, second, third]
    const worth = [ONE, ONE, DEAR]
    const given: number[] = []
    for (const at of order) given.push((await backFor(all[at] ?? first)) - (worth[at] ?? 0))
    expect(given).toEqual([0, 0, FEE])
    expect(await backInAll()).toBe(2 * ONE + DEAR + FEE)
  })

  test('a fee first paid by a change is refunded with the items of that change, although the rest of the purchase stays', async () => {
    const first = await boughtBy(house.noa, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR)
    const second = await exchanged(first, [seatOn(1, 4), seatOn(1, 5)], 2 * ONE + FEE - DEAR, [FIRST])
    const third = await exchanged(second, [seatOn(1, 6)], 0, [FIRST])
    expect([await backFor(second), await backFor(third), await backFor(first)]).toEqual([ONE, ONE + FEE, DEAR])
  })

  test('it is not charged again while it stays with a cancelled order', async () => {
    const first = await boughtBy(house.noa)
    const second = await exchanged(first, [seatOn(1, 6)], 0, [FIRST])
    await backFor(first)
    const third = await exchanged(second, [seatOn(1, 8)], 0)
    expect(await backFor(third)).toBe(ONE + FEE)
    expect(await backInAll()).toBe(ALL)
  })

  test('exchanged for a cheaper ticket, then cancelled: the whole amount is refunded', async () => {
    const first = await boughtBy(house.noa)
    const second = await exchanged(first, [seatOn(3, 3), seatOn(3, 4)], 0)
    await reconcile()
    expect(await backFor(second)).toBe(2 * CHEAP + FEE)
    expect(await backInAll()).toBe(ALL)
  })

  test('paid by a voucher and a card: each gets its part back', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(15_000))
    const first = await boughtBy(house.noa, undefined, ALL - 15_000, { voucherPayments: [{ id, amount: 150 }] })
    const second = await exchanged(first, [seatOn(1, 6)], 0, [FIRST])
    await backFor(first)
    await backFor(second)
    expect(await backInAll()).toBe(ALL - 15_000)
    expect(await voucherState(id)).toMatchObject({ balance: 15_000 })
  })

  test('refunded as credit: the new voucher includes it', async () => {
    const second = await exchanged(await boughtBy(house.noa), [seatOn(1, 6), seatOn(1, 7)], 0)
    const { creditReference } = await cancelled(house.noa.visitor, second.resId, { asCredit: true })
    const credit = await holdVoucher(house.noa.visitor.uuid, creditReference ?? '')
    expect(await voucherState(credit)).toMatchObject({ balance: ALL })
    expect(await backInAll()).toBe(0)
  })

  test('two branches cancelled at the same moment refund it once', async () => {
    for (const row of [1, 2, 3, 4]) {
      const first = await boughtBy(house.noa, [seatOn(1, 1, row), seatOn(1, 2, row)])
      const second = await exchanged(first, [seatOn(1, 6, row)], 0, [FIRST])
      const both = await Promise.all([first, second].map(({ resId }) => cancelOf(house.noa.visitor, resId)))
      expect(both.map((one) => (one.ok ? one.value.decision.worth : 0)).toSorted((a, b) => a - b)).toEqual([ONE, ONE + FEE])
      await reconcile()
      await checkInvariants()
    }
    expect(await backInAll()).toBe(4 * ALL)
  })

  test('products left in the first order keep it', async () => {
    const made = await buy(house.noa.visitor.uuid, [seatOn(1, 1)], ONE + 2_500 + FEE, { products: [{ id: 1, quantity: 1 }] })
    if (!made.ok) throw new Error(made.refusal.code)
    const first = { uuid: house.noa.visitor.uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
    const second = await exchanged(first, [seatOn(1, 6)], 0)
    expect([await backFor(second), await backFor(first)]).toEqual([ONE, 2_500 + FEE])
  })

  test('the cancellation fee is computed on it too', async () => {
    const second = await exchanged(await boughtBy(house.noa), [seatOn(1, 6), seatOn(1, 7)], 0)
    await during('cancellation_policy_id = 2', 'cancellation_policy_id = 1', async () => {
      expect(await backFor(second)).toBe(ALL - Math.floor(ALL * 0.05))
    })
  })
})

describe('R9.31 a percentage is refunded with its items', () => {
  /** 3.333 per cent of ₪105 are ₪3.49965: a share of ₪3.50, of two ₪6.99930. */
  const [SHARE, BOTH] = [350, 700]
  const PERCENT = 'UPDATE service_charge SET amount_per_order = NULL, percent_rate_per_order = 3.333 WHERE service_charge_id = 1'

  async function byPercent(work: () => Promise<void>): Promise<void> {
    await database().query(PERCENT)
    await newCatalogue()
    try {
      await work()
    } finally {
      await database().query(
        `UPDATE service_charge SET amount_per_order = ${String(FEE)}, percent_rate_per_order = NULL WHERE service_charge_id = 1`,
      )
      await newCatalogue()
    }
  }

  test('its share for a part, the remainder for the rest', async () => {
    await byPercent(async () => {
      const first = await boughtBy(house.noa, undefined, 2 * ONE + BOTH)
      expect([await backFor(first, [FIRST]), await backFor(first)]).toEqual([ONE + SHARE, ONE + BOTH - SHARE])
    })
  })

  test('one cancelled, the other exchanged and cancelled: none of it is kept', async () => {
    await byPercent(async () => {
      const first = await boughtBy(house.noa, undefined, 2 * ONE + BOTH)
      expect(await backFor(first, [FIRST])).toBe(ONE + SHARE)
      const second = await exchanged(first, [seatOn(1, 6)], 0, [SECOND])
      expect(await backFor(second)).toBe(ONE + BOTH - SHARE)
      expect(await backInAll()).toBe(2 * ONE + BOTH)
    })
  })

  test('one exchanged, the rest cancelled: its share is refunded although the exchanged one stays', async () => {
    await byPercent(async () => {
      const first = await boughtBy(house.noa, undefined, 2 * ONE + BOTH)
      const second = await exchanged(first, [seatOn(1, 6)], 0, [FIRST])
      expect([await backFor(first), await backFor(second)]).toEqual([ONE + SHARE, ONE + BOTH - SHARE])
    })
  })

  test('rounded-up shares refund no more than was paid, and the same for equal seats', async () => {
    await byPercent(async () => {
      // 0.205 per cent of ₪105 are 21.5 agorot: a share of 22, of five 108.
      await database().query('UPDATE service_charge SET percent_rate_per_order = 0.205 WHERE service_charge_id = 1')
      await newCatalogue()
      const seats = [1, 2, 3, 4, 5].map((x) => seatOn(1, x))
      const first = await boughtBy(house.noa, seats, 5 * ONE + 108)
      const back = [
        await backFor(first, [0]),
        await backFor(first, [1]),
        await backFor(first, [2]),
        await backFor(first, [3]),
        await backFor(first),
      ]
      expect(back).toEqual([ONE + 22, ONE + 22, ONE + 22, ONE + 22, ONE + 20])
    })
  })

  test('a last share of which the fee has less left is cut, and no policy charges anything of the difference', async () => {
    await byPercent(async () => {
      // 0.19 per cent of ₪105 and ₪150 are 19.95 and 28.5 agorot: shares of 20 and 29, of both 48.
      await database().query('UPDATE service_charge SET percent_rate_per_order = 0.19 WHERE service_charge_id = 1')
      const set = 'cancellation_policy_id = CASE presentation_id WHEN 1 THEN 2 ELSE 1 END'
      await during(set, 'cancellation_policy_id = 1', async () => {
        const both = await boughtBy(house.noa, [seatOn(1, 1), seatOn(2, 1)], ONE + DEAR + 48)
        expect(await backFor(both, [FIRST])).toBe(ONE + 20 - 526)
        expect(await backFor(both)).toBe(DEAR + 28)
      })
    })
  })

  test('a change takes the share that another pending change leaves', async () => {
    await byPercent(async () => {
      // 0.205 per cent of ₪210 are 43 agorot, in shares of 22.
      await database().query('UPDATE service_charge SET percent_rate_per_order = 0.205 WHERE service_charge_id = 1')
      await newCatalogue()
      const first = await boughtBy(house.noa, undefined, 2 * ONE + 43)
      const change = (at: number, share: number, behaviour?: string) =>
        buy(first.uuid, [seatOn(2, 3 + at)], DEAR - ONE - share, changing({ ...first, tickets: [first.tickets[at] ?? ''] }), behaviour)
      expect(await change(FIRST, 22, 'timeout_before')).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
      expect(await change(SECOND, 21)).toMatchObject({ ok: true })
    })
  })

  test('two concurrent changes of one order take the share once', async () => {
    await byPercent(async () => {
      const first = await boughtBy(house.noa, undefined, 2 * ONE + BOTH)
      const made = await Promise.all(
        [FIRST, SECOND].map((at) =>
          buy(first.uuid, [seatOn(2, 3 + at)], DEAR - ONE - SHARE, changing({ ...first, tickets: [first.tickets[at] ?? ''] })),
        ),
      )
      expect(made.some(({ ok }) => ok)).toBe(true)
      expect(await cellOf('SELECT min(charge_left(o)) FROM orders o')).toBeGreaterThanOrEqual(0)
    })
  })
})
