import { runOnDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { keysFromTerminal, readCommand } from './cli.ts'

/** `npm run keys`: for operators who let other servers call. The shop may be running. */
await runOnDatabase(readCommand, keysFromTerminal)
