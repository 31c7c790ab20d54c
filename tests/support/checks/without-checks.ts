import pg from 'pg'
import { expect } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { isInCode, keyOf, SWITCH, type Check } from './check.ts'

/** The checks that are off now, and how often each was skipped. */
let out: readonly Check[] = []
const passed = new Map<string, number>()
const broken: unknown[] = []

Object.assign(globalThis, {
  [SWITCH]: (key: string): boolean => {
    const check = out.find((one) => keyOf(one) === key)
    if (check) pass(check)
    return check !== undefined
  },
})

function pass(check: Check): void {
  passed.set(keyOf(check), (passed.get(keyOf(check)) ?? 0) + 1)
}

type Query = (this: pg.Client, asked: unknown, ...more: unknown[]) => unknown

const query = Reflect.get(pg.Client.prototype, 'query') as Query
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, asked: unknown, ...more: unknown[]): unknown {
    const changed = out.length === 0 ? undefined : withoutSql(asked)
    return changed ? Reflect.apply(query, this, [changed, ...more.map(noteError)]) : Reflect.apply(query, this, [asked, ...more])
  },
})

/** Records SQL errors: a statement that was edited wrongly would look like a failed attempt. */
function noteError(given: unknown): unknown {
  if (typeof given !== 'function') return given
  return (error: unknown, ...rest: unknown[]): unknown => {
    if (error) broken.push(error)
    return Reflect.apply(given, undefined, [error, ...rest])
  }
}

/** The statement without the checks that are off, and without its name, because a name has one text per connection. */
function withoutSql(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || !('name' in asked) || !('text' in asked)) return undefined
  const { name, text } = asked
  if (typeof name !== 'string' || typeof text !== 'string') return undefined
  const own = out.filter((check) => check.statement !== undefined && name.startsWith(check.statement) && text.includes(check.text))
  if (own.length === 0) return undefined
  own.forEach(pass)
  return { ...asked, name: undefined, text: own.reduce((sql, check) => sql.replaceAll(check.text, () => check.without), text) }
}

/** Runs work with these checks off and expects each of them to be skipped on the way. */
export async function withoutChecks<T>(checks: readonly Check[], work: () => Promise<T>): Promise<T> {
  const functions = checks.flatMap(({ fn }) => fn ?? [])
  const sources = await Promise.all(functions.map(sourceOf))
  passed.clear()
  broken.length = 0
  for (const check of checks) if (check.fn) await define(check.fn, check)
  out = checks
  try {
    const done = await work()
    for (const check of checks)
      if (isInCode(check) || check.statement) expect(passed.get(keyOf(check)) ?? 0, keyOf(check)).toBeGreaterThan(0)
    expect(broken, 'statements that fail without the check').toEqual([])
    return done
  } finally {
    out = []
    for (const source of sources) await database().query(source)
  }
}

async function sourceOf(fn: string): Promise<string> {
  const { rows } = await database().query<{ source: string }>(`SELECT pg_get_functiondef($1::regproc) AS source`, [fn])
  return rows[0]?.source ?? ''
}

async function define(fn: string, { text, without }: Check): Promise<void> {
  const source = await sourceOf(fn)
  expect(source).toContain(text)
  await database().query(source.replace(text, () => without))
}
