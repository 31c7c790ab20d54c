import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded into the shop before it starts: writes to LOOP_WATCH, twice a second, the moment and the longest delay of the event loop since the last line, in ms. */
const path = process.env.LOOP_WATCH
const NANOS = 1e6
if (path !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  setInterval(() => {
    appendFileSync(path, `${String(Date.now())} ${String(delay.max / NANOS)} ${String(delay.percentile(99) / NANOS)}\n`)
    delay.reset()
  }, 500).unref()
}
