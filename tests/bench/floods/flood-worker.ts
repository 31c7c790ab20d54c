import { randomUUID } from 'node:crypto'
import { request, Agent } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Flood } from './floods.ts'

/** Floods a shop from a thread of its own, so that reading the answers holds nothing up that is measured, until it is told to stop; then says what came back. */
export interface FloodOrder {
  readonly origin: string
  readonly flood: Flood
  readonly address: string
  readonly atOnce: number
}

const { origin, flood, address, atOnce } = workerData as FloodOrder
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const statuses: Record<number, number> = {}
let isOver = false
let n = 0

parentPort?.once('message', () => {
  isOver = true
})
const visitors = await Promise.all(Array.from({ length: flood.visitors?.count ?? 0 }, newVisitor))
await Promise.all(Array.from({ length: atOnce }, keepAsking))
agent.destroy()
parentPort?.postMessage(statuses)

async function keepAsking(): Promise<void> {
  while (!isOver) {
    const status = await ask(n++)
    statuses[status] = (statuses[status] ?? 0) + 1
    // Who is refused asks again, but not in a loop without end that only heats this machine.
    if (status === 429) await new Promise((go) => setTimeout(go, 20))
  }
}

/** What a visitor's calls carry. */
async function newVisitor(): Promise<Readonly<Record<string, string>>> {
  if (flood.visitors?.areBrowsers !== true) return { uuid: randomUUID() }
  const page = await fetch(origin, { headers: { 'x-forwarded-for': address } })
  await page.arrayBuffer()
  const cookies = page.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '')
  const uuid = /uuid=([\w-]+)/.exec(cookies.join('; '))?.[1] ?? ''
  return { uuid, cookie: cookies.join('; ') }
}

function ask(n: number): Promise<number> {
  const path = flood.paths[n % flood.paths.length] ?? '/'
  const always = { 'x-forwarded-for': address, 'content-type': 'application/json', 'accept-encoding': 'br', accept: 'text/html' }
  const headers = { ...always, ...visitors[n % Math.max(1, visitors.length)] }
  return new Promise((answered) => {
    const asking = request(origin + path, { method: flood.method ?? 'GET', agent, headers }, (answer) => {
      answer.resume().once('close', () => {
        answered(answer.statusCode ?? 0)
      })
    })
    asking.once('error', () => {
      answered(0)
    })
    asking.end(flood.bodies && JSON.stringify(flood.bodies[n % flood.bodies.length]))
  })
}
