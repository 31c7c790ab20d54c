import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { extendHolds } from '#lib/server/seats/claims/holds.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { boardOf, forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { tellSeatsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import { engine } from '#lib/server/seats/board/seat-engine.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, fromHere, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { seatsStatus } from '#tests/support/seats/seats-status.ts'
import { until } from '#tests/support/until.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, places: 20 })
  await boardOf(1)
  await untilHearing()
})
beforeEach(async () => {
  await database()
    .query(`TRUNCATE seat_claim, past_hold, section_gate, audit, ledger, payment, sent_ticket, order_seat, order_product, outbox, orders, sales_delta, sales_day, sales_presentation, sales_feature_day,
    sandbox_charge, sandbox_card, sandbox_form CASCADE`)
  forgetBoards()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await checkInvariants()
})

const [dana, omer] = [randomUUID(), randomUUID()]

/** [allocation, status] of seat x in row 1. */
async function stateOf(x: number, uuid?: string): Promise<readonly [number, number] | undefined> {
  const row = (await seatsStatus(1, 1, uuid))?.seats.find((one) => one[2] === x && one[3] === 1)
  return row && [row[4], row[6]]
}

/** Counts reads of the claims from now on. */
function countReadings(): () => number {
  const query = vi.spyOn(database(), 'query')
  const textOf = (asked: unknown) => (typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked))
  return () => query.mock.calls.filter(([asked]) => textOf(asked).includes('FROM seat_claim')).length
}

