import { runOnDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { staffFromTerminal } from './cli.ts'
import { readCommand } from './read-command.ts'

/** `npm run staff`: adds somebody to the staff, the first owner to begin with. The shop may be running. */
await runOnDatabase(readCommand, staffFromTerminal)
