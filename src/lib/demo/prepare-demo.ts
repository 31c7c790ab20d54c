import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { addDemoIntegrations } from './demo-integrations.ts'
import { addDemoStaff, hasDemoStaff } from './demo-staff.ts'
import { SettingsError, type Settings } from '#lib/server/platform/config/settings.ts'

/**
 * Fills an empty database with the demo catalogue if the setting says so; a public shop without it refuses a database with demo customers, and any
 * public shop one with demo staff. @throws {SettingsError}
 */
export async function prepareDemo({ demo, demoSales, isLoopback }: Settings): Promise<void> {
  if (demo && (await isCatalogueEmpty())) {
    await fillWithDemo(demoSales)
    if (isLoopback) {
      await addDemoStaff()
      await addDemoIntegrations()
    }
  }
  if (isLoopback) return
  if (!demo) await refuseDemoCustomers()
  if (await hasDemoStaff()) throw new SettingsError(DEMO_STAFF)
}

const DEMO_STAFF =
  'DEMO: this database holds the demo’s staff, whose passwords are public; a shop that others can reach needs another DATA_DIR or DATABASE_URL'

async function isCatalogueEmpty(): Promise<boolean> {
  const { rowCount } = await database().query('SELECT 1 FROM location LIMIT 1')
  return rowCount === 0
}

/** Refuses a database that was filled with the demo, because the passwords of its customers are public. @throws {SettingsError} */
async function refuseDemoCustomers(): Promise<void> {
  const { demoPasswordHashes } = await import('./import-demo.ts')
  const { rowCount } = await database().query('SELECT FROM customer WHERE password_hash = ANY ($1) AND deleted_at IS NULL LIMIT 1', [
    await demoPasswordHashes(),
  ])
  if (rowCount === 0) return
  throw new SettingsError(
    'DEMO: this database holds the demo’s customers, whose passwords are public. DEMO=on names that on purpose; a shop of your own needs another DATA_DIR or DATABASE_URL',
  )
}

async function fillWithDemo(isSold: boolean): Promise<void> {
  // Imported here, because the module reads its files when it loads.
  const { importDemo } = await import('./import-demo.ts')
  const { sellDemo } = await import('./sales/sell-demo.ts')
  const report = (line: string) => {
    log().info(line)
  }
  const sell = async (client: Queryable) => {
    const startedAt = performance.now()
    const orders = await sellDemo(client)
    report(
      `Seats of the demo sold: ${String(orders)} orders of invented people in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    )
  }
  await importDemo(report, undefined, isSold ? sell : undefined)
  if (!isSold) return
  const { subscribeDemo } = await import('./sales/subscribe-demo.ts')
  report(`A subscriber of the demo has bought: ${(await subscribeDemo()).join(', ')}`)
}
