import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rollupsFromTerminal } from '#lib/server/operations/rollups/cli.ts'
import { EXIT } from '#lib/server/platform/terminal/terminal.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { foldSales, setDayEnd } from '#lib/server/sales/sums.ts'
import { addPolicies, boughtBy, cancelled, signedIn } from '#tests/support/buyers/cancels.ts'
import { addOtherDays, DEAR, FEE, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  process.env.CUSTOMER_CANCELLATION = 'on'
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
  const noa = await signedIn()
  const { resId } = await boughtBy(noa)
  await cancelled(noa.visitor, resId)
  await boughtBy(noa, [seatOn(2, 1)], DEAR)
})
afterEach(checkInvariants)

async function run(command: string): Promise<{ readonly code: number; readonly said: readonly string[] }> {
  const said: string[] = []
  const say = (line: string): void => void said.push(line.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, ''))
  return { code: await rollupsFromTerminal([command], { say, complain: say, progress: say }), said }
}

const RIGHT = 'Sums that are not what the books say: 0; coarser sums that are not those of their days: 0.'

test('what a sale and a cancellation change is added to the sums once, in whatever moment it is folded', async () => {
  const net = () =>
    cellOf('SELECT array_agg(kind || net ORDER BY kind) FROM (SELECT kind, sum(gross - refunded) AS net FROM sales GROUP BY kind) x')
  expect(await net()).toEqual(['charge0', `seat${String(DEAR)}`])
  await Promise.all([foldSales(), foldSales(), foldSales()])
  expect(await cellOf('SELECT count(*)::int FROM sales_delta')).toBe(0)
  expect(await net()).toEqual(['charge0', `seat${String(DEAR)}`])
  expect(await cellOf(`SELECT gross::int FROM sales_day WHERE kind = 'charge'`)).toBe(FEE)
  expect(await cellOf(`SELECT refunded::int FROM sales_day WHERE kind = 'seat' AND presentation_id = 1`)).toBe(2 * ONE)
})

test('only seats are tickets, and what is kept of a cancellation makes what went back less', async () => {
  const shown = (kind: string) => cellOf('SELECT ARRAY[tickets_of($1, 2), gross_of($1, 900), refunded_of($1, 900, 300)]::int[]', [kind])
  expect([await shown('seat'), await shown('product'), await shown('charge'), await shown('kept')]).toEqual([
    ...[
      [2, 900, 300],
      [0, 900, 300],
      [0, 900, 300],
    ],
    [0, 0, -600],
  ])
})

describe('npm run rollups', () => {
  test('says that the sums are right, with its progress', async () => {
    const { code, said } = await run('check')
    expect([code, said.at(-1)]).toEqual([EXIT.done, RIGHT])
    expect(said.slice(0, -1)).toContain('Reading the books: 100 %')
  })

  const ROWS = 'day, presentation_id, kind, subject_id, channel, quantity, quantity_back, gross, refunded'
  test.each([
    ['lost', `DELETE FROM sales_day WHERE kind = 'seat' AND presentation_id = 2`, 'presentation 2  seat 41  shop:  sold +1  back 0', 5],
    ['counted twice', `INSERT INTO sales_delta (${ROWS}) SELECT ${ROWS} FROM sales WHERE presentation_id = 2`, 'sold -1  back 0', 6],
    ['on another day', `UPDATE sales_day SET day = day - 1 WHERE presentation_id = 2`, 'sold +1  back 0', 7],
    ['of taken seats too high', 'INSERT INTO seats_taken_change VALUES (2, 1)', 'taken seats is not that of the claims: 1.', 8],
  ])('says what differs if a sum is %s, and makes it right beside sales only when it is told to', async (_what, statement, line, seat) => {
    await foldSales()
    await database().query(statement)
    for (const code of [EXIT.refused, EXIT.refused]) {
      const found = await run('check')
      expect([found.code, found.said.join('\n')]).toEqual([code, expect.stringContaining(line)])
    }
    const buys = boughtBy(await signedIn(), [seatOn(1, seat)]).then(foldSales)
    const [rebuilt] = await Promise.all([run('rebuild'), buys])
    expect([rebuilt.code, rebuilt.said.at(-1)]).toEqual([EXIT.done, 'All of them are right now.'])
    expect(await run('check')).toMatchObject({ code: EXIT.done })
  })

  test('makes coarser sums right', async () => {
    await foldSales()
    await database().query('UPDATE sales_presentation SET gross = 1; DELETE FROM sales_feature_day')
    expect((await run('check')).code).toBe(EXIT.refused)
    expect((await run('rebuild')).code).toBe(EXIT.done)
  })

  test('refuses what it does not know', async () => {
    expect((await run('repair')).code).toBe(EXIT.misused)
  })
})

test('a business day that ends at another hour writes the sums anew, once', async () => {
  const day = () => cellOf('SELECT day::text FROM sales WHERE presentation_id = 2')
  await database().query(
    `UPDATE orders SET sold_at = '2026-01-10T03:30:00Z' WHERE order_id IN (SELECT order_id FROM order_seat WHERE presentation_id = 2)`,
  )
  expect([await setDayEnd('06:00'), await day(), await setDayEnd('06:00')]).toEqual([true, '2026-01-09', false])
  await checkInvariants()
  expect([await setDayEnd('04:00'), await day()]).toEqual([true, '2026-01-10'])
})
