import { runCommand, withDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { keysFromTerminal, readCommand } from './cli.ts'

/** `npm run keys`: for operators who let other servers call. The shop may be running. */
await runCommand((terminal, args) => {
  const work = () => keysFromTerminal(args, terminal)
  return readCommand(args) ? withDatabase(work) : work()
})
