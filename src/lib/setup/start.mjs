// npm start: everything that a fresh clone needs, then the app. A second start finds it all done.
import { BUILD, buildIfStale, programOf } from './build.mjs'
import { demoSettings } from './demo-settings.mjs'
import { install } from './install.mjs'
import { codeOfServer, fail, runNode } from './run.mjs'

await install()
await buildIfStale().catch(fail)
// The young part of the heap grows with the largest plan that was ever loaded and never shrinks: kept small, a stadium costs 80 MB less.
process.exit(codeOfServer(await runNode(['--max-semi-space-size=8', programOf(BUILD), BUILD], { env: demoSettings(process.env) })))
