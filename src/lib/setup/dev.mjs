// npm run dev: the embedded database and Astro's development server.
import { demoSettings } from './demo-settings.mjs'
import { install } from './install.mjs'
import { codeOfServer, runNode } from './run.mjs'

await install()
process.exit(
  codeOfServer(await runNode(['src/lib/setup/serve-dev.mjs'], { env: { ...demoSettings(process.env), NODE_ENV: 'development' } })),
)
