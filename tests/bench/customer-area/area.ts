import { Agent, get } from 'node:http'
import { customerAreaData } from '#lib/contract/area/customers.ts'
import { splitReservations } from '#lib/domain/orders/reservation-list.ts'
import { signedInVisitor } from '#tests/support/buyers/customers.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import type { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, scaled, type Bench } from '#tests/bench/bench.ts'
import { customerWithMany, RESERVATIONS } from './many-reservations.ts'

const LIMIT = 40
const CALLS = 400
const WARM_UP = 30
const agent = new Agent({ keepAlive: true })
const DATA = '/api/customer-area/customerAreaData'

/** The personal area of a customer with 200 reservations, by call and as a page, one call after the other: from sending to the last byte, as it comes over the wire. */
export async function benchCustomerArea({ origin, print }: Bench): Promise<void> {
  const visitor = await signedInVisitor(origin, await customerWithMany())
  const { customerAreaInfo } = readAnswer(customerAreaData, await visitor.get(DATA))
  const { list, history } = splitReservations(customerAreaInfo.reservations)
  if (customerAreaInfo.reservations.length !== RESERVATIONS) throw new Error('The customer has lost reservations.')
  print(`customer area: ${String(list.length)} reservations in the list, ${String(history.length)} in the history`)
  for (const path of [DATA, '/customer']) {
    const times = await measure(visitor, path)
    const p95 = percentile(times, 0.95)
    print(
      `customer area ${path}: ${String(times.length)} calls, p50 ${ms(percentile(times, 0.5))}, p95 ${ms(p95)}, p99 ${ms(percentile(times, 0.99))}; ratio to the limit of ${String(LIMIT)} ms: ${(p95 / LIMIT).toFixed(2)}`,
    )
  }
}

async function measure(visitor: TestVisitor, path: string): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < WARM_UP + scaled(CALLS); call++) {
    const time = await timeOf(visitor, path)
    if (call >= WARM_UP) times.push(time)
  }
  return times
}

/** What the shop takes, compression and the wire included; unpacking and reading the answer is the client's work. */
function timeOf({ origin, uuid, cookies }: TestVisitor, path: string): Promise<number> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const sentAt = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(origin + path, { agent, headers: { uuid, cookie, 'accept-encoding': 'br, gzip' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${String(answer.statusCode)}`))
      answer
        .on('data', () => undefined)
        .on('end', () => resolve(performance.now() - sentAt))
        .on('error', reject)
    })
    request.on('error', reject)
  })
}