/** Changes seats as another process does, without a notice. */
async function holdElsewhere(x: number, seconds: number, holder: string = omer): Promise<void> {
  const seat = 1_000 + x
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at) VALUES (1, $1, 'H', $2, now(), now() + $3 * interval '1 second')`,
    [seat, holder, seconds],
  )
  await database().query(`INSERT INTO audit (action, subject, uuid) VALUES ('lock', $1, $2)`, [`1:${String(seat)}`, holder])
}

/** Sends a notice of seats as another process does. */
async function tellFromElsewhere(...seats: readonly number[]): Promise<void> {
  await database().query('SELECT pg_notify($1, $2)', ['shura_seats', JSON.stringify({ from: 'another', presentationId: 1, seats })])
}

/** Waits until this process listens to the others; before that it rereads the boards itself. */
function untilHearing(): Promise<void> {
  return until(() => engine().listener?.isHearing === true)
}

/** Moves time forward for the database and this process, by less than the period after which a board is reread anyway. */
async function letPass(seconds: number): Promise<void> {
  await database().query(`UPDATE seat_claim SET expires_at = expires_at - $1::int * interval '1 second'`, [seconds])
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000)
}

describe('one read for all', () => {
  test('reads the seats once for a thousand visitors who open a map at once, and not again afterwards', async () => {
    await holdElsewhere(3, 600)
    const readings = countReadings()
    const boards = await Promise.all(Array.from({ length: 1_000 }, () => boardOf(1)))
    expect(new Set(boards).size).toBe(1)
    expect(readings()).toBe(1)
    expect(await stateOf(3)).toEqual([1, 3])
    expect(await stateOf(3, omer)).toEqual([1, 2])
    expect(readings()).toBe(1)
  })

  test('reads what is locked here once for all later requests, and shows it to its visitor at once', async () => {
    await boardOf(1)
    await lock(seatAt(2, 1), fromHere(dana))
    const readings = countReadings()
    const [own, others] = await Promise.all([stateOf(2, dana), stateOf(2, omer), ...Array.from({ length: 50 }, () => boardOf(1))])
    expect([own, others]).toEqual([
      [1, 2],
      [1, 3],
    ])
    expect(readings()).toBe(1)
    await unlock(seatAt(2, 1), dana)
    expect(await stateOf(2, dana)).toEqual([1, 1])
  })

  test('has no board for an unknown presentation', async () => {
    expect(await boardOf(99)).toBeUndefined()
    expect(await seatsStatus(99, undefined, dana)).toBeUndefined()
  })

  test('answers those who wait for a failed read with the failure, and recovers with the next', async () => {
    await boardOf(1)
    await lock(seatAt(2, 1), fromHere(dana))
    vi.spyOn(database(), 'query').mockRejectedValueOnce(new Error('Connection terminated'))
    await expect(boardOf(1)).rejects.toThrow('Connection terminated')
    expect(await stateOf(2)).toEqual([1, 3])
  })

  test('counts an expired lock as free in the calendar, even if nobody looked at the house since', async () => {
    await holdElsewhere(1, 1)
    await boardOf(1)
    await until(async () => ((await takenByPresentation()).get(1) ?? 0) === 0)
  })

  test('counts an open house by its board in the calendar', async () => {
    await sleep(1_001) // the earlier count expires after a second
    await boardOf(1)
    await holdElsewhere(1, 600)
    expect((await takenByPresentation()).get(1)).toBe(0)
    tellSeatsChanged(1, [1_001])
    await boardOf(1)
    await until(async () => (await takenByPresentation()).get(1) === 1)
  })
})

describe('time', () => {
  test('shows the expiry of a lock without a request', async () => {
    await holdElsewhere(4, 25)
    expect(await stateOf(4)).toEqual([1, 3])
    const readings = countReadings()
    expect(await stateOf(4)).toEqual([1, 3])
    expect(readings()).toBe(0)
    await letPass(25)
    expect(await stateOf(4)).toEqual([1, 1])
    expect(readings()).toBe(1)
  })

  test('shows the later expiry of an extended lock', async () => {
    await holdElsewhere(4, 25, dana)
    expect(await stateOf(4, dana)).toEqual([1, 2])
    await database().query('INSERT INTO session (uuid) VALUES ($1) ON CONFLICT DO NOTHING', [dana])
    expect((await extendHolds(dana)).ok).toBe(true)
    await letPass(25)
    expect(await stateOf(4, dana)).toEqual([1, 2])
    expect(await stateOf(4, omer)).toEqual([1, 3])
  })
})

describe('orders', () => {
  async function buy(x: number, behaviour: string) {
    const uuid = randomUUID()
    await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
    await lock(seatAt(x, 1), fromHere(uuid))
    expect(await stateOf(x, uuid)).toEqual([1, 2])
    const result = await commit(uuid, { cart: cartOf([seatAt(x, 1)], await prepareCard(uuid, 11_200, behaviour)) }, 'he')
    return { uuid, isOk: result.ok }
  }

  test('R4.14 R4.15 has no allocation of a sold seat, for anybody', async () => {
    await boardOf(1)
    const { uuid, isOk } = await buy(1, 'accepted')
    expect(isOk).toBe(true)
    expect([await stateOf(1, uuid), await stateOf(1, omer), await stateOf(1)]).toEqual([
      [-1, 3],
      [-1, 3],
      [-1, 3],
    ])
  })

  test('returns a seat to the visitor if the payment failed', async () => {
    await boardOf(1)
    const { uuid, isOk } = await buy(2, 'declined')
    expect(isOk).toBe(false)
    expect([await stateOf(2, uuid), await stateOf(2, omer)]).toEqual([
      [1, 2],
      [1, 3],
    ])
  })

  test('shows a seat that is being paid as held, to its own visitor too', async () => {
    await boardOf(1)
    await lock(seatAt(3, 1), fromHere(dana))
    await database().query(
      `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price, global_service_charge)
       VALUES ($1, $2, $2, $3, 'paying', $2, '', 0, 0, 0, 0)`,
      [omer, 'order-of-a-test', dana],
    )
    await database().query(`UPDATE seat_claim SET state = 'P', order_id = $1 WHERE seat_id = 1003`, [omer])
    tellSeatsChanged(1, [1_003])
    expect([await stateOf(3, dana), await stateOf(3, omer)]).toEqual([
      [1, 3],
      [1, 3],
    ])
    await database().query(`DELETE FROM seat_claim; DELETE FROM orders`)
  })

  test('R4.16 counts places down and knows the visitor’s own', async () => {
    await boardOf(1)
    for (const uuid of [dana, dana, omer]) await lock(PLACE, fromHere(uuid))
    expect((await seatsStatus(1, 2, dana))?.places).toEqual({ 2: { capacity: 20, free: 17, yours: 2 } })
    await unlock(PLACE, dana)
    expect((await seatsStatus(1, 2, dana))?.places).toEqual({ 2: { capacity: 20, free: 18, yours: 1 } })
  })
})

describe('other processes', () => {
  async function changeCatalogue(sql: string): Promise<void> {
    await database().query(`${sql}; UPDATE catalogue_version SET version = version + 1`)
    forgetCatalogue()
  }

  test('makes a new board for a changed price or plan, and for no other change of the catalogue', async () => {
    const before = await boardOf(1)
    await changeCatalogue('UPDATE ticket SET price = price + 100')
    expect(await boardOf(1)).toBe(before)
    await changeCatalogue(`UPDATE presentation_price SET allocation_id = 5 WHERE category = 'A'`)
    const priced = await boardOf(1)
    expect(priced).not.toBe(before)
    expect(priced?.version.split('.')[0]).not.toBe(before?.version.split('.')[0])
    expect(await stateOf(1)).toEqual([5, 1])
    await changeCatalogue(`UPDATE seatplan SET version = 'v2'; UPDATE seat SET x = x + 100 WHERE x = 10`)
    expect((await boardOf(1))?.plan.version).toBe('v2')
    expect(await stateOf(110)).toEqual([5, 1])
    await changeCatalogue(
      `UPDATE seatplan SET version = 'v1'; UPDATE seat SET x = 10 WHERE x = 110; UPDATE presentation_price SET allocation_id = 1`,
    )
  })

  test('learns of seats by another process’s notice', async () => {
    await boardOf(1)
    await holdElsewhere(5, 600)
    expect(await stateOf(5)).toEqual([1, 1])
    await tellFromElsewhere(1_005)
    await until(async () => (await stateOf(5))?.[1] === 3)
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"from":1}',
    '{"from":"x","presentationId":"1","seats":[1]}',
    '{"from":"x","presentationId":1,"seats":["a"]}',
  ])('skips an invalid notice and hears the next: %s', async (payload) => {
    await boardOf(1)
    await database().query('SELECT pg_notify($1, $2)', ['shura_seats', payload])
    await holdElsewhere(5, 600)
    expect(await stateOf(5)).toEqual([1, 1])
    await tellFromElsewhere(1_005)
    await until(async () => (await stateOf(5))?.[1] === 3)
  })

  test('misses nothing after its listening connection was cut, and listens again', async () => {
    await boardOf(1)
    const listening = `SELECT pid FROM pg_stat_activity WHERE application_name = 'shura seats' AND datname = current_database()`
    const [first] = (await database().query<{ pid: number }>(listening)).rows
    await database().query('SELECT pg_terminate_backend($1)', [first?.pid])
    await holdElsewhere(6, 600)
    await until(async () => (await stateOf(6))?.[1] === 3)
    await until(async () => ((await database().query<{ pid: number }>(listening)).rows[0]?.pid ?? first?.pid) !== first?.pid)
    await untilHearing()
    await boardOf(1)
    await holdElsewhere(7, 600)
    await tellFromElsewhere(1_007)
    await until(async () => (await stateOf(7))?.[1] === 3)
  })

  test('announces its changes to the others, many seats in few notices', async () => {
    const heard: { seats: number[] }[] = []
    const client = await database().connect()
    try {
      client.on('notification', ({ payload = '{}' }) => {
        const notice: { seats: number[] } = JSON.parse(payload)
        heard.push(notice)
      })
      await client.query('LISTEN shura_seats')
      tellSeatsChanged(1, [1_001])
      for (let id = 1_001; id < 2_201; id++) tellSeatsChanged(1, [id])
      await until(() => heard.flatMap(({ seats }) => seats).length >= 1_200)
      expect(new Set(heard.flatMap(({ seats }) => seats)).size).toBe(1_200)
      expect(heard.length).toBeLessThanOrEqual(4)
    } finally {
      await client.query('UNLISTEN *')
      client.release()
    }
  })
})
