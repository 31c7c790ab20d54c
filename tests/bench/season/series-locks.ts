import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Agent, request as httpRequest } from 'node:http'
import { randomUUID } from 'node:crypto'
import { ms, percentile, scaled, type Bench } from '../bench.ts'
import { arrive } from '../open-loop.ts'
import { DATES, HALL, PLACE, SEATS, type Seat } from './hall.ts'

const [PER_SECOND, VISITORS, BEFORE] = [100, scaled(1_500), 400]
/** p99 of one lock on ten dates, and how many times faster than ten locks it has to be. */
const [LIMIT_MS, FASTER] = [60, 5]

/** One visitor: the seat, and whether each date is locked by a call of its own. */
interface Visitor {
  readonly seat: Seat
  readonly isOneByOne: boolean
}

/**
 * A seat on ten dates through HTTP: 100 visitors arrive a second, each for another seat. Nine of ten make one call for all dates; the tenth, in the same
 * seconds, makes ten single locks one after the other. The first four seconds warm up and are not counted.
 */
export async function benchSeriesLocks({ origin, print }: Bench): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const visitors = SEATS.map((seat, n) => ({ seat, isOneByOne: n % DATES === 0 }))
  const lockAs = ({ seat, isOneByOne }: Visitor) => (isOneByOne ? lockOneByOne(origin, agent, seat) : lockWhole(origin, agent, seat))
  await arrive(visitors.splice(0, BEFORE), PER_SECOND, lockAs)
  const measured = visitors.splice(0, VISITORS)
  const own = monitorEventLoopDelay({ resolution: 1 })
  own.enable()
  const taken = await arrive(measured, PER_SECOND, lockAs)
  own.disable()
  agent.destroy()
  const timesOf = (isOneByOne: boolean) => taken.filter((_, n) => measured[n]?.isOneByOne === isOneByOne).map((one) => one.ms)
  const [wholes, singles] = [timesOf(false), timesOf(true)]
  const [whole, single] = [percentile(wholes, 0.99), percentile(singles, 0.99)]
  const [wholeHalf, singleHalf] = [percentile(wholes, 0.5), percentile(singles, 0.5)]
  print(
    `one seat on ${String(DATES)} dates, ${String(VISITORS)} visitors at ${String(PER_SECOND)}/s: one call p50 ${ms(wholeHalf)}, p95 ${ms(percentile(wholes, 0.95))}, p99 ${ms(whole)} ` +
      `(ratio ${(whole / LIMIT_MS).toFixed(2)} to the ${String(LIMIT_MS)} ms allowed); ten single locks p50 ${ms(singleHalf)}, p99 ${ms(single)}: ` +
      `${(singleHalf / wholeHalf).toFixed(1)} and ${(single / whole).toFixed(1)} times as long (at least ${String(FASTER)} wanted); ` +
      `of it the visitors' own process stood still p99 ${ms(own.percentile(99) / 1e6)}`,
  )
}

function lockWhole(origin: string, agent: Agent, { x, y }: Seat): Promise<void> {
  const seat = { MembershipId: HALL, ...PLACE, XCoordinate: x, YCoordinate: y }
  return put(agent, `${origin}/api/membership/lock-seat`, { uuid: randomUUID(), body: { seat } })
}

async function lockOneByOne(origin: string, agent: Agent, { x, y }: Seat): Promise<void> {
  const uuid = randomUUID()
  for (let date = 1; date <= DATES; date++) {
    const seat = { PresentationId: HALL + date, ...PLACE, XCoordinate: x, YCoordinate: y }
    await put(agent, `${origin}/api/seats/lock-seat`, { uuid, body: { seat } })
  }
}

/** By plain HTTP, which costs this machine less than `fetch`. Throws for another status: a refused lock would be cheaper than a granted one. */
function put(agent: Agent, url: string, { uuid, body }: { readonly uuid: string; readonly body: object }): Promise<void> {
  return new Promise((done, failed) => {
    httpRequest(url, { method: 'PUT', agent, headers: { uuid, 'content-type': 'application/json' } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', failed)
      answer.on('end', () => {
        if (answer.statusCode === 200) done()
        else failed(new Error(`A lock answered ${String(answer.statusCode)}: ${text}`))
      })
    })
      .on('error', failed)
      .end(JSON.stringify(body))
  })
}
