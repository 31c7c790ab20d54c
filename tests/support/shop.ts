import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { makeDataDirectory } from './data-directory.ts'
import { startApp } from './server.ts'

/** Where the shop of the browser tests is open, and where its database keeps its files. */
declare module 'vitest' {
  interface ProvidedContext {
    shopOrigin: string
    shopDataDir: string
  }
}

/** One shop for all browser tests: the real app on its own database with the demo catalogue. `inject('shopOrigin')` says where. */
export default async function openShop(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataDirectory()
  const app = await startApp({
    env: { DATA_DIR: dataDir, DEMO: 'on', LOCALES: 'he,en,ru,ar', CUSTOMER_CANCELLATION: 'on', LOG_LEVEL: 'warn' },
  })
  project.provide('shopOrigin', app.origin)
  project.provide('shopDataDir', dataDir)
  let isClosing = false
  void app.log.then((log) => {
    if (!isClosing) process.stderr.write(`The shop of the browser tests has closed by itself.\n${log}`)
  })
  return async () => {
    isClosing = true
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
