import { runCommand } from '#lib/server/platform/terminal/run-command.ts'
import { runImport } from './cli.ts'

/** `npm run import -- FILE…`: file names are relative to the directory where the command was given. */
await runCommand((terminal, args) => runImport(args, { ...terminal, folder: process.env.INIT_CWD ?? process.cwd() }))
