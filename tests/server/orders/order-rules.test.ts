import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { checkSelection } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import type { SelectionRules } from '#lib/domain/seating/rules/seat-choice.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { planOf, seatplanAnswer } from '#lib/server/catalogue/seatplans.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { statesOf, type StatusRow } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { seatsStatus } from '#tests/support/seats/seats-status.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

/** Ten seats a row: 1 plain, 2 with a sofa of its first two, 3 with a wheelchair place and a companion's, 4 with left, middle, right seats. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 8 })
  await database().query(`
    UPDATE seat SET features = '{1,31}' WHERE seat_id = 2001;
    UPDATE seat SET features = '{1,33}' WHERE seat_id = 2002;
    UPDATE seat SET features = '{10}' WHERE seat_id = 3001;
    UPDATE seat SET features = '{11}' WHERE seat_id IN (3002, 3003);
    UPDATE seat SET features = '{31}' WHERE seat_id = 4002`)
})
beforeEach(async () => {
  await database()
    .query(`TRUNCATE seat_claim, section_gate, audit, ledger, payment, sent_ticket, order_seat, order_product, outbox, orders, sales_delta, sales_day, sales_presentation, sales_feature_day, sandbox_charge,
    sandbox_card, sandbox_form, session CASCADE`)
  await setRules({})
})
afterEach(checkInvariants)

const ALLOWED: SelectionRules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, seatingPolicyId: 1 }

async function setRules(changed: Partial<SelectionRules>): Promise<SelectionRules> {
  const rules = { ...ALLOWED, ...changed }
  await database().query(
    `WITH newer AS (UPDATE catalogue_version SET version = version + 1)
     UPDATE presentation SET lone_seats = $1, keep_one_free = $2, companion_needs_wheelchair = $3, seating_policy_id = $4`,
    [rules.loneSeats, rules.keepOneFree, rules.companionNeedsWheelchair, rules.seatingPolicyId],
  )
  forgetCatalogue()
  return rules
}

async function visitorHolding(...seats: SeatAddress[]): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  await holdMore(uuid, ...seats)
  return uuid
}

async function holdMore(uuid: string, ...seats: SeatAddress[]): Promise<void> {
  for (const seat of seats) expect(await lock(seat, fromHere(uuid))).toMatchObject({ ok: true })
}

/** Commits held seats of section 1 at ₪105 each and places at ₪50, with the fee of ₪7. Answers 'bought' or the refusal's code. */
async function buy(uuid: string, ...seats: SeatAddress[]): Promise<string> {
  const result = await tryToBuy(uuid, ...seats)
  return result.ok ? 'bought' : result.refusal.code
}

async function tryToBuy(uuid: string, ...seats: SeatAddress[]) {
  const due = seats.reduce((sum, seat) => sum + (seat.VenueSectionId === 1 ? 10_500 : 5_000), 700)
  return commit(uuid, { cart: cartOf(seats, await prepareCard(uuid, due)) }, 'he')
}

async function count(table: 'orders' | 'sandbox_charge'): Promise<number> {
  const { rows } = await database().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)
  return rows[0]?.n ?? -1
}

const row = (y: number, ...xs: number[]) => xs.map((x) => seatAt(x, y))

