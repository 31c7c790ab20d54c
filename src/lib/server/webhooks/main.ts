import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings, SettingsError } from '#lib/server/platform/config/settings.ts'
import { EXIT, readCommand, webhooksFromTerminal, type Terminal } from './cli.ts'

/** `npm run webhooks`: for operators who tell other systems of orders. The shop may be running. */
const terminal: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
}
const args = process.argv.slice(2)
try {
  process.exitCode = readCommand(args)
    ? await withDatabase(() => webhooksFromTerminal(args, terminal))
    : await webhooksFromTerminal(args, terminal)
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
