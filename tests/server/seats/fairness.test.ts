import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { mostOfNetwork } from '#lib/domain/seating/rules/fair-share.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { extendHolds, holdTimer } from '#lib/server/seats/claims/holds.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { sweep, sweepAudit } from '#lib/server/operations/sweep.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { signInAs } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { makeMember } from '#tests/support/seats/holders.ts'
import { buildHouse, cartOf, fromHere, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const NETWORK = '192.0.2.0/24'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 19, seatsPerRow: 50, places: 50 }) // 1,000 in all
})
beforeEach(async () => {
  await database().query(
    'TRUNCATE seat_claim, past_hold, section_gate, orders, sales_delta, sales_day, sales_presentation, sales_feature_day, sandbox_charge CASCADE',
  )
})
afterEach(checkInvariants)

function someone(network: string | null = NETWORK): Holder {
  return { uuid: randomUUID(), network }
}

/** Every answered code, and how often. */
async function codesOf(locks: readonly Promise<Awaited<ReturnType<typeof lock>>>[]): Promise<Record<string, number>> {
  const codes: Record<string, number> = {}
  for (const result of await Promise.all(locks)) {
    const code = result.ok ? 'locked' : result.refusal.code
    codes[code] = (codes[code] ?? 0) + 1
  }
  return codes
}

async function codeOf(seat: SeatAddress, holder: Holder): Promise<string> {
  const result = await lock(seat, holder)
  return result.ok ? 'locked' : result.refusal.code
}

/** Moves time forward for everything that is held. */
async function wait(seconds: number): Promise<void> {
  await database().query(
    `UPDATE seat_claim SET expires_at = expires_at - $1::int * interval '1 second', released_until = released_until - $1::int * interval '1 second',
       claimed_at = claimed_at - $1::int * interval '1 second'`,
    [seconds],
  )
  await database().query(`UPDATE past_hold SET ended_at = ended_at - $1::int * interval '1 second'`, [seconds])
}

async function secondsLeft(holder: Holder): Promise<number> {
  return (await holdTimer(1, holder.uuid))?.timeInSeconds ?? 0
}

