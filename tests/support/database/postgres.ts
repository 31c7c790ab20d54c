import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { startEmbedded } from '#lib/server/platform/db/embedded.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { makeQuickDataDirectory } from './data-directory.ts'

/** The address of a migrated database that every test file copies. */
declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
    testDataDir: string
  }
}

/** One PostgreSQL for the whole run: that of TEST_DATABASE_URL (to try another version, as its superuser), else an embedded one in a new directory. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeQuickDataDirectory()
  const server = process.env.TEST_DATABASE_URL ? undefined : await startEmbedded(dataDir)
  const templateUrl = process.env.TEST_DATABASE_URL ?? server?.url ?? ''
  process.env.INTERNAL_DATABASE_URL = templateUrl
  await migrate()
  await closeDatabase()
  project.provide('templateUrl', templateUrl)
  project.provide('testDataDir', dataDir)
  return async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