describe('a commit that breaks a rule', () => {
  it('R5.11 is refused by its code with the seats’ names, charges nothing and keeps the locks', async () => {
    await setRules({ loneSeats: 'unavoidable' })
    const uuid = await visitorHolding(...row(1, 2, 3))
    const refused = await tryToBuy(uuid, ...row(1, 2, 3))
    expect(refused).toEqual({ ok: false, refusal: { code: 'LONE_SEAT', facts: { section: 'אולם', row: '1', seats: '1' } } })
    expect([await count('orders'), await count('sandbox_charge')]).toEqual([0, 0])
    await holdMore(uuid, seatAt(1, 1))
    expect(await buy(uuid, ...row(1, 1, 2, 3))).toBe('bought')
  })

  it('R5.11 one seat more than the party may stay free if it is unavoidable, but never otherwise', async () => {
    await setRules({ loneSeats: 'never' })
    const uuid = await visitorHolding(...row(1, 1, 2, 3, 4, 5, 6, 7))
    await visitorHolding(...row(1, 9, 10))
    expect(await buy(uuid, ...row(1, 1, 2, 3, 4, 5, 6, 7))).toBe('bought') // the rival came later
    const second = await visitorHolding(...row(5, 3, 4, 5, 6, 7, 8, 9, 10))
    const third = await visitorHolding(...row(5, 1))
    expect(await buy(second, ...row(5, 3, 4, 5, 6, 7, 8, 9, 10))).toBe('bought')
    expect(await buy(third, ...row(5, 1))).toBe('LONE_SEAT')
    await setRules({ loneSeats: 'unavoidable' })
    expect(await buy(third, ...row(5, 1))).toBe('bought')
  })

  it('R5.12 one seat stays free beside an earlier party, locked or sold; a later party does not count', async () => {
    await setRules({ keepOneFree: true })
    const first = await visitorHolding(...row(1, 4, 5))
    const near = await visitorHolding(...row(1, 6, 7))
    const apart = await visitorHolding(...row(1, 9, 10))
    expect(await buy(near, ...row(1, 6, 7))).toBe('KEEP_ONE_FREE')
    expect(await buy(apart, ...row(1, 9, 10))).toBe('bought')
    expect(await buy(first, ...row(1, 4, 5))).toBe('bought')
    expect(await buy(near, ...row(1, 6, 7))).toBe('KEEP_ONE_FREE')
  })

  it('R5.12 an early seat in a row does not excuse a later one there', async () => {
    await setRules({ keepOneFree: true })
    const uuid = await visitorHolding(seatAt(1, 1))
    await visitorHolding(...row(1, 5, 6))
    await holdMore(uuid, seatAt(7, 1))
    expect(await buy(uuid, ...row(1, 1, 7))).toBe('KEEP_ONE_FREE')
    expect(await buy(uuid, seatAt(1, 1))).toBe('bought')
  })

  it('an expired lock does not count as a neighbour', async () => {
    await setRules({ keepOneFree: true })
    const gone = await visitorHolding(...row(1, 4, 5))
    const uuid = await visitorHolding(...row(1, 6, 7))
    await database().query(`UPDATE seat_claim SET expires_at = now() WHERE holder = $1`, [gone])
    expect(await buy(uuid, ...row(1, 6, 7))).toBe('bought')
  })

  it('R5.11 a choice that was valid when locked stays valid after a neighbour’s lock expires or a seat is taken', async () => {
    for (const rule of ['unavoidable', 'never'] as const) {
      await emptyHouse()
      await setRules({ loneSeats: rule })
      const gone = await visitorHolding(...row(1, 1), ...row(5, 1), ...row(6, 1))
      const uuid = await visitorHolding(...row(1, 2, 3), ...row(5, 2, 3), ...row(6, 2, 3))
      await database().query(`UPDATE seat_claim SET expires_at = now() WHERE holder = $1 AND seat_id / 1000 = 1`, [gone])
      expect(await buy(uuid, ...row(1, 2, 3)), 'ran out').toBe('bought')
      expect(await unlock(seatAt(1, 5), gone)).toMatchObject({ ok: true })
      expect(await buy(uuid, ...row(5, 2, 3)), 'given back').toBe('bought')
      expect(await unlock(seatAt(1, 6), gone)).toMatchObject({ ok: true })
      await visitorHolding(...row(6, 1))
      expect(await buy(uuid, ...row(6, 2, 3)), 'taken by somebody else').toBe('bought')
      const early = await visitorHolding(...row(7, 2, 3))
      await visitorHolding(...row(7, 1))
      expect(await buy(early, ...row(7, 2, 3)), 'a seat that was lone and is taken').toBe('bought')
    }
  })

  it('an expired earlier lock does not excuse a later choice', async () => {
    await setRules({ loneSeats: 'unavoidable' })
    const gone = await visitorHolding(...row(1, 1))
    await database().query(`UPDATE seat_claim SET expires_at = now() WHERE holder = $1`, [gone])
    const uuid = await visitorHolding(...row(1, 2, 3))
    expect(await buy(uuid, ...row(1, 2, 3))).toBe('LONE_SEAT')
  })

  it('an own lock outside the order counts as free, an own earlier order as taken', async () => {
    await setRules({ keepOneFree: true })
    const uuid = await visitorHolding(...row(1, 4, 5, 6))
    expect(await buy(uuid, ...row(1, 4, 5))).toBe('bought')
    expect(await buy(uuid, seatAt(6, 1))).toBe('KEEP_ONE_FREE')
  })

  it('two orders cannot combine into what one may not do, in any order of locking', async () => {
    await setRules({ keepOneFree: true })
    const near = await visitorHolding(...row(1, 4, 5), ...row(1, 6, 7))
    expect(await buy(near, ...row(1, 6, 7))).toBe('bought')
    expect(await buy(near, ...row(1, 4, 5))).toBe('KEEP_ONE_FREE')
    await setRules({ loneSeats: 'never' })
    const split = await visitorHolding(...row(5, 5, 6, 7, 8), ...row(5, 1, 2, 3))
    expect(await buy(split, ...row(5, 1, 2, 3))).toBe('bought')
    expect(await buy(split, ...row(5, 5, 6, 7, 8))).toBe('LONE_SEAT')
  })

  it('of two buyers who locked at the same moment one may buy, whichever commits first', async () => {
    await setRules({ keepOneFree: true })
    for (const y of [1, 5, 6]) {
      const [left, right] = [await visitorHolding(...row(y, 4, 5)), await visitorHolding(...row(y, 6, 7))]
      await database().query(`UPDATE seat_claim SET claimed_at = now() WHERE seat_id / 1000 = $1`, [y])
      const results = [await buy(left, ...row(y, 4, 5)), await buy(right, ...row(y, 6, 7))]
      expect(results.sort()).toEqual(['KEEP_ONE_FREE', 'bought'])
    }
  })

  it('locking an own seat again does not change its place in the order of locks', async () => {
    await setRules({ keepOneFree: true })
    const uuid = await visitorHolding(...row(1, 4, 5))
    await visitorHolding(...row(1, 6, 7))
    await holdMore(uuid, ...row(1, 4, 5))
    expect(await buy(uuid, ...row(1, 4, 5))).toBe('bought')
  })

  it('R4.17 R4.18 under policy 3 no seat beside a taken one is sold, except a left, middle or right one', async () => {
    await setRules({ seatingPolicyId: 3 })
    await visitorHolding(...row(1, 4), ...row(4, 3))
    const uuid = await visitorHolding(...row(1, 5), ...row(4, 2, 4))
    expect(await buy(uuid, ...row(1, 5))).toBe('SEAT_BLOCKED')
    expect(await buy(uuid, ...row(4, 4))).toBe('SEAT_BLOCKED')
    expect(await buy(uuid, ...row(4, 2))).toBe('bought')
  })

  it('R9.27 under another policy it is sold', async () => {
    await visitorHolding(...row(1, 4))
    expect(await buy(await visitorHolding(...row(1, 5)), ...row(1, 5))).toBe('bought')
  })

  it('R5.10 a sofa is sold only as a whole', async () => {
    const uuid = await visitorHolding(...row(2, 1, 2))
    expect(await buy(uuid, ...row(2, 1))).toBe('SEATS_NOT_WHOLE')
    expect(await buy(uuid, ...row(2, 1, 2))).toBe('bought')
  })

  it('a table that is sold whole is refused in part, and seats of another are sold singly', async () => {
    const tables = [7, 8].map((y) => ({ kind: 'table', sectionId: 1, y, sellWhole: y === 8, outline: [] }))
    await database().query(`DELETE FROM seat WHERE seat_id BETWEEN 8005 AND 8010`)
    await database().query(`UPDATE seatplan SET version = 'with tables', tables = $1`, [JSON.stringify(tables)])
    await setRules({})
    const uuid = await visitorHolding(...row(8, 1, 2, 3, 4), ...row(7, 3))
    const refused = await tryToBuy(uuid, ...row(8, 4, 1))
    expect(refused).toEqual({ ok: false, refusal: { code: 'TABLE_NOT_WHOLE', facts: { section: 'אולם', row: '8', seats: '2, 3' } } })
    expect(await buy(uuid, ...row(8, 1, 2, 3, 4))).toBe('bought')
    expect(await buy(uuid, ...row(7, 3))).toBe('bought')
    await database().query(`UPDATE seatplan SET version = 'with rows', tables = '[]'`)
  })

  it('a companion’s place is sold only with a wheelchair place', async () => {
    await setRules({ companionNeedsWheelchair: true })
    const uuid = await visitorHolding(...row(3, 1, 2, 3))
    expect(await buy(uuid, ...row(3, 2))).toBe('COMPANION_ALONE')
    expect(await buy(uuid, ...row(3, 1, 2, 3))).toBe('COMPANION_ALONE')
    expect(await buy(uuid, ...row(3, 1, 2))).toBe('bought')
  })

  it('R1.5 seats, places, and both in one order are sold; seat rules do not apply to places', async () => {
    await setRules({ loneSeats: 'never', keepOneFree: true, seatingPolicyId: 3 })
    const both = await visitorHolding(...row(1, 1, 2), PLACE, PLACE)
    expect(await buy(both, ...row(1, 1, 2), PLACE, PLACE)).toBe('bought')
    expect(await buy(await visitorHolding(PLACE), PLACE)).toBe('bought')
    expect(await buy(await visitorHolding(...row(1, 4, 5)), ...row(1, 4, 5))).toBe('bought')
  })
})

