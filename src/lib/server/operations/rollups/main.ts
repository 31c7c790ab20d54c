import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings, SettingsError } from '#lib/server/platform/config/settings.ts'
import { EXIT, rollupsFromTerminal, type Terminal } from './cli.ts'

/** `npm run rollups`: compares the sums of sales with the books, and makes them right. The shop may be running. */
const terminal: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { progress: (line: string) => process.stderr.write(`\r${line}${line.endsWith(' 100 %') ? '\n' : ''}`) }),
}
try {
  const database = await prepareDatabase(settings())
  try {
    process.exitCode = await rollupsFromTerminal(process.argv.slice(2), terminal)
  } finally {
    await closeDatabase()
    await database.stop()
  }
} catch (error) {
  terminal.complain(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof SettingsError ? EXIT.misused : EXIT.amiss
}
