// npm start: everything that a fresh clone needs, then the app. A second start finds it all done.
import { BUILD, buildIfStale } from './build.mjs'
import { install } from './install.mjs'
import { fail, runNode } from './run.mjs'

await install()
await buildIfStale().catch(fail)
process.exit(await runNode(['src/lib/server/main.ts', BUILD]))
