import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '#lib/server/platform/db/embedded.ts'
import { launchDatabase } from '#lib/server/platform/db/launch.ts'
import { isAlive } from '#lib/server/platform/db/process-alive.ts'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { startProcess } from '#tests/support/processes/processes.ts'
import { until } from '#tests/support/until.ts'

const EMBEDDED = new URL('../../../src/lib/server/platform/db/embedded.ts', import.meta.url).href

describe('the embedded PostgreSQL', () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = await makeDataDirectory()
  })
  afterEach(async () => {
    await startEmbedded(dataDir).then((server) => server.stop())
    await rm(dataDir, { recursive: true, force: true })
  })

  it('keeps its data across a stop and a start', async () => {
    const first = await startEmbedded(dataDir)
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n')
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    const second = await startEmbedded(dataDir)
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  })

  it('loses nothing committed when it is killed, and starts again', async () => {
    const first = await startEmbedded(dataDir)
    await query(first.url, 'CREATE TABLE kept (n int)')
    for (let n = 1; n <= 20; n++) await query(first.url, `INSERT INTO kept VALUES (${String(n)})`)
    process.kill(first.pid, 'SIGKILL')
    const second = await startEmbedded(dataDir)
    expect(second.pid).not.toBe(first.pid)
    expect(await query(second.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 20 }])
  })

  it('starts even if a process of the killed server hangs', async () => {
    const first = await startEmbedded(dataDir)
    const stuck = new pg.Client({ connectionString: first.url })
    stuck.on('error', () => undefined)
    await stuck.connect()
    const { rows } = await stuck.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP')
    process.kill(first.pid, 'SIGKILL')
    const second = await startEmbedded(dataDir)
    expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await stuck.end().catch(() => undefined)
  })

  it('adopts a server that survived a crash of the app', async () => {
    const crashed = startProcess([
      '--input-type=module',
      '-e',
      `import { startEmbedded } from ${JSON.stringify(EMBEDDED)}
      const { pid } = await startEmbedded(${JSON.stringify(dataDir)})
      process.stdout.write(pid + '\\n', () => process.kill(process.pid, 'SIGKILL'))`,
    ])
    const pid = Number(await crashed.firstLine)
    await crashed.finished
    expect((await startEmbedded(dataDir)).pid).toBe(pid)
  })

  it('starts once if several ask at the same time', async () => {
    const servers = await Promise.all([startEmbedded(dataDir), startEmbedded(dataDir), startEmbedded(dataDir)])
    expect(new Set(servers.map((server) => server.pid)).size).toBe(1)
  })

  it('is restarted if it dies under a running app', async () => {
    const events: string[] = []
    const launched = await launchDatabase(dataDir, (event) => events.push(event))
    const { pid } = await startEmbedded(dataDir)
    process.kill(pid, 'SIGKILL')
    await until(() => events.length === 2 && launched.isUp())
    expect(events).toEqual(['the database went away; it is being started again', 'the database is back'])
    await launched.stop()
  })

  it('refuses connections without the password', async () => {
    const { url } = await startEmbedded(dataDir)
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(await readFile(join(dataDir, 'postgres', 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(/^\w.*\btrust\b/m)
  })
})

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
