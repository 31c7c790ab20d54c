import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { prepareDatabase } from '#lib/server/platform/db/prepare.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { importCatalogue, type ImportOutcome } from './import-catalogue.ts'
import { writeRemark } from './read/report.ts'

/** Exit codes: everything imported (or nothing to do), the files cannot be imported, wrong usage. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const

export interface Terminal {
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  /** The base folder of relative file names. */
  readonly folder: string
}

const USAGE = `Usage: npm run import -- [--dry-run] FILE…
Imports catalogue files (JSON, see public/catalogue.schema.json) into the database of the app: all or nothing.
  --dry-run   checks and compares everything, writes nothing`

/** Runs the command in a process that already has a database. */
export async function importFromTerminal(args: readonly string[], { say, complain, folder }: Terminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    complain(USAGE)
    return EXIT.misused
  }
  const files = command.files.map((file) => resolve(folder, file))
  const outcome = await importCatalogue(files, { dryRun: command.dryRun, report: say })
  for (const repair of outcome.repairs) say(`repaired  ${writeRemark(repair)}`)
  for (const problem of outcome.problems) complain(`problem   ${writeRemark(problem)}`)
  const sentence = summarise(outcome, command.dryRun)
  if (outcome.problems.length > 0) complain(sentence)
  else say(sentence)
  return outcome.problems.length > 0 ? EXIT.refused : EXIT.done
}

/** The whole command: opens the database like the app (a running app's own if it uses the same DATA_DIR) and closes it again. */
export async function runImport(args: readonly string[], terminal: Terminal): Promise<number> {
  if (!readCommand(args)) return importFromTerminal(args, terminal)
  const database = await prepareDatabase(settings())
  try {
    return await importFromTerminal(args, terminal)
  } finally {
    await closeDatabase()
    await database.stop()
  }
}

function readCommand(args: readonly string[]): { files: string[]; dryRun: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    })
    return positionals.length > 0 ? { files: positionals, dryRun: values['dry-run'] } : undefined
  } catch {
    return undefined
  }
}

function summarise({ problems, repairs, changes, version }: ImportOutcome, dryRun: boolean): string {
  const repaired = repairs.length > 0 ? ` Repaired: ${String(repairs.length)}, as listed above.` : ''
  if (problems.length > 0) return `Nothing was written. Problems: ${String(problems.length)}.`
  if (changes === 0) return `Nothing to do: the database has all of this already.${repaired}`
  if (dryRun) return `Dry run: ${String(changes)} rows and plans would be written.${repaired}`
  return `Done: ${String(changes)} rows and plans written, the catalogue is now version ${String(version)}.${repaired}`
}
