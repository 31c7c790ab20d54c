import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT } from '#lib/server/platform/terminal/terminal.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { arrivalOf } from '#tests/bench/load/arrivals.ts'
import { loadFromTerminal } from '#tests/bench/load/cli.ts'
import { linesOf, Tally, type Report } from '#tests/bench/load/tally.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

/**
 * Numbered seats of the house, and places: the others are never told apart. Whoever chooses leaves no seat alone, so one pair can spoil a row: there are as many
 * rows as visitors who are all to get seats.
 */
const [ROWS, IN_A_ROW, PLACES] = [6, 8, 1]
const QUIET = { env: { LOG_LEVEL: 'fatal' } }
let app: RunningApp

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: ROWS, seatsPerRow: IN_A_ROW, places: PLACES })
  app = await startApp(QUIET)
}, 120_000)

afterAll(() => app.stop())

/** Nothing is sold any more. A shop that runs keeps which seats are taken, and is not told of deleted claims: another takes its place. */
async function emptyShop() {
  await app.stop()
  await emptyHouse()
  app = await startApp(QUIET)
}

/** Runs the command as it is typed. */
async function load(words: string, answer?: string) {
  const [said, complaints]: [string[], string[]] = [[], []]
  const terminal = { say: (line: string) => said.push(line), complain: (line: string) => complaints.push(line) }
  const ask = answer === undefined ? undefined : () => Promise.resolve(answer)
  const code = await loadFromTerminal(words.split(' '), terminal, ask)
  return { code, said, complaint: complaints.join('\n') }
}

async function reportOf(words: string, answer?: string): Promise<Report> {
  const { code, said } = await load(`--url ${app.origin} ${words} --json`, answer)
  expect(code).toBe(EXIT.done)
  return JSON.parse(said.join('')) as Report
}

async function count(what: string): Promise<number> {
  const { rows } = await database().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`)
  return rows[0]?.n ?? 0
}

describe('npm run load', () => {
  it('visitors buy by the best seats and by seats of their own choice', async () => {
    await emptyShop()
    const report = await reportOf('--visitors 6 --at-once 3 --buy')
    expect(report).toMatchObject({ visitors: 6, done: 6, orders: 6, seatsSold: 12, seatsSoldTwice: 0, errors: {} })
    for (const step of ['page', 'status', 'seats', 'cart', 'form', 'card', 'commit', 'visit'])
      expect(report.steps[step]?.p99).toBeGreaterThan(0)
    expect(await count(`orders WHERE state = 'paid'`)).toBe(6)
    await checkInvariants()
  })

  it('more visitors than seats: each seat is sold once, and who gets none is told in which step', async () => {
    await emptyShop()
    const report = await reportOf('--visitors 40 --at-once 10 --seats map --buy')
    expect(report.seatsSoldTwice).toBe(0)
    expect(report.seatsSold).toBe(2 * report.orders)
    // How many pairs are left depends on who was quicker.
    expect(report.orders).toBeGreaterThan(2)
    expect(report.done + Object.values(report.errors).reduce((sum, one) => sum + one, 0)).toBe(40)
    for (const name of Object.keys(report.errors)) expect(name).toMatch(/^seats: /)
    expect(await count(`seat_claim WHERE state = 'S'`)).toBe(report.seatsSold)
  })

  it.each([undefined, 'no'])('ends at the cart unless somebody says that it may buy (%s)', async (answer) => {
    await emptyShop()
    const report = await reportOf('--visitors 2 --seats best', answer)
    expect(report).toMatchObject({ done: 2, orders: 0, errors: {} })
    expect(await count('orders')).toBe(0)
    expect(await count(`seat_claim WHERE state = 'H'`)).toBe(4)
  })

  it('buys when somebody at the terminal says yes', async () => {
    await emptyShop()
    expect(await reportOf('--visitors 1 --seats best', 'yes')).toMatchObject({ done: 1, orders: 1 })
  })

  it('sends nothing to another machine until it is called one’s own', async () => {
    const { code, complaint } = await load('--url https://shop.example --visitors 1')
    expect(code).toBe(EXIT.misused)
    expect(complaint).toContain('--yes-this-is-my-server')
  })

  it.each([
    ['--visitors 5', '--url'],
    ['--url http://127.0.0.1:1 --visitors none', '--visitors'],
    ['--url http://127.0.0.1:1 --seats all', '--seats'],
    ['--url http://127.0.0.1:1 --unknown', '--unknown'],
  ])('says what is wrong with %s', async (words, told) => {
    const { code, complaint } = await load(words)
    expect(code).toBe(EXIT.misused)
    expect(complaint).toContain(told)
  })

  it('counts a seat that two orders have, and tells of it', () => {
    const tally = new Tally()
    tally.sold(['1 1 2 3', '1 1 2 4'])
    tally.sold(['1 1 2 4'])
    const report = tally.report(2, 1)
    expect(report).toMatchObject({ orders: 2, seatsSold: 2, seatsSoldTwice: 1 })
    expect(linesOf(report).join('\n')).toContain('sold twice: 1')
  })
})

it.each([
  { n: 0, rate: 10, ramp: 0, at: 0 },
  { n: 20, rate: 10, ramp: 0, at: 2 },
  { n: 50, rate: 10, ramp: 10, at: 10 },
  { n: 60, rate: 10, ramp: 10, at: 11 },
  { n: 2, rate: 10, ramp: 10, at: 2 },
  { n: 5, rate: undefined, ramp: 10, at: 5 },
  { n: 11, rate: undefined, ramp: 10, at: 0 },
])('visitor $n at $rate a second after a ramp of $ramp s comes after $at s', ({ at, n, rate, ramp }) => {
  expect(arrivalOf(n, { rate, ramp, atOnce: 10 })).toBeCloseTo(at)
})
