// Runs on Node 24, after the install: the database, then Astro's development server in the same process, so that both share its address.
import { dev } from 'astro'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { loadTextOverrides } from '#lib/server/platform/config/text-overrides.ts'

process.env.NODE_ENV ??= 'development'
const { host, port, textOverridesDir } = settings()
loadTextOverrides(textOverridesDir)
const database = await prepareDatabase(settings())
const server = await dev({ root: process.cwd(), server: { host, port } })

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Vite has a listener that ends the process before the database is stopped.
  process.removeAllListeners(signal)
  process.on(signal, () => {
    if (!isStopping) void stop()
    isStopping = true
  })
}

async function stop() {
  await server.stop()
  await database.stop()
  process.exit(0)
}
