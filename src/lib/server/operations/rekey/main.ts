import { runCommand, withDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { EXIT } from '#lib/server/platform/terminal/terminal.ts'
import { countUnreadable, rekey } from './rekey.ts'

/** `npm run rekey`: after a change of SECRET, with the previous one in SECRET_PREVIOUS. */
await runCommand(({ say }) =>
  withDatabase(async () => {
    for (const [column, count] of Object.entries(await rekey())) say(`${String(count).padStart(8)}  ${column}`)
    const rest = await countUnreadable()
    if (rest > 0)
      say(`${String(rest)} codes and benefits are kept as hashes only: import their lists anew before SECRET_PREVIOUS is emptied.`)
    return EXIT.done
  }),
)
