import { rm } from 'node:fs/promises'
import pg from 'pg'
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
  if (server) await makeSignInQuick(server.url)
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

/** Hashes the server's random password once instead of 4,096 times: the tests open thousands of connections, and a third of the time of each is this. */
async function makeSignInQuick(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET scram_iterations = 1')
    await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(decodeURIComponent(new URL(url).password))}`)
  } finally {
    await client.end()
  }
}