describe('the share of a network', () => {
  test.each([
    [8, 1000, undefined, 20],
    [8, 39_264, undefined, 20],
    [8, 600, undefined, 12],
    [8, 100, undefined, 8],
    [30, 100, undefined, 30],
    [8, 100, 200, 200],
    [8, 39_264, 5, 5],
  ])('for %i seats per visitor, a house of %i and the setting %s is %i', (maxSeats, capacity, setting, most) => {
    expect(mostOfNetwork(maxSeats, capacity, setting)).toBe(most)
  })

  test('lets 50 concurrent sessions of one network hold exactly 2 % of a house of 1,000; everybody else goes on', async () => {
    const sessions = Array.from({ length: 50 }, () => someone())
    const seats = sessions.flatMap((holder, n) =>
      [1, 2, 3, 4].map((x) => ({ holder, seat: seatAt((n % 10) * 5 + x, Math.floor(n / 10) + 1) })),
    )
    const places = sessions.map((holder) => ({ holder, seat: PLACE }))
    const others = Array.from({ length: 40 }, (_, n) => lock(seatAt(n + 1, 10), someone(`198.51.100.${String(n)}/24`)))
    const [hoarders, free] = await Promise.all([
      codesOf([...seats, ...places].map(({ holder, seat }) => lock(seat, holder))),
      codesOf(others),
    ])
    expect(hoarders).toEqual({ locked: 20, NETWORK_LIMIT: 230 })
    expect(free).toEqual({ locked: 40 })
    const { rows } = await database().query(`SELECT count(*)::int AS held FROM seat_claim WHERE network = $1`, [NETWORK])
    expect(rows).toEqual([{ held: 20 }])
  })

  test('says when the network’s first hold ends, and then lets it take those seats again', async () => {
    const expectLeft = countdown()
    for (let x = 1; x <= 20; x++) expect(await codeOf(seatAt(x, 1), someone())).toBe('locked')
    const refused = await lock(seatAt(21, 1), someone())
    expect(refused).toMatchObject({ refusal: { code: 'NETWORK_LIMIT' } })
    expectLeft(refused.ok ? 0 : refused.refusal.facts?.seconds, 600)
    await wait(601)
    expect(await codeOf(seatAt(21, 1), someone())).toBe('locked')
  })

  test('lets a visitor lock their own seat again at the limit, and freeing one makes room for one', async () => {
    const mine = someone()
    expect(await codeOf(seatAt(1, 1), mine)).toBe('locked')
    for (let x = 2; x <= 20; x++) expect(await codeOf(seatAt(x, 1), someone())).toBe('locked')
    expect(await codeOf(seatAt(1, 1), mine)).toBe('locked')
    expect((await unlock(seatAt(1, 1), mine.uuid)).ok).toBe(true)
    expect(await codesOf([21, 22, 23].map((x) => lock(seatAt(x, 1), someone())))).toEqual({ locked: 1, NETWORK_LIMIT: 2 })
  })

  test('counts what is being paid, so a payment without an answer makes no room', async () => {
    const payer = someone()
    expect(await codeOf(seatAt(1, 2), payer)).toBe('locked')
    const card = await prepareCard(payer.uuid, DUE, 'timeout_before')
    expect(await commit(payer.uuid, { cart: cartOf([seatAt(1, 2)], card) }, 'he')).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
    await wait(601)
    const locks = Array.from({ length: 25 }, (_, n) => lock(seatAt(n + 1, 3), someone()))
    expect(await codesOf(locks)).toEqual({ locked: 19, NETWORK_LIMIT: 6 })
    await letPaymentsAge(60)
    await reconcile() // the provider never saw it: the payer may try another card for a moment, then the seat is free
    await wait(91)
    expect(await codeOf(seatAt(1, 2), someone('198.51.100.0/24'))).toBe('locked')
  })

  test('does not count unpaid holds of customers, which last for days', async () => {
    for (const row of [1, 2, 3]) {
      const seats = [1, 2, 3, 4, 5, 6].map((x) => seatAt(x, row))
      const member = someone()
      await signInAs(member.uuid, await makeMember())
      for (const seat of seats) expect(await codeOf(seat, member)).toBe('locked')
      expect(await commit(member.uuid, { cart: { ...cartOf(seats), isHold: true } }, 'he')).toMatchObject({ ok: true })
    }
    expect(await codesOf(Array.from({ length: 25 }, (_, n) => lock(seatAt(n + 1, 4), someone())))).toEqual({ locked: 20, NETWORK_LIMIT: 5 })
  })

  test('is separate for each presentation', async () => {
    await database().query(`
      INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, lone_seats) VALUES (2, 1, 1, 1, now() + interval '4 days', 'allowed');
      INSERT INTO presentation_price VALUES (2, 'A', 1, 1); UPDATE catalogue_version SET version = version + 1`)
    forgetCatalogue()
    expect(await codesOf(Array.from({ length: 20 }, (_, n) => lock(seatAt(n + 1, 4), someone())))).toEqual({ locked: 20 })
    expect(await codeOf({ ...seatAt(25, 4), PresentationId: 2 }, someone())).toBe('locked')
    expect(await codeOf(seatAt(21, 4), someone())).toBe('NETWORK_LIMIT')
  })

  test('does not limit this machine', async () => {
    expect(await codesOf(Array.from({ length: 40 }, (_, n) => lock(seatAt(n + 1, 4), fromHere(randomUUID()))))).toEqual({ locked: 40 })
  })
})

