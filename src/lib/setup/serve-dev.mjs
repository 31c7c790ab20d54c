// Runs on Node 24, after the install: Astro's development server, then the database, opened by the same copy of its modules that the pages import.
import { dev } from 'astro'
import { settings } from '#lib/server/platform/config/settings.ts'

process.env.NODE_ENV ??= 'development'
const { host, port } = settings()
let importForPages
const takeRunner = {
  name: 'shura:take-runner',
  hooks: {
    'astro:server:setup': ({ server }) => {
      importForPages = (path) => server.environments.ssr.runner.import(path)
    },
  },
}
const server = await dev({ root: process.cwd(), server: { host, port }, integrations: [takeRunner] })
const database = await openDatabase()

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Vite's listener would end the process before the database is stopped.
  process.removeAllListeners(signal)
  process.on(signal, () => {
    if (!isStopping) void stop()
    isStopping = true
  })
}

async function openDatabase() {
  const { settings: settingsOfPages } = await importForPages('/src/lib/server/platform/config/settings.ts')
  const { loadTextOverrides } = await importForPages('/src/lib/server/platform/config/text-overrides.ts')
  const { prepareDatabase } = await importForPages('/src/lib/server/platform/db/prepare.ts')
  loadTextOverrides(settingsOfPages().textOverridesDir)
  return prepareDatabase(settingsOfPages())
}

async function stop() {
  await server.stop()
  await database.stop()
  process.exit(0)
}