describe('R4.17 R5.10 R5.11 R5.12 the map and the commit', () => {
  /** The browser's verdict: the same function on the states that the wire's answer makes. */
  async function saysTheMap(hall: Hall, uuid: string, rules: SelectionRules): Promise<string> {
    const status = await seatsStatus(1, 1, uuid)
    const rows = status?.seats.filter((one): one is StatusRow => one[2] !== null && one[3] !== null) ?? []
    const states = statesOf(hall, rows)
    const own = [...states.status.keys()].filter((seat) => states.status[seat] === 2)
    return checkSelection({ hall, states }, own, rules)?.code ?? 'bought'
  }

  it('give the same verdict for any choice', async () => {
    const plan = await planOf(1)
    if (!plan) throw new Error('The house has a plan.')
    const hall = buildHall(seatplanAnswer(plan))
    const verdicts = new Set<string>()
    for (let n = 0; n < 48; n++) {
      await emptyHouse()
      const random = (below: number, salt: number) => ((n + 1) * 7_919 * (salt + 3)) % below
      const rules = await setRules({
        loneSeats: (['allowed', 'unavoidable', 'never'] as const)[n % 3] ?? 'never',
        keepOneFree: n % 4 === 1,
        companionNeedsWheelchair: n % 2 === 0,
        seatingPolicyId: n % 5 === 0 ? 3 : 1,
      })
      const y = (n % 4) + 1
      const taken = [...new Set([random(10, 1) + 1, random(10, 2) + 1])]
      const free = [...Array(10).keys()].map((x) => x + 1).filter((x) => !taken.includes(x))
      const wanted = [...new Set([0, 1, 2].map((salt) => free[random(free.length, salt + (n % 7))] ?? 1))]
      await visitorHolding(...row(y, ...taken))
      const uuid = await visitorHolding(...row(y, ...wanted))
      const expected = await saysTheMap(hall, uuid, rules)
      expect(
        await buy(uuid, ...row(y, ...wanted)),
        `${JSON.stringify(rules)} row ${String(y)}: ${wanted.join()} beside ${taken.join()}`,
      ).toBe(expected)
      verdicts.add(expected)
    }
    expect([...verdicts].sort()).toEqual(
      ['COMPANION_ALONE', 'KEEP_ONE_FREE', 'LONE_SEAT', 'SEATS_NOT_WHOLE', 'SEAT_BLOCKED', 'bought'].sort(),
    )
  })
})
