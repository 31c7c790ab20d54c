import { rm } from 'node:fs/promises'
import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { launchDatabase } from '#lib/server/platform/db/launch.ts'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { SECRET_OF_TESTS, startApp } from '#tests/support/processes/server.ts'
import { benchAvailability } from './availability.ts'
import { benchCommits } from './commits.ts'
import { benchLocks } from './locks.ts'
import { benchCustomerArea } from './customer-area/area.ts'
import { benchGuessing } from './guessing.ts'
import { benchOrders } from './orders/orders.ts'
import { benchOverload } from './overload.ts'
import { benchPages } from './pages.ts'
import { benchPlaces } from './places.ts'
import { benchPlans } from './plans.ts'
import { benchProcesses } from './processes.ts'
import { benchPricing } from './pricing.ts'
import { benchRaces } from './races.ts'
import { benchSeason } from './season/season.ts'
import { benchSoak } from './soak.ts'
import { benchStadium } from './stadium.ts'
import { benchSignIn } from './sign-in/enumeration.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchFloods } from './floods/bench-floods.ts'
import { benchGrowth } from './growth/growth.ts'
import { benchDashboards } from './live/dashboards.ts'
import { benchLive } from './live/live.ts'
import { benchVendure } from './vendure/vendure.ts'
import { benchVod } from './vod.ts'
import { chosenFrom, type Bench } from './bench.ts'

/** npm run bench [-- NAME …], all if none is named: measures the running shop with the whole demo catalogue, on one machine together with its database and its clients. */
const BENCHES: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  pages: benchPages,
  locks: benchLocks,
  places: benchPlaces,
  plans: benchPlans,
  availability: benchAvailability,
  commits: benchCommits,
  orders: benchOrders,
  races: benchRaces,
  season: benchSeason,
  pricing: benchPricing,
  processes: benchProcesses,
  'sign-in': benchSignIn,
  'customer-area': benchCustomerArea,
  'first-load': benchFirstLoad,
  overload: benchOverload,
  stadium: benchStadium,
  soak: benchSoak,
  floods: benchFloods,
  guessing: benchGuessing,
  vod: benchVod,
  live: benchLive,
  dashboards: benchDashboards,
  vendure: benchVendure,
  // The last: nothing of the demo is on after it.
  growth: benchGrowth,
}

// What a benchmark hides or looks up in the shop's database is hidden by the shop's own secret.
process.env.SECRET = SECRET_OF_TESTS
const chosen = chosenFrom(BENCHES)
const dataDir = await makeDataDirectory()
const first = await startApp({ env: { DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'fatal' } })
await first.stop()
const database = await launchDatabase(dataDir, () => undefined)
const app = await startApp({ env: { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal' } })
try {
  for (const run of chosen) await run({ origin: app.origin, pid: app.pid, print: (line) => process.stdout.write(`${line}\n`) })
} finally {
  await app.stop()
  await closeDatabase()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
