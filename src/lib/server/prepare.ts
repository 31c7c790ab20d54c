import { closeDatabase, connectionString, database, limitStatements, type Queryable } from './db/connect.ts'
import { launchDatabase, type LaunchedDatabase } from './db/launch.ts'
import { migrate } from './db/migrate.ts'
import { Pulse } from './db/pulse.ts'
import { log } from './log.ts'
import { SettingsError, type Settings } from './settings.ts'

/** Of those that serve visitors none takes a tenth of it; whatever takes longer has lost its connection. */
const STATEMENT_LIMIT_MS = 60_000

/** A database that is there and has the newest schema. */
export interface PreparedDatabase {
  isUp(): boolean
  /** From now on it is watched, and no statement may take long. */
  watch(): Promise<void>
  stop(): Promise<void>
}

/** Starts the embedded database unless DATABASE_URL names one, migrates it, and fills an empty one with the demo catalogue where that is set. */
export async function prepareDatabase(settings: Settings): Promise<PreparedDatabase> {
  const launched = settings.databaseUrl === undefined ? await launchDatabase(settings.dataDir, reportEvent) : undefined
  try {
    const applied = await migrate()
    if (applied.length > 0) log().info({ applied }, 'migrated')
    if (settings.demo && (await isCatalogueEmpty())) await fillWithDemo(settings.demoSales)
    if (!settings.isLoopback && !settings.demo) await refuseDemoCustomers()
  } catch (error) {
    await stop(launched)
    throw error
  }
  let pulse: Pulse | undefined
  return {
    isUp: () => launched?.isUp() ?? true,
    async watch() {
      await limitStatements(STATEMENT_LIMIT_MS)
      pulse = new Pulse(connectionString, reportEvent)
    },
    async stop() {
      await pulse?.stop()
      await stop(launched)
    },
  }
}

async function stop(launched: LaunchedDatabase | undefined): Promise<void> {
  await closeDatabase()
  await launched?.stop()
}

function reportEvent(event: string): void {
  log().warn(event)
}

async function isCatalogueEmpty(): Promise<boolean> {
  const { rowCount } = await database().query('SELECT 1 FROM location LIMIT 1')
  return rowCount === 0
}

/** A database that the demo has filled before stays one with passwords that everybody can read. @throws {SettingsError} */
async function refuseDemoCustomers(): Promise<void> {
  const { demoPasswordHashes } = await import('./import/demo.ts')
  const { rowCount } = await database().query('SELECT FROM customer WHERE password_hash = ANY ($1) AND deleted_at IS NULL LIMIT 1', [
    await demoPasswordHashes(),
  ])
  if (rowCount === 0) return
  throw new SettingsError(
    'DEMO: this database holds the demo’s customers, whose passwords are public. DEMO=on names that on purpose; a shop of your own needs another DATA_DIR or DATABASE_URL',
  )
}

async function fillWithDemo(isSold: boolean): Promise<void> {
  // Only here, because its files are read when it is loaded.
  const { importDemo } = await import('./import/demo.ts')
  const { sellDemo } = await import('./import/demo-sales/sell-demo.ts')
  const report = (line: string) => {
    log().info(line)
  }
  const sell = async (client: Queryable) => {
    report(`Selling seats of the demo: ${String(await sellDemo(client))} orders of invented people`)
  }
  await importDemo(report, undefined, isSold ? sell : undefined)
}
