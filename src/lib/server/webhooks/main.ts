import { runOnDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { readCommand, webhooksFromTerminal } from './cli.ts'

/** `npm run webhooks`: for operators who tell other systems of orders. The shop may be running. */
await runOnDatabase(readCommand, webhooksFromTerminal)
