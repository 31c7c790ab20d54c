import { runCommand } from '#lib/server/platform/terminal/run-command.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { planFromTerminal } from './cli.ts'

/** `npm run plan -- look FILE`: needs no database. File names are relative to the directory where the command was given. */
await runCommand((terminal, args) =>
  planFromTerminal(args, { ...terminal, folder: process.env.INIT_CWD ?? process.cwd(), dataDir: settings().dataDir }),
)
