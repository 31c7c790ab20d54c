import pg from 'pg'
import { beforeEach, expect, it, vi } from 'vitest'
import { startBackground } from '#lib/server/operations/background.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { wakeReconciler, wakeUrgentMessages } from '#lib/server/platform/jobs/wake.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { until } from '#tests/support/until.ts'

beforeEach(() => freshDatabase())

/** Whether this process has said that it is there, which is the first round. */
async function hasBegun(): Promise<boolean> {
  const { rows } = await database().query<{ count: number }>('SELECT count(*) AS count FROM shop_process')
  return (rows[0]?.count ?? 0) > 0
}

it('rounds begin when what visitors wait for is there, and not before', async () => {
  const ready = Promise.withResolvers<unknown>()
  const query = vi.spyOn(database(), 'query')
  const background = startBackground(ready.promise)
  await new Promise(setImmediate)
  expect(query).not.toHaveBeenCalled()
  ready.resolve(undefined)
  await until(hasBegun)
  query.mockRestore()
  await background.stop()
})

it('rounds begin also when it has failed: they are tried again and again by themselves', async () => {
  const background = startBackground(Promise.reject(new Error('away')))
  await until(hasBegun)
  await background.stop()
})

it('rounds begin one after the other, but one that is woken at once, also if it was woken before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const hasAsked = (name: string) => query.mock.calls.some(([asked]) => (asked as { name?: string }).name === name)
  const turns = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((turned) => setImmediate(turned))
  }
  const hasAskedSoon = (name: string) => until(async () => (await turns(), hasAsked(name)))
  try {
    const ready = Promise.withResolvers<unknown>()
    const background = startBackground(ready.promise)
    wakeUrgentMessages()
    ready.resolve(undefined)
    await turns()
    vi.advanceTimersByTime(0)
    await hasAskedSoon('lease-urgent')
    await hasAskedSoon('note-process')
    expect(['refunds-due', 'lease-messages', 'fold-sales'].filter(hasAsked)).toEqual([])
    wakeReconciler()
    await hasAskedSoon('refunds-due')
    expect(['lease-messages', 'fold-sales'].filter(hasAsked)).toEqual([])
    vi.advanceTimersByTime(1_000)
    await hasAskedSoon('fold-sales')
    vi.useRealTimers()
    await background.stop()
  } finally {
    vi.useRealTimers()
    query.mockRestore()
  }
})

it('a shop that is stopped before it was ready does no round, and stops', async () => {
  const ready = Promise.withResolvers<unknown>()
  const query = vi.spyOn(database(), 'query')
  const background = startBackground(ready.promise)
  const stopped = background.stop()
  ready.resolve(undefined)
  await stopped
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})