describe('the time of a visitor', () => {
  test('R4.10 R6.3 is 600 seconds for an anonymous visitor, and no tab, reload or further seat extends it', async () => {
    const visitor = someone()
    const expectLeft = countdown()
    expect(await codeOf(seatAt(1, 1), visitor)).toBe('locked')
    expectLeft(await secondsLeft(visitor), 600)
    await wait(400)
    expect(await codeOf(seatAt(1, 1), visitor)).toBe('locked')
    expect(await codeOf(seatAt(2, 1), visitor)).toBe('locked')
    expect(await codeOf(PLACE, visitor)).toBe('locked')
    await holdTimer(1, visitor.uuid)
    expectLeft(await secondsLeft(visitor), 200)
  })

  test('continues after giving seats away and locking again, even if somebody else has them by then', async () => {
    const visitor = someone()
    const expectLeft = countdown()
    for (const x of [1, 2]) expect(await codeOf(seatAt(x, 1), visitor)).toBe('locked')
    await wait(500)
    for (const x of [1, 2]) expect((await unlock(seatAt(x, 1), visitor.uuid)).ok).toBe(true)
    for (const x of [1, 2]) expect(await codeOf(seatAt(x, 1), someone())).toBe('locked')
    expect(await codeOf(seatAt(3, 1), visitor)).toBe('locked')
    expectLeft(await secondsLeft(visitor), 100)
  })

  test('starts anew with the next order after a purchase', async () => {
    const buyer = someone(null)
    await lock(seatAt(1, 7), buyer)
    await lock(seatAt(2, 7), buyer)
    await wait(400)
    await unlock(seatAt(2, 7), buyer.uuid)
    expect((await commit(buyer.uuid, { cart: cartOf([seatAt(1, 7)], await prepareCard(buyer.uuid, DUE)) }, 'he')).ok).toBe(true)
    await wait(230)
    const expectLeft = countdown()
    expect(await codeOf(seatAt(3, 7), buyer)).toBe('locked')
    expectLeft(await secondsLeft(buyer), 600)
  })

  test('R4.11 loses its one extension even if the seats are given away', async () => {
    const visitor = someone()
    const expectLeft = countdown()
    expect(await codeOf(seatAt(1, 1), visitor)).toBe('locked')
    expect((await extendHolds(visitor.uuid)).ok).toBe(true)
    expect((await unlock(seatAt(1, 1), visitor.uuid)).ok).toBe(true)
    expect(await codeOf(seatAt(1, 1), someone())).toBe('locked')
    expect(await codeOf(seatAt(2, 1), visitor)).toBe('locked')
    expect(await extendHolds(visitor.uuid)).toMatchObject({ refusal: { code: 'EXTENSION_USED' } })
    expectLeft(await secondsLeft(visitor), 900)
  })

  test.each([
    ['ran out', false],
    ['was given away shortly before its end', true],
  ])('waits 60 seconds before the next hold on the presentation, and says so, after a hold that %s', async (_how, isGivenAway) => {
    const visitor = someone()
    const expectWait = countdown()
    expect(await codeOf(seatAt(1, 1), visitor)).toBe('locked')
    await wait(570)
    if (isGivenAway) expect((await unlock(seatAt(1, 1), visitor.uuid)).ok).toBe(true)
    await wait(50)
    expect(await codeOf(seatAt(1, 1), someone())).toBe('locked') // others need not wait, but the visitor must
    const refused = await lock(seatAt(2, 1), visitor)
    expect(refused).toMatchObject({ refusal: { code: 'HOLD_WAIT' } })
    expectWait(refused.ok ? 0 : refused.refusal.facts?.seconds, 40)
    expect(await codeOf(PLACE, visitor)).toBe('HOLD_WAIT')
    await wait(41)
    const expectLeft = countdown()
    expect(await codeOf(seatAt(2, 1), visitor)).toBe('locked')
    expectLeft(await secondsLeft(visitor), 600)
  })

  test('is extended by a minute and a half for each of three declined cards, and not for further ones', async () => {
    const visitor = someone()
    expect(await codeOf(seatAt(1, 5), visitor)).toBe('locked')
    const left: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      await database().query(`UPDATE seat_claim SET expires_at = now() + interval '45 seconds' WHERE holder = $1`, [visitor.uuid])
      const paid = await commit(visitor.uuid, { cart: cartOf([seatAt(1, 5)], await prepareCard(visitor.uuid, DUE, 'declined')) }, 'he')
      expect(paid).toMatchObject({ refusal: { code: 'CARD_DECLINED' } })
      left.push(await secondsLeft(visitor))
    }
    expect(left.map((seconds) => seconds > 45)).toEqual([true, true, true, false, false])
    expect(Math.max(...left)).toBeLessThanOrEqual(90)
  })
})

describe('the sweep', () => {
  test('keeps what decides who has to wait', async () => {
    const visitor = someone()
    expect(await codeOf(seatAt(1, 1), visitor)).toBe('locked')
    await wait(630)
    expect(await codeOf(seatAt(1, 1), someone())).toBe('locked')
    await sweep()
    expect(await codeOf(seatAt(2, 1), visitor)).toBe('HOLD_WAIT')
    await wait(400)
    await sweep()
    const { rows } = await database().query('SELECT count(*)::int AS left FROM past_hold')
    expect(rows).toEqual([{ left: 0 }])
  })

  test('deletes old locks without a sale, and keeps how each sold seat was got', async () => {
    const [buyer, looker] = [someone(), someone()]
    expect(await codeOf(seatAt(1, 6), buyer)).toBe('locked')
    expect((await commit(buyer.uuid, { cart: cartOf([seatAt(1, 6)], await prepareCard(buyer.uuid, DUE)) }, 'he')).ok).toBe(true)
    expect(await codeOf(seatAt(2, 6), looker)).toBe('locked')
    expect((await unlock(seatAt(2, 6), looker.uuid)).ok).toBe(true)
    await database().query(`UPDATE audit SET at = at - interval '40 days'; DELETE FROM seat_claim WHERE state = 'H'`)
    await sweepAudit()
    const { rows } = await database().query('SELECT action, subject FROM audit WHERE uuid = ANY ($1) ORDER BY action', [
      [buyer.uuid, looker.uuid],
    ])
    expect(rows).toMatchObject([{ action: 'lock', subject: '1:6001' }, { action: 'order' }, { action: 'paid' }])
    const { rows: networks } = await database().query('SELECT network FROM seat_claim WHERE seat_id = 6001')
    expect(networks).toEqual([{ network: null }])
  })
})
