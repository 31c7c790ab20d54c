import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { health } from '#lib/contract/system.ts'
import { environment } from '#lib/server/platform/config/environment.ts'
import { readSettings } from '#lib/server/platform/config/settings.ts'
import { BUILD, buildIfStale, programOf } from '#lib/setup/build.mjs'
import { ROOT } from '#lib/setup/run.mjs'
import { cellOf, unmigratedDatabase } from '#tests/support/database/database.ts'
import { freePort } from '#tests/support/processes/free-port.ts'

const read = (name: string) => readFileSync(join(ROOT, 'src/lib/setup/deploy', name), 'utf8')

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
  readonly profiles?: readonly string[]
  readonly volumes?: readonly string[]
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
}
const apps = Object.entries(compose.services).filter(([name]) => name.startsWith('app-'))
const unit = read('shura@.service')
const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
const example = Object.fromEntries(
  [...read('shop.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const ports = [...read('shura.target').matchAll(/shura@(\d+)\.service/g)].map(([, port]) => Number(port))
/** The ways in which a process is started, without where node is. */
const START = ['--max-semi-space-size=16', 'dist/server/entry.mjs', 'dist']
/** For requests at the stop (operations/stop.ts), and some more for messages that are being sent. */
const STOP_SECONDS = 10

describe('what several processes are run by', () => {
  it('names settings that there are, and those of the example are all that a shop needs beside its secret', () => {
    const ofUnit = [...lineOf('ExecStart').matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name)
    const named = [...Object.keys(example), ...ofUnit, ...apps.flatMap(([, app]) => Object.keys(app.environment ?? {}))]
    expect(named.filter((name) => !(name in environment.shape))).toEqual([])
    expect(readSettings({ ...example, SECRET: 'x'.repeat(32) })).toMatchObject({ trustedProxies: 1, databasePool: 20, demo: false })
    expect(() => readSettings(example)).toThrow('SECRET')
  })

  it('starts the program in one way, keeps its files in one place, and gives it time to stop', () => {
    expect(lineOf('ExecStart').split(' ').slice(-3)).toEqual(START)
    expect(JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '[]')).toEqual(['node', ...START])
    expect(join(ROOT, START[1] ?? '')).toBe(programOf(join(ROOT, 'dist')))
    expect(Number(lineOf('TimeoutStopSec'))).toBeGreaterThan(STOP_SECONDS)
    for (const [name, app] of apps) {
      expect(Number.parseInt(app.stop_grace_period ?? '', 10), name).toBeGreaterThan(STOP_SECONDS)
      expect(app.volumes, name).toContain(`films:${String(app.environment?.DATA_DIR)}`)
      expect([app.env_file, `${String(app.env_file)}.example`], name).toEqual(['shop.env', 'shop.env.example'])
    }
    expect(lineOf('ExecStart')).toContain(`DATA_DIR=/var/lib/${lineOf('StateDirectory')} `)
  })

  it('has a front that knows every process, and notices one that stops before it does', () => {
    const { front } = compose.services
    const caddyfile = read('Caddyfile')
    const given = front?.environment ?? {}
    expect(new Set([...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name))).toEqual(new Set(Object.keys(given)))
    const always = apps.filter(([, app]) => app.profiles === undefined).map(([name, app]) => `${name}:${String(app.environment?.PORT)}`)
    expect(given.SHURA_PROCESSES).toBe(`\${SHURA_PROCESSES:-${always.join(' ')}}`)
    expect([always.length, apps.length]).toEqual([4, 8])
    expect(/health_uri (\S+)/.exec(caddyfile)?.[1]).toBe(`/api${health.path}?of=process`)
    const asked = Number(/health_interval (\d+)s/.exec(caddyfile)?.[1])
    expect(Number(example.STOP_DELAY_SECONDS)).toBeGreaterThan(2 * asked)
  })

  it('asks each process whether it is ready, by a program that there is and its own port', () => {
    const ready = lineOf('ExecStartPost').split(' ')
    expect([ready[1], ready[2]]).toEqual(['src/lib/setup/deploy/is-ready.mjs', '%i'])
    for (const [name, { healthcheck, environment: own }] of apps)
      expect(healthcheck?.test, name).toEqual(['CMD', 'node', ready[1], own?.PORT])
    expect(Number(lineOf('TimeoutStartSec'))).toBeGreaterThan(Number(ready[3]))
    expect(existsSync(join(ROOT, ready[1] ?? ''))).toBe(true)
  })

  it('has a database that takes the connections of eight processes: each has five beside its pool', () => {
    const most = Number(/max_connections=(\d+)/.exec(compose.services.db?.command?.join(' ') ?? '')?.[1])
    expect(most).toBeGreaterThanOrEqual(apps.length * (Number(example.DATABASE_POOL) + 5) + 10)
  })

  it('names ports and services once, and every volume', () => {
    expect(ports).toEqual([4321, 4322, 4323, 4324])
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0] ?? ''))
    expect(new Set(used.filter((one) => !one.startsWith('.')))).toEqual(new Set(Object.keys(compose.volumes)))
    for (const file of used.filter((one) => one.startsWith('./'))) expect(existsSync(join(ROOT, 'src/lib/setup/deploy', file))).toBe(true)
  })
})

describe('the commands of the unit', () => {
  let started: { readonly child: ChildProcess; readonly ended: Promise<number | null> }[] = []
  let url = ''
  const dataDir = mkdtempSync(join(tmpdir(), 'shura-deploy-'))
  beforeAll(async () => {
    url = await unmigratedDatabase()
    await buildIfStale()
  })
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    started = []
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs a command of the unit as systemd does, in this tree, at this port and on the database of this file. */
  function run(command: string, port: number) {
    const here = command.replaceAll('%i', String(port)).replaceAll('/opt/shura/', ROOT).replaceAll('/var/lib/shura', dataDir)
    const [program = '', ...args] = here
      .replaceAll('dist/', `${BUILD}/`)
      .replace(/ dist$/, ` ${BUILD}`)
      .split(' ')
    // Between the 503 and the stop there is time enough for the slowest machine to ask for pages.
    const env = {
      ...example,
      STOP_DELAY_SECONDS: '12',
      DATABASE_URL: url,
      SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'fatal',
      PATH: process.env.PATH ?? '',
    }
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const one = { child, ended }
    started.push(one)
    return one
  }

  it('start two processes at once on an empty database, tell when they are ready, and stop when told', async () => {
    const free = await Promise.all([freePort(), freePort()])
    const processes = free.map((port) => run(lineOf('ExecStart'), port))
    expect(await Promise.all(free.map((port) => run(lineOf('ExecStartPost'), port).ended))).toEqual([0, 0])
    await expect.poll(() => cellOf('SELECT count(*)::int FROM shop_process'), { timeout: 20_000 }).toBe(2)
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${String(free[0])}${path}`)).status
    const asked = `/api${health.path}?of=process`
    expect(await ask(asked)).toBe(200)
    for (const { child } of processes) child.kill('SIGTERM')
    await expect.poll(() => ask(asked), { interval: 50, timeout: 20_000 }).toBe(503)
    expect([await ask('/'), await ask('/api/health')]).toEqual([200, 200])
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0])
    expect(await cellOf('SELECT count(*)::int FROM shop_process')).toBe(0)
    expect(await run(lineOf('ExecStartPost').replace(/ \d+$/, ' 0'), free[0]).ended).toBe(1)
  })
})
