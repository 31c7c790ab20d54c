import { freePort } from '#tests/support/processes/free-port.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { scaled, type Bench } from './bench.ts'
import { sendVisitors } from './load/arrivals.ts'
import { readHouse, type House } from './load/house.ts'
import { Tally } from './load/tally.ts'
import { Visit } from './load/visit.ts'
import { addressOfVisitor, LoadVisitor, shopAt, type Shop } from './load/visitor.ts'
import { Inspector, type Memory } from './inspector.ts'

/** In seconds: the whole of it, what comes before caches and compiled code are there, and between two looks. */
const [LASTS, SETTLES, EVERY] = [scaled(3_600), scaled(900), scaled(60)]
/** Visitors a second. */
const RATE = 2
/** In MB an hour. */
const MOST = 5
const MB = 1024 ** 2

/**
 * An hour of visitors, each from an address of their own: they read the home page and a show's, have the changes of the stadium's seats told for a while, and buy two
 * seats, but for one in five, who leaves them in the cart. What the shop holds after a collection of garbage, looked at once a minute, may not grow.
 */
export async function benchSoak({ print }: Bench): Promise<void> {
  const port = await freePort()
  const app = await startApp({
    env: {
      DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '',
      LOG_LEVEL: 'fatal',
      TRUSTED_PROXY: 'on',
      NODE_OPTIONS: `--inspect=127.0.0.1:${String(port)}`,
    },
  })
  const inspector = await Inspector.open(port)
  const shop = shopAt(app.origin, 400)
  const tally = new Tally()
  const looks: Look[] = []
  try {
    const house = await readHouse(shop, undefined, true)
    const looking = setInterval(() => {
      void inspector.memory().then((memory) => looks.push({ at: performance.now() / 1_000, ...memory }))
    }, EVERY * 1_000)
    const visitors = { visitors: LASTS * RATE, atOnce: 400, rate: RATE, ramp: 0 }
    await sendVisitors(visitors, (n) => visit(n, shop, house, tally))
    clearInterval(looking)
    const { done, errors } = tally.report(visitors.visitors, LASTS)
    print(wordsOf(looks, `${String(done)} of ${String(visitors.visitors)} visits, ended early ${JSON.stringify(errors)}`))
  } finally {
    shop.agent.destroy()
    inspector.close()
    await app.stop()
  }
}

type Look = Memory & { /** In seconds. */ readonly at: number }

async function visit(n: number, shop: Shop, house: House, tally: Tally): Promise<void> {
  const visitor = new LoadVisitor(shop, addressOfVisitor(n + 1))
  for (const path of ['/', `/booking/features/${String(house.presentation.featureId)}`]) {
    const { answer } = await visitor.openPage(path, () => true)
    if (answer?.status !== 200) tally.failed('page', String(answer?.status))
  }
  const told = new AbortController()
  const streaming = stream(`${shop.origin}/api/seats/changes?presentationId=${String(house.presentation.id)}`, told.signal)
  const isBuying = n % 5 !== 0
  const plan = { quantity: 2, isChoosing: () => n % 2 === 1, isBuying, isOver: () => false }
  await new Visit(visitor, { house, plan, tally }).make(n)
  told.abort()
  await streaming
}

/** Reads what is told until it is ended. */
async function stream(url: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(url, { signal, headers: { accept: 'text/event-stream' } })
    if (answer.status !== 200) throw new Error(`${url} was answered ${String(answer.status)}`)
    if (answer.body) for await (const _chunk of answer.body) if (signal.aborted) return
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function wordsOf(looks: readonly Look[], visits: string): string {
  const [first] = looks
  const settled = looks.filter(({ at }) => at >= (first?.at ?? 0) - EVERY + SETTLES)
  const growth = (key: 'heap' | 'resident') => slope(settled.map((look) => [look.at / 3_600, look[key] / MB]))
  const from = (key: 'heap' | 'resident') =>
    `${((settled[0]?.[key] ?? 0) / MB).toFixed(1)} to ${((settled.at(-1)?.[key] ?? 0) / MB).toFixed(1)} MB`
  return (
    `${String(RATE)} visitors/s for ${String(LASTS)} s: ${visits}; after the first ${String(SETTLES)} s the shop holds ${from('heap')} and has ${from('resident')} of memory; ` +
    `what it holds grows by ${growth('heap').toFixed(2)} MB/h (ratio ${(growth('heap') / MOST).toFixed(2)} to the ${String(MOST)} allowed), its memory by ` +
    `${growth('resident').toFixed(2)} MB/h (ratio ${(growth('resident') / MOST).toFixed(2)})`
  )
}

/** The steepness of the straight line through points that lies nearest to them (least squares). */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const rise = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return rise / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}
