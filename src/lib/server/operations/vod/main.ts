import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings, SettingsError } from '#lib/server/platform/config/settings.ts'
import { EXIT, filmsFromTerminal, readCommand, type Terminal } from './cli.ts'

/** `npm run vod`: the films of the data directory. The shop may be running. */
const terminal: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
}
try {
  const command = readCommand(process.argv.slice(2))
  const work = () => filmsFromTerminal(command, terminal)
  process.exitCode = await (command?.do === 'remove' ? withDatabase(work) : work())
} catch (error) {
  terminal.complain(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof SettingsError ? EXIT.misused : EXIT.refused
}

async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  const database = await prepareDatabase(settings())
  try {
    return await work()
  } finally {
    await closeDatabase()
    await database.stop()
  }
}
