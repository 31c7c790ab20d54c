// npm start: prepares a fresh clone, then starts the app. A second start skips the preparation.
import { BUILD, buildIfStale, programOf } from './build.mjs'
import { demoSettings } from './demo-settings.mjs'
import { install } from './install.mjs'
import { codeOfServer, fail, runNode } from './run.mjs'

await install()
await buildIfStale().catch(fail)
// Limits the young part of the heap, which grows with the largest loaded plan and never shrinks. Half of it takes 5 % more processor time.
process.exit(codeOfServer(await runNode(['--max-semi-space-size=16', programOf(BUILD), BUILD], { env: demoSettings(process.env) })))
