import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { reservationsOf } from '#lib/server/customers/area/customer-reservations.ts'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { totalsAnswer } from '#lib/server/orders/cart/totals-answer.ts'
import { changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { cardsOfCustomer } from '#lib/server/entitlements/order-members.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { cancelCode, cancelled, newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { claimsOn, ledgerOf, newVisitor } from '#tests/support/buyers/changes.ts'
import { emptyHouse, prepareCard } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { addEnrolments, SERIES, SERIES_DATES } from '#tests/support/sold/enrolments.ts'
import {
  addExchanges,
  boughtSeries,
  CHEAP_ROW,
  DEAR_ROW,
  exchange,
  exchangeCart,
  exchanged,
  MORE,
  take,
  type BoughtSeries,
} from '#tests/support/sold/evenings.ts'
import { addRenewal } from '#tests/support/sold/renewals.ts'

const house = openCancelHouse()
beforeAll(async () => {
  await addEnrolments(1)
  await addRenewal()
  await addExchanges()
})

const REFUSED = 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT'

async function series(uuid?: string): Promise<BoughtSeries> {
  return boughtSeries(uuid ?? (await newVisitor()))
}

describe('one evening of a series', () => {
  test('is exchanged for another date of its feature: the same category costs nothing, and the old seat is free in the same moment', async () => {
    const old = await series()
    const made = await exchanged(old, 11, [{ show: 16, x: 5 }])
    expect([await claimsOn(11), await claimsOn(16)]).toEqual([[], ['S 1005']])
    expect([await ledgerOf(old.resId), await ledgerOf(made.resId)]).toEqual([[`charge ${String(SERIES)}`], []])
    expect(await cellOf(`SELECT amount_due + global_service_charge FROM orders WHERE reservation_identifier = '${made.resId}'`)).toBe(0)
    expect(await changePageOf(old.uuid, old.resId)).toMatchObject({ tickets: { length: 3 } })
  })

  test('costs what a dearer category costs more; the cart shows the full price and what the evening pays of it', async () => {
    const old = await series()
    const seats = [{ show: 16, x: 2, y: DEAR_ROW }]
    await take(old.uuid, seats)
    const { seats: lines, modify } = exchangeCart(old, 11, seats)
    const checked = await checkWanted(old.uuid, { seats: lines.map(wantedSeat), products: [], modify })
    expect(checked.ok && totalsAnswer(checked.value, 'he')).toMatchObject({
      seatsPrice: 150,
      modifiedPrice: 105,
      discount: 0,
      balanceDue: 45,
    })
    const made = await exchanged(old, 11, seats, MORE)
    expect(await ledgerOf(made.resId)).toEqual([`charge ${String(MORE)}`])
  })

  test('gives nothing back for a cheaper category', async () => {
    const old = await series()
    const made = await exchanged(old, 11, [{ show: 16, x: 2, y: CHEAP_ROW }])
    await reconcile()
    expect([await ledgerOf(old.resId), await ledgerOf(made.resId)]).toEqual([[`charge ${String(SERIES)}`], []])
    expect(await cellOf('SELECT count(*)::int FROM refund')).toBe(0)
  })

  test('pays for one seat: a second one in the cart is bought, and an evening without a seat in its place stays', async () => {
    const old = await series()
    const made = await exchanged(
      old,
      11,
      [
        { show: 16, x: 5 },
        { show: 16, x: 6 },
      ],
      10_500,
    )
    expect(await ledgerOf(made.resId)).toEqual(['charge 10500'])
    const two = { ...exchangeCart(old, 12, [{ show: 16, x: 7 }]) }
    await take(old.uuid, [{ show: 16, x: 7 }])
    const modify = { resId: old.resId, tickets: [old.tickets.get(12) ?? '', old.tickets.get(13) ?? ''] }
    expect(await commit(old.uuid, { cart: { ...two, modify } }, 'he')).toMatchObject({ refusal: { code: REFUSED } })
    expect([await claimsOn(12), await claimsOn(13)]).toEqual([['S 1003'], ['S 1003']])
  })

  test('is exchanged again: what was paid more moves on, and comes back where the seat is cheaper', async () => {
    const old = await series()
    const dear = await exchanged(old, 11, [{ show: 16, x: 2, y: DEAR_ROW }], MORE)
    const moved = await exchanged(dear, 16, [{ show: 1, x: 2, y: DEAR_ROW }])
    expect(await ledgerOf(moved.resId)).toEqual([`correction ${String(MORE)}`])
    const back = await exchanged(moved, 1, [{ show: 16, x: 5 }])
    await reconcile()
    expect([await ledgerOf(moved.resId), await ledgerOf(back.resId)]).toEqual([
      [`correction ${String(MORE)}`, `refund -${String(MORE)}`],
      [],
    ])
    expect(await exchange(back, 16, [{ show: 15, x: 5 }])).toBe(REFUSED)
  })

  test('goes to another feature only if the membership names it, or its season has it to choose', async () => {
    const old = await series()
    expect(await exchange(old, 11, [{ show: 15, x: 5 }])).toBe(REFUSED)
    const page = async () => (await changePageOf(old.uuid, old.resId))?.showings.map(({ presentationId }) => presentationId)
    expect(await page()).not.toContain(15)
    await during(`exchange_presentation_ids = '{15}'`, async () => {
      expect(await page()).toContain(15)
      expect(await exchange(old, 11, [{ show: 15, x: 5 }])).toMatchObject({ uuid: old.uuid })
    })
  })

  test.each([
    ['its membership does not allow it', 'exchange_until_minutes = NULL', REFUSED],
    ['it begins too soon', 'exchange_until_minutes = 500000', 'TOO_CLOSE_TO_PRSNT_DATE'],
  ])('is not exchanged if %s', async (_name, set, code) => {
    const old = await series()
    await during(set, async () => {
      expect(await changePageOf(old.uuid, old.resId)).toMatchObject({ tickets: [], refusal: code })
      expect(await exchange(old, 11, [{ show: 16, x: 5 }])).toBe(code)
    })
  })

  test('is not exchanged once it was used, nor by anybody else', async () => {
    const old = await series()
    await database().query('UPDATE order_seat SET used_at = now() WHERE presentation_id = 11')
    expect(await exchange(old, 11, [{ show: 16, x: 5 }])).toBe('CONTACT_PROVIDER')
    const other = { ...old, uuid: await newVisitor() }
    expect(await exchange(other, 12, [{ show: 16, x: 6 }])).toBe('NOT_FOUND')
  })

  test('stays as it was if the card is declined', async () => {
    const old = await series()
    const seats = [{ show: 16, x: 2, y: DEAR_ROW }]
    expect(await exchange(old, 11, seats, MORE, 'declined')).toBe('CARD_DECLINED')
    expect(await claimsOn(11)).toEqual(['S 1003'])
    await checkInvariants()
    expect(await exchange(old, 11, seats, MORE)).toMatchObject({ uuid: old.uuid })
  })
})

/** Changes series 101 while a piece of work runs. */
async function during(set: string, work: () => Promise<void>): Promise<void> {
  const to = async (what: string) => {
    await database().query(`UPDATE membership SET ${what} WHERE membership_id = 101`)
    await newCatalogue()
  }
  await to(set)
  try {
    await work()
  } finally {
    await to(`exchange_until_minutes = 60, exchange_presentation_ids = '{}'`)
  }
}

describe('after an exchange', () => {
  test('cancelling the series keeps the share of the exchanged evening, whose ticket stays, and which is not cancelled by itself', async () => {
    const { visitor } = house.noa
    const old = await series(visitor.uuid)
    const made = await exchanged(old, 11, [{ show: 16, x: 5 }])
    expect(await cancelCode(visitor, made.resId)).toBe('CANCEL_NOT_ALLOWED')
    await cancelled(visitor, old.resId)
    await reconcile()
    expect(await ledgerOf(old.resId)).toEqual([`charge ${String(SERIES)}`, `refund -${String((SERIES / 4) * 3)}`])
    expect([await claimsOn(12), await claimsOn(16)]).toEqual([[], ['S 1005']])
  })

  test.each([
    ['was bought', 11, [11]],
    ['was had in exchange', 16, [16]],
    ['was had in exchange for a date that is past too', 16, [11, 16]],
    ['was had in exchange of a process of before', 16, [16], 'UPDATE order_seat SET evening_seat = NULL'],
  ])('an evening that %s and was called off is not kept, though its date is past', async (_what, calledOff, past, afterwards = '') => {
    const { visitor } = house.noa
    const old = await series(visitor.uuid)
    if (calledOff === 16) await exchanged(old, 11, [{ show: 16, x: 5 }])
    await database().query(afterwards)
    const call = async (isOff: boolean) => {
      await database().query(
        `UPDATE presentation SET is_cancelled = $2 AND presentation_id = $1, starts_at = starts_at + CASE WHEN $2 THEN -50 ELSE 50 END * interval '1 day'
         WHERE presentation_id = ANY ($3::int[])`,
        [calledOff, isOff, past],
      )
      await newCatalogue()
    }
    await call(true)
    try {
      await cancelled(visitor, old.resId)
      await reconcile()
      expect(await ledgerOf(old.resId)).toEqual([`charge ${String(SERIES)}`, `refund -${String(SERIES)}`])
    } finally {
      await call(false)
    }
  })

  test('the area offers to exchange evenings, also the ticket that was had for one', async () => {
    const old = await series(house.noa.visitor.uuid)
    await exchanged(old, 11, [{ show: 16, x: 5 }])
    const listed = reservationsOf({ from: await catalogue(), now: Date.now() }, await ordersOfCustomer(house.noa.customerId))
    expect(listed).toMatchObject([
      { tickets: 1, presentationId: 16, canChange: true, canCancel: false },
      { tickets: 3, presentationId: 12, canChange: true },
    ])
  })

  test('the renewal keeps the seat of the series, however many evenings were exchanged', async () => {
    const old = await series()
    for (const [at, date] of SERIES_DATES.entries()) await exchanged(old, date, [{ show: 16, x: at + 5 }])
    await inTransaction((client) => keepRenewals(client))
    const { rows } = await database().query(`SELECT DISTINCT seat_id FROM seat_keep WHERE kind = 'renewal' AND until > now()`)
    expect(rows).toEqual([{ seat_id: 1_003 }])
    await database().query('DELETE FROM seat_keep')
  })
})

describe('a crash', () => {
  test('at any step of an exchange leaves the evening or what it was exchanged for, and its money once', async () => {
    letDieAtQueries()
    const seats = [{ show: 16, x: 2, y: DEAR_ROW }]
    const begin = async () => {
      const old = await series()
      await take(old.uuid, seats)
      const paymentIdentifier = await prepareCard(old.uuid, MORE)
      return () => commit(old.uuid, { cart: { ...exchangeCart(old, 11, seats), paymentIdentifier } }, 'he')
    }
    const steps = await liveUntil(undefined, false, await begin())
    expect(steps).toContain('free-given-back')
    for (let step = 1; step < steps.length; step += 4) {
      await checkInvariants()
      await emptyHouse()
      await liveUntil(step, true, await begin())
      await letPaymentsAge(60)
      await reconcile()
      const isDone = (await cellOf(`SELECT state FROM orders WHERE modifies IS NOT NULL`)) === 'paid'
      expect([await claimsOn(11), await cellOf('SELECT sum(amount)::int FROM ledger')], steps[step]).toEqual(
        isDone ? [[], SERIES + MORE] : [['S 1003'], SERIES],
      )
    }
  })
})

test('the personal area offers to exchange the evenings that may be, and the card names the first that is to come', async () => {
  const { customerId, visitor } = house.noa
  const old = await series(visitor.uuid)
  const offered = async () =>
    (await eveningsShown(customerId)).filter(({ mayExchange }) => mayExchange).map(({ presentationId }) => presentationId)
  const next = async () => [...(await cardsOfCustomer(customerId)).values()].map(({ nextPresentationId }) => nextPresentationId)
  expect([await offered(), await next()]).toEqual([[11, 12, 13, 14], [11]])
  await exchanged(old, 11, [{ show: 16, x: 5 }])
  expect([(await offered()).toSorted((a, b) => a - b), await next()]).toEqual([[12, 13, 14, 16], [12]])
  await database().query(
    `UPDATE presentation SET starts_at = now() + CASE presentation_id WHEN 16 THEN 30 ELSE -30 END * interval '1 minute' WHERE presentation_id IN (12, 16)`,
  )
  await newCatalogue()
  expect([await offered(), await next()]).toEqual([[13, 14], [16]])
  await database().query('UPDATE presentation SET is_cancelled = true WHERE presentation_id = 16')
  await newCatalogue()
  expect([await offered(), await next()]).toEqual([[13, 14], [13]])
})
