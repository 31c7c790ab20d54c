import { setTimeout as sleep } from 'node:timers/promises'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { SiteServer } from '#lib/server/platform/http/http-server.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { closeStreams } from '#lib/server/seats/board/seat-engine.ts'
import { closeScreens } from '#lib/server/sales/stream/open-screens.ts'
import { tellStopping } from './health.ts'
import { closeUnused } from '#lib/server/platform/http/unused-connections.ts'

const PATIENCE_MS = 10_000

export interface Running {
  readonly server: SiteServer
  readonly background: { stop(): Promise<void> }
  readonly database: { stop(): Promise<void> }
}

/**
 * Shuts down on SIGTERM or SIGINT: tells load balancers, then refuses new connections, ends open streams, finishes current requests (10 s at most), then stops their dependencies. A
 * signal during startup waits for its end, so that no database is left behind.
 */
export function stopOnSignal(started: Promise<Running>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void started.then(
        (running) => stop(running, signal),
        () => undefined,
      )
    })
  }
}

async function stop({ server, background, database }: Running, signal: string): Promise<void> {
  log().info({ signal }, 'stopping')
  try {
    tellStopping()
    await sleep(settings().stopDelaySeconds * 1_000)
    await finishRequests(server)
    await background.stop()
    await database.stop()
    log().info('stopped')
    log().flush()
    process.exit(0)
  } catch (error) {
    log().fatal({ err: error }, 'could not stop cleanly')
    log().flush()
    process.exit(1)
  }
}

function finishRequests(server: SiteServer): Promise<void> {
  return new Promise((finished) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections()
    }, PATIENCE_MS)
    server.on('request', (_request, answer) => {
      answer.setHeader('Connection', 'close')
    })
    server.close(() => {
      clearTimeout(cutOff)
      finished()
    })
    server.closeIdleConnections()
    closeUnused(server)
    closeStreams()
    closeScreens()
  })
}
