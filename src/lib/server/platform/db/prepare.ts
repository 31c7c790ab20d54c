import { makeAuditMonths } from './audit.ts'
import { closeDatabase, connectionString, limitStatements } from './connect.ts'
import { launchDatabase, type LaunchedDatabase } from './launch.ts'
import { migrate } from './migrate.ts'
import { Pulse } from './pulse.ts'
import { log } from '#lib/server/platform/log/log.ts'
import type { Settings } from '#lib/server/platform/config/settings.ts'

/** Statement timeout, over ten times what any statement for visitors takes: one that exceeds it has lost its connection. */
const STATEMENT_LIMIT_MS = 60_000

/** A database that is there and has the newest schema. */
export interface PreparedDatabase {
  isUp(): boolean
  /** From now on it is watched, and no statement may take long. */
  watch(): Promise<void>
  stop(): Promise<void>
}

/** Starts the embedded database unless DATABASE_URL names one, and migrates it. */
export async function prepareDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<PreparedDatabase> {
  const launched = settings.databaseUrl === undefined ? await launchDatabase(settings.dataDir, reportEvent) : undefined
  try {
    const applied = await migrate()
    // A shop that was closed for months would have nowhere to write what its first visitor does.
    await makeAuditMonths()
    if (applied.length > 0) log().info({ applied }, 'migrated')
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
