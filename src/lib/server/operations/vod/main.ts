import { runCommand, withDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { filmsFromTerminal, readCommand } from './cli.ts'

/** `npm run vod`: the films of the data directory. The shop may be running. */
await runCommand((terminal, args) => {
  const command = readCommand(args)
  const work = () => filmsFromTerminal(command, terminal)
  return command?.do === 'remove' ? withDatabase(work) : work()
})
