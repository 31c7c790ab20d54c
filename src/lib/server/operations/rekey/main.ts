import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { countUnreadable, rekey } from './rekey.ts'

/** `npm run rekey`: after a change of SECRET, with the previous one in SECRET_PREVIOUS. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
try {
  const database = await prepareDatabase(settings())
  try {
    for (const [column, count] of Object.entries(await rekey())) say(`${String(count).padStart(8)}  ${column}`)
    const rest = await countUnreadable()
    if (rest > 0)
      say(`${String(rest)} codes and benefits are kept as hashes only: import their lists anew before SECRET_PREVIOUS is emptied.`)
  } finally {
    await closeDatabase()
    await database.stop()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
