import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { makeQuickDataDirectory } from '#tests/support/database/data-directory.ts'
import { openOrganiser } from './organiser.ts'
import { startApp } from '#tests/support/processes/server.ts'

/** A shop that is open for browser tests. */
interface OpenShop {
  readonly origin: string
  /** Where its database keeps its files. */
  readonly dataDir: string
  close(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker; tests take theirs from own-shop.ts. */
    shops: readonly Pick<OpenShop, 'origin' | 'dataDir'>[]
    /** Port of the organisers' site: at localhost one that may show the shop, at 127.0.0.1 one that may not. */
    organiserPort: number
  }
}

/** Opens a shop for each worker of the browser tests: the real app on its own database with the demo catalogue. */
export default async function openShops(project: TestProject): Promise<() => Promise<void>> {
  const organiser = await openOrganiser()
  const directories = await Promise.all(Array.from({ length: workersOf(project) }, makeQuickDataDirectory))
  await fillOnce(directories)
  const shops = await Promise.all(directories.map((dataDir) => openShop(dataDir, organiser.port)))
  project.provide('organiserPort', organiser.port)
  project.provide(
    'shops',
    shops.map(({ origin, dataDir }) => ({ origin, dataDir })),
  )
  return async () => {
    organiser.close()
    await Promise.all(shops.map((shop) => shop.close()))
  }
}

/** Never more than there are files to run: one file alone waits for one shop. */
function workersOf({ config, vitest }: TestProject): number {
  const chosen = vitest.state.getPaths().length
  return Math.max(1, Math.min(config.maxWorkers, chosen || Infinity))
}

/** Imports the demo catalogue into the first directory and copies it to the others: three take two thirds of the processor time. On Windows each shop imports its own. */
async function fillOnce([first, ...others]: readonly string[]): Promise<void> {
  if (first === undefined || others.length === 0 || process.platform === 'win32') return
  const app = await startApp({ env: settingsOf(first) })
  await app.stop()
  await Promise.all(others.map((directory) => promisify(execFile)('cp', ['-a', `${first}/.`, directory])))
}

function settingsOf(dataDir: string): Record<string, string> {
  return { DATA_DIR: dataDir, DEMO: 'on', LOCALES: 'he,en,ru,ar', CUSTOMER_CANCELLATION: 'on', LOG_LEVEL: 'warn' }
}

async function openShop(dataDir: string, organiserPort: number): Promise<OpenShop> {
  const app = await startApp({ env: { ...settingsOf(dataDir), EMBED_ORIGINS: `http://localhost:${String(organiserPort)}` } })
  let isClosing = false
  void app.log.then((log) => {
    if (!isClosing) process.stderr.write(`A shop of the browser tests has closed by itself.\n${log}`)
  })
  return {
    origin: app.origin,
    dataDir,
    close: async () => {
      isClosing = true
      await app.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
