import { rm } from 'node:fs/promises'
import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { launchDatabase } from '#lib/server/platform/db/launch.ts'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { chosenFrom } from '#tests/bench/bench.ts'
import { benchArrivals } from './arrivals.ts'
import { benchBest } from './best.ts'
import { benchBookers } from './bookers.ts'
import { benchRaces } from './races.ts'
import { benchStatus } from './status.ts'
import { benchStreams } from './streams.ts'

/** The running shop under load: its addresses (two processes on one database), how to start a further process, and where lines go. */
export interface SeatsBench {
  readonly origin: string
  readonly second: string
  /** Whoever starts one stops it. */
  readonly startAnother: () => Promise<RunningApp>
  readonly print: (line: string) => void
}

/** npm run bench:seats [-- NAME …]: the seat engine at stadium scale, on one machine together with its database and its clients. */
const BENCHES: Readonly<Record<string, (bench: SeatsBench) => Promise<void>>> = {
  status: benchStatus,
  arrivals: benchArrivals,
  best: benchBest,
  bookers: benchBookers,
  streams: benchStreams,
  races: benchRaces,
}

const chosen = chosenFrom(BENCHES)
const dataDir = await makeDataDirectory()
const importing = await startApp({ env: { DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'fatal' } })
await importing.stop()
const database = await launchDatabase(dataDir, () => undefined)
const env = { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal' }
const [app, other] = [await startApp({ env }), await startApp({ env })]
const bench = {
  origin: app.origin,
  second: other.origin,
  startAnother: () => startApp({ env }),
  print: (line: string) => process.stdout.write(`${line}\n`),
}
try {
  for (const run of chosen) await run(bench)
} finally {
  await Promise.all([app.stop(), other.stop()])
  await closeDatabase()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
