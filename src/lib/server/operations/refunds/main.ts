import { runOnDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { readCommand, refundsFromTerminal } from './cli.ts'

/** `npm run refunds`: for staff who handle refunds that a provider refuses. The shop may be running. */
await runOnDatabase(readCommand, refundsFromTerminal)
