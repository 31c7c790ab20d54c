// npm run import / npm run bench: runs a script of the project on the pinned Node, after the install.
import { install } from './install.mjs'
import { runNode } from './run.mjs'

await install()
process.exit(await runNode(process.argv.slice(2)))
