import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PackedStatus, SeatAddress, SeatStatusTuple } from '#lib/contract/show/seats.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { groupsOfProducer, sellsFor } from '#lib/server/orders/cart/producer-domain.ts'
import { orderPageOf, type OrderPage } from '#lib/server/orders/read/order-page.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { heldRowsOf, ownSeatsOf } from '#lib/server/sales/holds/read-holds.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { producerViewOf } from '#lib/server/seats/board/producer-view.ts'
import { boardFor, forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { packedStatus, rowStatus } from '#lib/server/seats/board/seat-status.ts'
import { followCatalogue, letGoChosen } from '#lib/server/seats/claims/producer-keeps.ts'
import { lock, type SellingProducer } from '#lib/server/seats/claims/seats.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { fromHere } from '#tests/support/buyers/house.ts'
import { HOLD_CHECKS } from '#tests/support/checks/hold-checks.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { withoutChecks } from '#tests/support/checks/without-checks.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { keepForSubscribers } from '#tests/support/seats/kept.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { askStaff } from '#tests/support/staff/ask-staff.ts'
import {
  emptyParts,
  freeByAll,
  HALL,
  hallSeats,
  importParts,
  LAWN,
  LAWN_PLACE,
  openForDay,
  PART_PRICES,
  visitorsTake,
} from '#tests/support/staff/parts.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

const VISITORS = fileURLToPath(new URL('../../support/processes/shop-visitors.ts', import.meta.url))

/** Producers of the hall, of the hall too, and of the lawn; of business 2; and a broker of the hall. */
let one: StaffPerson
let colleague: StaffPerson
let ofLawn: StaffPerson
let stranger: StaffPerson
let broker: StaffPerson
let seats: readonly SeatAddress[]
/** The process of other visitors of the shop. */
let other: ChildProcess

beforeAll(async () => {
  await freshDatabase()
  expect((await importParts(PART_PRICES)).problems).toEqual([])
  forgetCatalogue()
  seats = await hallSeats()
  const producer = (allocationIds: readonly number[], businessIds = [1]) => aStaffMember({ businessIds, allocationIds })
  ;[one, colleague, ofLawn, stranger] = [
    await producer([HALL]),
    await producer([HALL]),
    await producer([LAWN]),
    await producer([HALL], [2]),
  ]
  broker = await aStaffMember({ role: 'broker', allocationIds: [HALL] })
  other = fork(VISITORS, { execArgv: [] })
  await once(other, 'message')
})
afterAll(() => other.kill())
beforeEach(emptyParts)
afterEach(checkInvariants)

const ask = (who: Pick<StaffPerson, 'cookie'>, act: 'hold' | 'release', uuid: string = randomUUID(), body: object = {}) =>
  askStaff(who, `/producer/presentations/1/${act}`, { method: 'POST', body, headers: { uuid } })
const statusOf = async (asked: ReturnType<typeof ask>) => (await asked).status
const codeOf = async (asked: ReturnType<typeof ask>) => ((await asked).body as { error?: string }).error
const seatOf = (at: number) => seats[at] ?? LAWN_PLACE
const takes = async (uuid: string, address = seatOf(0), producer?: SellingProducer) => (await lock(address, fromHere(uuid), producer)).ok
const askBroker = (act: 'save' | 'lock' | 'unlock', uuid: string) =>
  askStaff(broker, `/broker/presentations/1/${act}`, { method: 'POST', headers: { uuid } })

/** A producer who has held seats, and the visitor of the same browser. */
async function holds(who: StaffPerson, chosen: readonly SeatAddress[] = [seatOf(0)]): Promise<string> {
  const uuid = randomUUID()
  for (const seat of chosen) expect(await takes(uuid, seat)).toBe(true)
  expect(await ask(who, 'hold', uuid)).toMatchObject({ status: 200, body: { seats: { PresentationId: 1, Held: chosen.length } } })
  return uuid
}

/** The visitor of somebody who has just signed in and asked something. */
async function visitorOf(who: StaffPerson): Promise<string> {
  const uuid = randomUUID()
  await ask(who, 'release', uuid, { all: false })
  return uuid
}

const heldNow = () => cellOf(`SELECT count(*)::int FROM seat_keep WHERE kind = 'producer' AND until > now()`)
const acts = () =>
  cellOf(`SELECT array_agg(action || ' ' || (facts ->> 'seats') ORDER BY audit_id) FROM staff_audit WHERE action LIKE '% seats'`)
const importNow = async (...how: Parameters<typeof importParts>) => {
  expect((await importParts(...how)).problems).toEqual([])
  forgetCatalogue()
}

describe('seats that a producer holds', () => {
  test('are taken for the shop by every way of finding them, and the producers of their allocation choose among them', async () => {
    const visitor = randomUUID()
    const producer = await holds(one, [seatOf(0), seatOf(1), seatOf(2)])
    expect([await takes(visitor), await takes(visitor, seatOf(3))]).toEqual([false, true])
    expect(await freeByAll(visitor)).toEqual([8, 50, true, 58, 58])
    expect((await freeByAll(producer)).slice(0, 3)).toEqual([11, 50, true])
    expect([await takes(producer), await takes(await visitorOf(colleague), seatOf(1))]).toEqual([true, true])
    for (const who of [ofLawn, stranger, broker]) expect(await takes(await visitorOf(who), seatOf(2))).toBe(false)
    // Their locks ended with the act, and what is let go again is held still.
    await letGoChosen(1, producer, [{ seatId: 1, allocationId: HALL, isKept: false }])
    expect(await takes(visitor)).toBe(false)
    expect(await cellOf(`SELECT bool_and(k.until = p.starts_at) FROM seat_keep k JOIN presentation p USING (presentation_id)`)).toBe(true)
    expect(await acts()).toEqual(['hold seats 3'])
  })

  test('are named to the producers of their allocation, in the order of the plan', async () => {
    await holds(one, [seatOf(5), seatOf(1), seatOf(0)])
    await holds(ofLawn, [LAWN_PLACE])
    const show = { id: 1, seatplanId: 1 }
    const named = async (allocationIds?: readonly number[]) =>
      (await heldRowsOf({ allocationIds }, show)).map(
        ({ rowName = 'places', seatNames, count }) => `${rowName}: ${seatNames.join(',')} ${String(count)}`,
      )
    expect(await named([HALL])).toEqual(['1: 3,4 2', '2: 3 1'])
    expect(await named([LAWN])).toEqual(['places:  1'])
    expect(await named()).toHaveLength(3)
    expect(await named([9])).toEqual([])
  })

  test('are marked on the producers’ map as own, shared or closed; free seats of other allocations cannot be chosen, and shop visitors see no marks', async () => {
    await holds(one, [seatOf(0)])
    const second = randomUUID()
    expect([await takes(second, seatOf(5)), await statusOf(ask(colleague, 'hold', second))]).toEqual([true, 200])
    await holds(ofLawn, [LAWN_PLACE])
    forgetBoards()
    const seen = async (who: StaffPerson | undefined, uuid: string = randomUUID()) => {
      const board = await boardFor(1, uuid)
      const member = who && (await staffOf(cookiesOf({ cookie: who.cookie })))
      if (!board || (who && !member)) throw new Error('There is no such board, or nobody of that session.')
      const view = member && (await producerViewOf(board, member))
      const { held, status, places } = JSON.parse(packedStatus(board, uuid, { producer: view }).plain.toString()) as PackedStatus
      const rows = JSON.parse(rowStatus(board, uuid, { producer: view }).plain.toString()) as { seats: readonly SeatStatusTuple[] }
      const free = rows.seats.filter((row) => row.at(-1) === 1)
      return {
        held,
        codes: [...new Set(status.filter((_value, at) => at % 2 === 0))].toSorted(),
        allocation: places[2]?.allocation,
        free: free.length,
      }
    }
    const plan = (await boardFor(1, undefined))?.plan
    const [mine, theirs] = [0, 5].map((n) =>
      plan?.seats.findIndex(({ x, y }) => x === seatOf(n).XCoordinate && y === seatOf(n).YCoordinate),
    )
    expect(await seen(one, await visitorOf(one))).toEqual({
      ...{ held: { mine: [mine], shared: [theirs], closed: [] }, codes: [1], allocation: -1, free: 12 },
    })
    expect((await seen(colleague, await visitorOf(colleague))).held).toEqual({ mine: [theirs], shared: [mine], closed: [] })
    expect(await seen(ofLawn, await visitorOf(ofLawn))).toEqual({
      ...{ held: { mine: [], shared: [], closed: [mine, theirs] }, codes: [3, 4], allocation: LAWN, free: 1 },
    })
    expect(await seen(undefined)).toEqual({ held: undefined, codes: [1, 3], allocation: LAWN, free: 11 })
  })

  test('of places without numbers as of seats', async () => {
    const visitor = randomUUID()
    const producer = await holds(ofLawn, [LAWN_PLACE, LAWN_PLACE])
    expect(await freeByAll(visitor)).toEqual([12, 48, true, 60, 60])
    expect((await freeByAll(producer)).slice(0, 2)).toEqual([12, 50])
    expect(await visitorsTake(50, [LAWN_PLACE])).toBe(48)
    expect([await takes(visitor, LAWN_PLACE), await takes(producer, LAWN_PLACE)]).toEqual([false, true])
  })

  test('are for sale again once they are released: those that are chosen, or all of the own allocations', async () => {
    const visitor = randomUUID()
    const producer = await holds(one, [seatOf(0), seatOf(1), seatOf(2)])
    await holds(ofLawn, [LAWN_PLACE])
    expect(await takes(producer)).toBe(true)
    expect((await ask(one, 'release', producer)).body).toEqual({ seats: { PresentationId: 1, Free: 12, Held: 2 } })
    expect([await takes(visitor), await takes(visitor, seatOf(1))]).toEqual([true, false])
    expect(await codeOf(ask(one, 'release', producer))).toBe('NO_SEATS_CHOSEN')
    expect((await ask(colleague, 'release', randomUUID(), { all: true })).body).toEqual({ seats: { PresentationId: 1, Free: 11, Held: 0 } })
    expect([await takes(visitor, seatOf(1)), await heldNow()]).toEqual([true, 1])
    expect(await acts()).toEqual(['hold seats 3', 'hold seats 1', 'release seats 1', 'release seats 2'])
  })

  test('are chosen first, of the own allocation, and held by nobody else meanwhile', async () => {
    const producer = randomUUID()
    expect(await codeOf(ask(one, 'hold', producer))).toBe('NO_SEATS_CHOSEN')
    await takes(producer, LAWN_PLACE)
    await takes(producer)
    expect(await codeOf(ask(one, 'hold', producer))).toBe('SEAT_OF_OTHERS')
    expect(await codeOf(ask(one, 'release', producer))).toBe('SEAT_OF_OTHERS')
    const chosen = randomUUID()
    await takes(chosen, seatOf(1))
    await keepForSubscribers(1, [Number(await cellOf(`SELECT seat_id FROM seat_claim WHERE holder = '${chosen}'`))])
    expect(await codeOf(ask(one, 'hold', chosen))).toBe('SEAT_NOT_AVAILABLE')
    // What was refused is chosen still.
    expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE state = 'H' AND expires_at > now()`)).toBe(3)
    expect(await heldNow()).toBe(0)
  })

  test('R6.19 are held and released by permission 267, in own presentations that are to come', async () => {
    for (const act of ['hold', 'release'] as const) {
      for (const role of Object.keys(ROLES) as Role[]) {
        const isAllowed = (ROLES[role] as readonly number[]).includes(PERMISSIONS.producerSeats)
        expect([role, await statusOf(ask(await aStaffMember({ role }), act))]).toEqual([role, isAllowed ? 409 : 403])
      }
      expect([await statusOf(ask({ cookie: '' }, act)), await statusOf(ask(stranger, act))]).toEqual([401, 404])
      expect((await askStaff(one, `/producer/presentations/99/${act}`, { method: 'POST', headers: { uuid: randomUUID() } })).status).toBe(
        404,
      )
    }
    expect(await statusOf(ask(one, 'release', randomUUID(), { all: 'yes' }))).toBe(400)
    const producer = randomUUID()
    await takes(producer)
    await database().query('UPDATE presentation SET is_cancelled = true')
    expect(await codeOf(ask(one, 'hold', producer))).toBe('SALE_CLOSED')
    await database().query('UPDATE presentation SET is_cancelled = false')
  })

  test('count for nothing while a broker has locked the part, who sells them meanwhile, and count again then', async () => {
    const producer = await holds(one, [seatOf(0), seatOf(1)])
    const ofBroker = randomUUID()
    await askBroker('save', ofBroker)
    expect((await askBroker('lock', ofBroker)).status).toBe(200)
    expect([await takes(producer), await takes(randomUUID()), await takes(ofBroker, seatOf(1))]).toEqual([false, false, true])
    expect(await ownSeatsOf({ allocationIds: [HALL] }, [1])).toEqual(new Map([[1, { free: 0, held: 0 }]]))
    await askBroker('unlock', ofBroker)
    expect([await takes(randomUUID()), await takes(producer)]).toEqual([false, true])
  })

  test('of a presentation without a time of day stay held until the end of its day, as long as it is sold', async () => {
    await openForDay()
    await holds(one, [seatOf(0)])
    const areHeld = () =>
      cellOf('SELECT bool_and(k.until = day_ends_at(p.starts_at)) FROM seat_keep k JOIN presentation p USING (presentation_id)')
    expect([await areHeld(), await takes(randomUUID()), await takes(randomUUID(), seatOf(1))]).toEqual([true, false, true])
    // As they were held before, and as an import that changes the catalogue finds them.
    await database().query(`UPDATE seat_keep SET until = now() + interval '1 minute'`)
    await database().query(await readFile('src/lib/server/platform/db/migrations/098-holds-of-day-tickets.sql', 'utf8'))
    expect(await areHeld()).toBe(true)
    await database().query(`UPDATE seat_keep SET until = now() + interval '1 minute'`)
    await inTransaction(followCatalogue)
    expect(await areHeld()).toBe(true)
    expect((await ask(one, 'release', randomUUID(), { all: true })).status).toBe(200)
  })

  test('follow an import: until the start as it is then, and for sale where they are of another allocation or gone', async () => {
    const producer = await holds(one, [seatOf(0), seatOf(11)])
    await importNow(PART_PRICES, {}, { start: '2030-05-07T20:30' })
    expect(await cellOf(`SELECT bool_and(k.until = p.starts_at) FROM seat_keep k JOIN presentation p USING (presentation_id)`)).toBe(true)
    expect([await takes(randomUUID()), await heldNow()]).toEqual([false, 2])
    await importNow({ ...PART_PRICES, hall: { ticketGroupId: 1, allocationId: 7 } })
    expect(await heldNow()).toBe(0)
    expect([await takes(producer), await takes(randomUUID(), seatOf(11))]).toEqual([true, true])
  })
})

describe('R4.59 in the domain of producers', () => {
  test('a seat of another allocation is neither locked nor found as one of the best', async () => {
    const uuid = randomUUID()
    const ofOthers = { allocationIds: [LAWN] }
    expect(await lock(seatOf(0), fromHere(uuid), ofOthers)).toMatchObject({ refusal: { code: 'SEAT_OF_OTHERS' } })
    expect([await takes(uuid, LAWN_PLACE, ofOthers), await takes(uuid, seatOf(0), { allocationIds: [HALL] })]).toEqual([true, true])
    expect(await takes(uuid, seatOf(1), {})).toBe(true)
    const sectionsOf = async (producer?: SellingProducer) => {
      const best = await findBest({ presentationId: 1, quantity: 2, isLock: false, producer }, fromHere(randomUUID()))
      return best.ok
        ? [...new Set(best.value.matches.flatMap(({ seats: found }) => found.map((seat) => seat.VenueSectionId)))]
        : best.refusal.code
    }
    expect([await sectionsOf(), await sectionsOf(ofOthers), await sectionsOf({ allocationIds: [HALL] })]).toEqual([[1], [2], [1]])
    expect(await sectionsOf({ allocationIds: [9] })).toBe('NOT_ENOUGH_SEATS')
  })

  test('the flag of a sold-out presentation is ignored: its seats are on the map, found and locked, of own allocations', async () => {
    await importNow(PART_PRICES, {}, { soldout: true })
    forgetBoards()
    const producer = await visitorOf(one)
    const shownTo = async (uuid: string) => {
      const board = await boardFor(1, uuid)
      return [board?.statesOf(uuid).status.filter((code) => code === 1).length, board?.placesOf(uuid)[2]?.allocation]
    }
    expect([await shownTo(producer), await shownTo(await visitorOf(ofLawn)), await shownTo(randomUUID())]).toEqual([
      [12, -1],
      [0, LAWN],
      [0, -1],
    ])
    expect([await takes(randomUUID()), await takes(producer, seatOf(0), { allocationIds: [HALL] })]).toEqual([false, true])
    expect(await shownTo(producer)).toEqual([11, -1])
    const best = (seller?: SellingProducer) =>
      findBest({ presentationId: 1, quantity: 2, isLock: false, producer: seller }, fromHere(seller ? producer : randomUUID()))
    expect([(await best({ allocationIds: [HALL] })).ok, (await best()).ok]).toEqual([true, false])
    expect(await listed(one)).toEqual([{ free: 11, held: 0 }])
    expect((await ask(one, 'hold', producer)).body).toEqual({ seats: { PresentationId: 1, Free: 12, Held: 1 } })
  })

  test('R4.50 the order of what is flagged as sold out is open to a producer while a seat of own allocations is free, and shut to the shop', async () => {
    await importNow(PART_PRICES, {}, { soldout: true })
    forgetBoards()
    const orderViewOf = await ofPages<
      (member: StaffMember | undefined, page: OrderPage) => Promise<Pick<OrderPage, 'presentation' | 'isForSale'>>
    >('order/_producer-view.ts', 'orderViewOf')
    const orderFor = async (who?: StaffPerson) => {
      const page = await orderPageOf(1, { uuid: randomUUID(), locale: 'he' })
      if (!page) throw new Error('There is no page.')
      const { isForSale, presentation } = await orderViewOf(who && (await staffOf(cookiesOf({ cookie: who.cookie }))), page)
      return [isForSale, presentation.saleState, presentation.soldout]
    }
    const [open, shut] = [
      [true, 'open', false],
      [false, 'soldout', true],
    ]
    expect([await orderFor(), await orderFor(one)]).toEqual([shut, open])
    for (const seat of seats) expect(await takes(randomUUID(), seat, { allocationIds: [HALL] })).toBe(true)
    expect([await orderFor(), await orderFor(one), await orderFor(ofLawn)]).toEqual([shut, shut, open])
  })

  test('the list counts the seats of own allocations, also when the shop has none left', async () => {
    expect([await listed(one), await listed(ofLawn)]).toEqual([[{ free: 12, held: 0 }], [{ free: 50, held: 0 }]])
    await holds(one, seats)
    expect(await listed(one)).toEqual([{ free: 12, held: 12 }])
    await visitorsTake(50, [LAWN_PLACE])
    expect([await listed(one), await listed(ofLawn)]).toEqual([[{ free: 12, held: 12 }], []])
  })
})

interface SeatsPage {
  readonly status: number
  readonly problem?: string
  readonly headers?: Headers
  readonly list?: { readonly sales: readonly { readonly free: number; readonly held: number }[] }
}

async function openPage(who: StaffPerson, form?: Readonly<Record<string, string>>, uuid: string = randomUUID()): Promise<SeatsPage> {
  const open = await ofPages<(context: object) => Promise<SeatsPage>>('PRES-live/_seats/_open.ts', 'openSeatSales')
  return open({
    ...pageContext(who, '/PRES-live/seats', form),
    ...{ locals: { locale: 'he', requestId: '', visitor: { uuid }, said: undefined } },
  })
}

/** The counts on the producer's list, as fresh as the database. */
async function listed(who: StaffPerson) {
  await freeByAll(randomUUID())
  return (await openPage(who)).list?.sales.map(({ free, held }) => ({ free, held }))
}

test('R2.37 the forms of the map and the list hold and release, lead back, and say why if they are refused', async () => {
  const producer = randomUUID()
  const send = async (form: Readonly<Record<string, string>>, who = one) => {
    const { status, headers, problem } = await openPage(who, { presentation: '1', ...form }, producer)
    return [status, headers?.get('location') ?? problem]
  }
  await takes(producer)
  expect(await send({ act: 'hold', from: 'map' })).toEqual([303, '/order/1?domain=presLive&done=held'])
  expect([await heldNow(), await takes(randomUUID())]).toEqual([1, false])
  expect(await send({ act: 'release', from: 'map' })).toEqual([303, '/order/1?domain=presLive&done=notChosen'])
  expect(await send({ act: 'release' })).toEqual([409, 'לא בחרתם מושבים. סמנו מושבים במפה ונסו שוב.'])
  expect(await takes(producer)).toBe(true)
  expect(await send({ act: 'release', from: 'map' })).toEqual([303, '/order/1?domain=presLive&done=released'])
  await holds(one)
  expect(await send({ act: 'releaseAll' }, colleague)).toEqual([303, '/PRES-live/seats?done=released'])
  expect(await heldNow()).toBe(0)
  const refused = [await send({ act: 'sell' }), await send({ act: 'hold', presentation: 'x' }), await send({ act: 'hold' }, stranger)]
  expect(refused.map(([status]) => status)).toEqual([400, 404, 404])
  expect((await send({ act: 'hold' }, await aStaffMember({ role: 'gate' })))[0]).toBe(404)
})

/** Roles of the own house that sell seats in one business, or of one show. */
async function limitedRoles(): Promise<void> {
  await database()
    .query(`INSERT INTO staff_role (role, permissions, business_ids, feature_ids) VALUES ('of business 1', '{267}', '{1}', NULL),
    ('of business 2', '{267}', '{2}', NULL), ('of show 1', '{267}', NULL, '{1}'), ('of show 2', '{267}', NULL, '{2}') ON CONFLICT DO NOTHING`)
}

test('the database decides who sells an allocation as the one function does', async () => {
  const presentation = (await catalogue()).presentations.get(1)
  const compared: unknown[] = []
  await limitedRoles()
  for (const role of [...Object.keys(ROLES), 'of business 1', 'of business 2', 'of show 1', 'of show 2'])
    for (const businessIds of [null, [], [1], [2]])
      for (const featureIds of [null, [1], [2]])
        for (const allocationIds of [null, [HALL], [LAWN], [9]]) {
          const who = await aStaffMember({ role, businessIds, featureIds, allocationIds })
          const member = await staffOf(cookiesOf({ cookie: who.cookie }))
          const uuid = randomUUID()
          await database().query('UPDATE staff_session SET visitor = $1 WHERE staff_id = $2', [uuid, who.staffId])
          const isSaid = await cellOf(`SELECT sells_allocation('${uuid}', 1, ${String(HALL)})`)
          const isDecided = member && presentation && sellsFor(member, presentation) && (member.allocationIds?.includes(HALL) ?? true)
          if (isSaid !== isDecided) compared.push({ role, businessIds, featureIds, allocationIds, isSaid })
          if (isDecided) expect(groupsOfProducer(member, presentation).size).toBe(1)
        }
  expect(compared).toEqual([])
})

/** Visitors of the shop, half of them in the other process, who try for these seats at once. @returns how many had theirs */
async function crowd(wanted: readonly SeatAddress[]): Promise<number> {
  const there = once(other, 'message') as Promise<[number]>
  other.send({ visitors: 24, seats: wanted })
  const [here, [had]] = await Promise.all([visitorsTake(24, wanted), there])
  return here + had
}

/** Seats that somebody of the shop has locked although a producer holds them. */
const stolen = (producer: string) =>
  cellOf(`SELECT count(*)::int FROM seat_keep k JOIN seat_claim c USING (presentation_id, seat_id)
    WHERE k.kind = 'producer' AND k.until > now() AND c.state = 'H' AND c.expires_at > now() AND c.holder <> '${producer}'`)

/**
 * A producer who has chosen two seats holds them, a broker saves and locks the hall, an import changes the hall's allocation, and visitors of two processes try
 * for eight seats, all at the same moment; then everything is released while they try again.
 * @returns which rule was broken
 */
async function race(change: boolean): Promise<readonly string[]> {
  const producer = randomUUID()
  for (const at of [0, 1]) await takes(producer, seatOf(at))
  const eight = seats.slice(0, 8)
  const ofBroker = randomUUID()
  const locksPart = async () => (await askBroker('save', ofBroker)).status === 200 && (await askBroker('lock', ofBroker)).status === 200
  const prices = { ...PART_PRICES, hall: { ticketGroupId: 1, allocationId: change ? 7 : HALL } }
  const [held, isLocked] = await Promise.all([ask(one, 'hold', producer), locksPart(), importParts(prices), crowd(eight)])
  forgetCatalogue()
  const isMoved = (await cellOf(`SELECT count(*)::int FROM presentation_price WHERE allocation_id = ${String(HALL)}`)) === 0
  const late = await crowd(seats.slice(0, 2))
  const isHeld = (await heldNow()) === 2
  const broken = [
    ...((await stolen(producer)) === 0 ? [] : ['a visitor has a held seat']),
    ...(held.status === 200 && !isMoved && !isHeld ? ['what was held is not'] : []),
    ...(isHeld && isMoved ? ['held of an allocation that has gone'] : []),
    ...((isHeld || isLocked) && late > 0 ? ['a kept seat was sold'] : []),
    ...(isLocked && isMoved ? ['an import changed a locked part'] : []),
  ]
  await checkInvariants()
  if (isLocked) await askBroker('unlock', ofBroker)
  if (!isHeld) return broken
  const [had] = await Promise.all([crowd(seats.slice(0, 2)), ask(one, 'release', randomUUID(), { all: true })])
  const after = await crowd(seats.slice(0, 2))
  return [...broken, ...(had + after === 2 ? [] : [`released seats were had ${String(had + after)} times`])]
}

test('a producer, a broker, an import and the shop in two processes at the same moment keep every rule', ONCE, async () => {
  for (let round = 0; round < 6; round++) {
    expect(await race(round % 2 === 1)).toEqual([])
    await checkInvariants()
    await emptyParts()
  }
})

test('control: if anybody may have what is held, the same visitors have it', ONCE, async () => {
  await withoutChecks([HOLD_CHECKS['a held seat is had by who sells its allocation']], async () => {
    await holds(one, [seatOf(0), seatOf(1)])
    expect(await crowd(seats.slice(0, 2))).toBe(2)
  })
  await emptyParts()
})

/** Somebody like the first producer but for one thing, and the visitor of the same browser. */
async function almost(facts: Parameters<typeof aStaffMember>[0]): Promise<string> {
  const { staffId } = await aStaffMember({ allocationIds: [HALL], ...facts })
  const uuid = randomUUID()
  await database().query('UPDATE staff_session SET visitor = $1 WHERE staff_id = $2', [uuid, staffId])
  return uuid
}

/** Tries for a held seat, and leaves everything as it was. */
async function triesFor(uuid: string): Promise<boolean> {
  await holds(one)
  const isTaken = await takes(uuid)
  await emptyParts()
  return isTaken
}

testChecks(HOLD_CHECKS, {
  'a held seat is had by who sells its allocation': () => triesFor(randomUUID()),
  'who sells it is known by the browser of the sign-in': () => triesFor(randomUUID()),
  'who sells it is signed in': async () => {
    const uuid = await almost({})
    await database().query(`UPDATE staff_session SET last_seen_at = now() - interval '31 minutes' WHERE visitor = $1`, [uuid])
    return triesFor(uuid)
  },
  'who sells it has an open account': async () => {
    const uuid = await almost({})
    await holds(one)
    await database().query(
      'UPDATE staff SET disabled_at = now() WHERE staff_id = (SELECT staff_id FROM staff_session WHERE visitor = $1)',
      [uuid],
    )
    const isTaken = await takes(uuid)
    await emptyParts()
    return isTaken
  },
  'who sells it may sell seats as a producer': async () => triesFor(await almost({ role: 'gate' })),
  'who sells it is of the business': async () => triesFor(await almost({ businessIds: [2] })),
  'who sells it is of the show': async () => triesFor(await almost({ featureIds: [2] })),
  'who sells it has a role of the business': async () => {
    await limitedRoles()
    return triesFor(await almost({ role: 'of business 2' }))
  },
  'who sells it has a role of the show': async () => {
    await limitedRoles()
    return triesFor(await almost({ role: 'of show 2' }))
  },
  'who sells it has the allocation': async () => triesFor(await almost({ allocationIds: [LAWN] })),
  'a producer holds what the own visitor has chosen': async () => {
    await takes(randomUUID())
    const isHeld = (await statusOf(ask(one, 'hold'))) === 200
    await emptyParts()
    return isHeld
  },
  'a producer lets go what the own visitor has chosen': async () => {
    const visitor = randomUUID()
    await takes(visitor)
    const seatId = Number(await cellOf(`SELECT seat_id FROM seat_claim WHERE holder = '${visitor}'`))
    await letGoChosen(1, randomUUID(), [{ seatId, allocationId: HALL, isKept: false }])
    const isFree = await takes(randomUUID())
    await emptyParts()
    return isFree
  },
  'a producer chooses seats of own allocations': async () => {
    const uuid = randomUUID()
    await takes(uuid, LAWN_PLACE)
    const isDone = (await statusOf(ask(one, 'release', uuid))) === 200
    await emptyParts()
    return isDone
  },
  'what is kept for somebody else is not held': async () => {
    const uuid = randomUUID()
    await takes(uuid)
    await keepForSubscribers(1, [Number(await cellOf(`SELECT seat_id FROM seat_claim WHERE holder = '${uuid}'`))])
    const isHeld = (await statusOf(ask(one, 'hold', uuid))) === 200
    await emptyParts()
    return isHeld
  },
  'a producer releases own allocations': async () => {
    await holds(one)
    await ask(ofLawn, 'release', randomUUID(), { all: true })
    const isReleased = (await heldNow()) === 0
    await emptyParts()
    return isReleased
  },
  'a producer locks seats of own allocations': () => takes(randomUUID(), seatOf(4), { allocationIds: [LAWN] }),
  'only a producer locks seats of what is flagged as sold out': async () => {
    await importNow(PART_PRICES, {}, { soldout: true })
    return takes(randomUUID())
  },
  'a producer is found seats of own allocations': async () =>
    (await findBest({ presentationId: 1, quantity: 2, isLock: false, producer: { allocationIds: [9] } }, fromHere(randomUUID()))).ok,
  'what is held follows an import': async () => {
    await holds(one)
    await importNow({ ...PART_PRICES, hall: { ticketGroupId: 1, allocationId: 7 } })
    const isHeld = (await heldNow()) === 1
    await emptyParts()
    return isHeld
  },
})
