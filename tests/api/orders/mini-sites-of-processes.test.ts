import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSite, useReferences } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { overProcesses, tally } from '#tests/support/races/desks.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { addMiniSites, FOR_WORKERS, WORKER, WORKER_BALANCE, WORKER_FEE, WORKER_PRICE } from '#tests/support/sold/mini-sites.ts'
import { reserveByReadingFirst } from '#tests/support/unsafe/unsafe-uses.ts'

process.env.SECRET = SECRET_OF_TESTS // references are looked up by the apps' key
const TRUSTED = { env: { TRUSTED_PROXY: 'on' } } // a call without an address comes from this machine
/** Who order at once. */
const CROWD = 20

let apps: RunningApp[] = []
const { deskFor } = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 10 })
  await addMiniSites()
  apps = await Promise.all([startApp(TRUSTED), startApp(TRUSTED)])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** Somebody who has shown the worker's references and is in the mini-site. */
async function worker(): Promise<string> {
  const uuid = await newVisitor()
  expect((await useReferences('workers', { uuid, caller: null, network: null }, { ...WORKER, needsBalance: false })).ok).toBe(true)
  return uuid
}

/** All hold a seat each and pay for it at once by a ticket of the same references. */
async function raceForBalance(): Promise<Record<string, number>> {
  const uuids = await Promise.all(Array.from({ length: CROWD }, worker))
  const carts = await Promise.all(
    uuids.map(async (uuid, n) => {
      const seat = seatAt((n % 10) + 1, 1 + Math.floor(n / 10))
      expect((await deskFor(n).lock(uuid, seat)).ok).toBe(true)
      return { ...cartOf([], await prepareCard(uuid, WORKER_PRICE + WORKER_FEE)), seats: [lineOf(seat, FOR_WORKERS)] }
    }),
  )
  const ends = uuids.map((uuid, n) => deskFor(n).commit(uuid, carts[n] ?? cartOf([])))
  return tally((await Promise.all(ends)).map((end) => (end.ok ? 'done' : end.code)))
}

describe('a reference of a mini-site over two processes', () => {
  test('gives its balance and no more, however many order at once', ONCE, async () => {
    for (let round = 0; round < 3; round++) {
      const exactly = { done: WORKER_BALANCE, TICKET_BALANCE_INSUFFICIENT: CROWD - WORKER_BALANCE }
      expect(await raceForBalance(), `round ${String(round)}`).toEqual(exactly)
      expect(await cellOf('SELECT sum(quantity)::int FROM entitlement_use WHERE order_id IS NOT NULL')).toBe(WORKER_BALANCE)
      const found = await findSite('workers', await worker())
      expect(found.ok && found.value.tickets).toEqual([{ ticketId: FOR_WORKERS, balance: 0, isForAll: false }])
      await checkInvariants()
      await emptyHouse()
    }
  })

  test('control: a balance that is read before it is written gives too many', ONCE, async () => {
    const undo = await reserveByReadingFirst()
    let done = 0
    for (let round = 0; round < 5 && done <= WORKER_BALANCE; round++) {
      await emptyHouse()
      done = (await raceForBalance()).done ?? 0
    }
    await undo()
    await emptyHouse()
    expect(done).toBeGreaterThan(WORKER_BALANCE)
  })
})
