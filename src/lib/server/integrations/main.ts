import { runOnDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { integrationsFromTerminal } from './cli.ts'
import { readCommand } from './read-command.ts'

/** `npm run integrations`: for operators who let other systems open orders. The shop may be running. */
await runOnDatabase(readCommand, integrationsFromTerminal)
