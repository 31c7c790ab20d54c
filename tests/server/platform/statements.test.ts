import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { Describer, type Described } from '#tests/support/sql/described.ts'
import { RowTypes } from '#tests/support/sql/row-types.ts'
import { readStatements, type StatementCall, type Statements } from '#tests/support/sql/statements.ts'

/** Files with calls whose text only a run knows, how many, and what runs each of them in the tests. */
const PUT_TOGETHER: Readonly<Record<string, readonly [calls: number, why: string]>> = {
  'src/lib/demo/sales/without-indexes.ts': [2, 'drops and makes again the indexes that the database names: demo-sales.test.ts'],
  'src/lib/demo/sales/write-sales.ts': [1, 'follows one statement by the next: demo-sales.test.ts'],
  'src/lib/server/customers/account/customer-details.ts': [1, 'sets the columns that a customer changes: customer-details.test.ts'],
  'src/lib/server/customers/session/sign-in-limits.ts': [1, 'counts by as many limits as are set: sign-in-limits.test.ts'],
  'src/lib/server/import/write/upsert.ts': [3, 'writes any table of the catalogue by its shape: import.test.ts'],
  'src/lib/server/import/write/write-entitlements.ts': [
    1,
    'compares the columns of the shape that it writes: memberships-cancelled.test.ts',
  ],
  'src/lib/server/operations/rekey/rekey.ts': [2, 'reads and writes each sealed column: rekey.test.ts'],
  'src/lib/server/platform/db/transactions.ts': [1, 'begins a transaction, keyed or not: transactions.test.ts'],
  'src/lib/server/platform/db/functions.ts': [1, 'applies a file'],
  'src/lib/server/platform/db/listener.ts': [1, 'listens to a channel by its name'],
  'src/lib/server/platform/db/read-replica.ts': [2, 'hands on what is read: read-replica.test.ts'],
  'src/lib/server/platform/http/limits/shared-counter.ts': [1, 'hands on what rate-limiter-flexible asks: limits-of-processes.test.ts'],
  'src/lib/server/platform/db/migrate.ts': [4, 'applies a file, and asks the server by the names of its settings'],
}

/** Columns that may be null in their table, and are not in these rows: a condition, or the state of the row, says so. */
const NEVER_NULL: Readonly<Record<string, readonly string[]>> = {
  'src/lib/demo/sales/read-house.ts': ['price'],
  'src/lib/demo/sales/write-sales.ts': ['may'],
  'src/lib/server/customers/account/customer-photo.ts': ['photo', 'type'],
  'src/lib/server/customers/session/customer-session.ts': ['customerId', 'signedInBy'],
  'src/lib/server/customers/session/devices.ts': ['signedInAt', 'hash'],
  'src/lib/server/import/write/write-plans.ts': ['first_place'],
  'src/lib/server/operations/rekey/rekey.ts': ['blob'],
  'src/lib/server/orders/cart/order-customer-info.ts': ['customerId'],
  'src/lib/server/orders/changes/terms/ticket-change-rows.ts': ['ticketIdentifier'],
  'src/lib/server/orders/commit/pay-unpaid.ts': ['body_hash'],
  'src/lib/server/payments/tell-returned.ts': ['kind'],
  'src/lib/server/sales/live/read-sums.ts': ['id', 'kind'],
  'src/lib/server/wait-list/tell-waiting.ts': ['sealed'],
}

let statements: Statements
let database: Describer

beforeAll(async () => {
  database = new Describer(await freshDatabase())
  await database.open()
  statements = readStatements()
})
afterAll(() => database.close())

function fileOf({ place }: StatementCall): string {
  return place.split(':')[0] ?? ''
}

/** What is wrong with a statement of these texts, one line each. */
async function problemsOf(call: Omit<StatementCall, 'place'>): Promise<readonly string[]> {
  const types = new RowTypes(statements.checker)
  const found = new Set<string>()
  for (const text of (call.texts ?? []).filter((one) => !one.startsWith('SET LOCAL'))) {
    const described: Described | Error = await database.describe(text).catch((error: unknown) => error as Error)
    const problems = described instanceof Error ? [described.message] : types.differences(call.row, call.values, described)
    for (const problem of problems) found.add(problem)
  }
  return [...found]
}

describe('the SQL of the server', () => {
  it('is read from the code, but for what only a run puts together', () => {
    const unread = Map.groupBy(
      statements.calls.filter(({ texts }) => texts === undefined),
      fileOf,
    )
    const counts = Object.fromEntries([...unread].map(([file, calls]) => [file, calls.length]))
    expect(counts).toEqual(Object.fromEntries(Object.entries(PUT_TOGETHER).map(([file, [calls]]) => [file, calls])))
    expect(statements.calls.length).toBeGreaterThan(400)
  })

  it('fits the migrated schema, takes what the code hands to it and answers the rows that the code says', async () => {
    const found: string[] = []
    for (const call of statements.calls) {
      const known = (NEVER_NULL[fileOf(call)] ?? []).map((name) => `${name} may be null`)
      const problems = (await problemsOf(call)).filter((problem) => !known.includes(problem))
      found.push(...problems.map((problem) => `${call.place}: ${problem}`))
    }
    expect(found, found.join('\n')).toEqual([])
  })

  it('the control: what does not fit is found', async () => {
    const call = statements.calls.find(({ texts, row }) => texts?.[0]?.includes('FROM refund WHERE refund_id = $1') && row)
    if (!call) throw new Error('The statement of the control is gone.')
    expect(await problemsOf({ ...call, texts: ['SELECT no_such FROM refund'] })).toEqual(['column "no_such" does not exist'])
    expect(await problemsOf({ ...call, texts: ['SELECT amount AS state FROM refund WHERE refund_id = $1'] })).toEqual([
      'state is number (int4), not string',
    ])
    expect(await problemsOf({ ...call, texts: ['SELECT amount FROM refund WHERE amount = $1 AND refund_id = $2'] })).toContain(
      '2 parameters, 1 values',
    )
    expect(await problemsOf({ ...call, texts: ['SELECT failure AS state FROM refund WHERE amount = $1'] })).toEqual([
      'state may be null',
      '$1 is int4, not string',
    ])
  })
})
