import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings, SettingsError } from '#lib/server/platform/config/settings.ts'
import { EXIT, staffFromTerminal, type Terminal } from './cli.ts'
import { readCommand } from './read-command.ts'

/** `npm run staff`: adds somebody to the staff, the first owner to begin with. The shop may be running. */
const terminal: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
}
const args = process.argv.slice(2)
try {
  process.exitCode = readCommand(args)
    ? await withDatabase(() => staffFromTerminal(args, terminal))
    : await staffFromTerminal(args, terminal)
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
