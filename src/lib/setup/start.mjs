// npm start: prepares a fresh clone, then starts the app. A second start skips the preparation.
import { BUILD, buildIfStale, programOf } from './build.mjs'
import { demoSettings } from './demo-settings.mjs'
import { install } from './install.mjs'
import { codeOfServer, fail, runNode } from './run.mjs'

await install()
await buildIfStale().catch(fail)
// Limits the young part of the heap, which grows with the largest loaded plan and never shrinks: a stadium takes 80 MB less.
process.exit(codeOfServer(await runNode(['--max-semi-space-size=8', programOf(BUILD), BUILD], { env: demoSettings(process.env) })))
