import { appendFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the shop before it starts. Writes to LOOP_WATCH, twice a second, the moment and the longest delay of the event loop since the last line, in ms;
 * and for each seat lock the moment and how long the shop's thread worked from reading it to answering it, in ms of the processor: for it, and for others
 * before it. What other programs take from the processor is not in that.
 */
const path = process.env.LOOP_WATCH
const NANOS = 1e6
const MICROS = 1e3
if (path !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  setInterval(() => {
    appendFileSync(path, `loop ${String(Date.now())} ${String(delay.max / NANOS)}\n`)
    delay.reset()
  }, 500).unref()
  const begun = new WeakMap<IncomingMessage, number>()
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage }
    if (request.url === '/api/seats/lock-seat') begun.set(request, worked())
  })
  subscribe('http.server.response.finish', (message) => {
    const at = begun.get((message as { readonly request: IncomingMessage }).request)
    if (at !== undefined) appendFileSync(path, `lock ${String(Date.now())} ${String(worked() - at)}\n`)
  })
}

/** ms of the processor that this thread has had */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / MICROS
}
