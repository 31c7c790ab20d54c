import { runCommand, withDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { rollupsFromTerminal } from './cli.ts'

/** `npm run rollups`: compares the sums of sales with the books and the counts of taken seats with the claims, and makes them right. The shop may be running. */
await runCommand((terminal, args) => withDatabase(() => rollupsFromTerminal(args, terminal)))
