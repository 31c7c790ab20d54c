import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILD } from '#lib/setup/build.mjs'
import { startAppOf, type RunningApp } from '#tests/support/processes/server.ts'
import { inParallel, percentile, scaled, type Bench } from './bench.ts'
import { cpuSeconds } from './cpu.ts'

const ROUNDS = 5
const WIDTH = 4
/** No such news: a page for who has them is made for one visitor. */
const ALONE = 'said=nothing'

interface Got {
  readonly bytes: Buffer
  readonly headers: IncomingHttpHeaders
}

interface Asked {
  readonly name: string
  readonly path: string
  readonly cookie: string | undefined
}

/**
 * The processor time of pages beside that of a static file of the same compressed bytes, which the same server sends in turn with them. Other work on the
 * machine changes both alike.
 */
export async function benchPageCost({ origin, print }: Bench): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: WIDTH })
  const build = await mkdtemp(join(tmpdir(), 'shura-pages-'))
  const pages = ['/', '/booking/features/1', '/mini-site/desert-voices', '/order/1']
  await cp(join(BUILD, 'client'), join(build, 'client'), { recursive: true })
  await mkdir(join(build, 'client', 'bench'))
  for (const [at, path] of pages.entries()) {
    const file = join(build, 'client', 'bench', `${String(at)}.html`)
    const [plain, small] = [await ask(agent, origin + path, { encoding: 'identity' }), await ask(agent, origin + path, {})]
    await writeFile(file, plain.bytes)
    await writeFile(`${file}.br`, small.bytes)
    print(`page ${path}: ${String(plain.bytes.length)} bytes, ${String(small.bytes.length)} compressed`)
  }
  const app = await startAppOf(build, { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal' })
  try {
    for (const [at, path] of pages.entries()) await comparePage(agent, app, { path, file: `/bench/${String(at)}.html`, print })
  } finally {
    agent.destroy()
    await app.stop()
    await rm(build, { recursive: true, force: true })
  }
}

interface Compared extends Pick<Bench, 'print'> {
  readonly path: string
  readonly file: string
}

async function comparePage(agent: Agent, app: RunningApp, { path, file, print }: Compared): Promise<void> {
  const given = (await ask(agent, app.origin + path, {})).headers['set-cookie'] ?? []
  const known = given.map((one) => one.split(';')[0]).join('; ')
  const asked: readonly Asked[] = [
    { name: 'static file', path: file, cookie: known },
    { name: 'visitor', path, cookie: known },
    { name: 'newcomers', path, cookie: undefined },
    { name: 'made for one visitor', path, cookie: `${known}; ${ALONE}` },
  ]
  const costs = new Map(asked.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const one of asked) {
      const cost = await costOf(agent, app, one)
      // The first warms up.
      if (round > 0) costs.get(one.name)?.push(cost)
    }
  const [file_, ...others] = asked.map(({ name }) => ({ name, cost: percentile(costs.get(name) ?? [], 0.5) }))
  print(`page ${path}: static file of the same bytes ${ms(file_?.cost)} of processor time`)
  for (const { name, cost } of others)
    print(`page ${path}: ${name} ${ms(cost)}; ratio to the static file ${((file_?.cost ?? 0) / cost).toFixed(2)}`)
}

/** Seconds of the shop's processor time for one request. */
async function costOf(agent: Agent, app: RunningApp, { path, cookie }: Asked): Promise<number> {
  const count = scaled(400)
  const before = await cpuSeconds(app.pid)
  await inParallel([...Array(count).keys()], WIDTH, async () => {
    await ask(agent, app.origin + path, cookie === undefined ? {} : { cookie })
  })
  return ((await cpuSeconds(app.pid)) - before) / count
}

function ask(
  agent: Agent,
  url: string,
  { cookie, encoding = 'br' }: { readonly cookie?: string; readonly encoding?: string },
): Promise<Got> {
  return new Promise((got, failed) => {
    const headers = { accept: 'text/html', 'accept-encoding': encoding, ...(cookie !== undefined && { cookie }) }
    get(url, { agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', failed).once('end', () => {
        if (answer.statusCode === 200) got({ bytes: Buffer.concat(chunks), headers: answer.headers })
        else failed(new Error(`${url} answered ${String(answer.statusCode)}`))
      })
    }).once('error', failed)
  })
}

function ms(seconds = Number.NaN): string {
  return `${(seconds * 1000).toFixed(2)} ms`
}
