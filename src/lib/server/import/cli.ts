import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { withDatabase } from '#lib/server/platform/terminal/run-command.ts'
import { importCatalogue, type ImportOutcome } from './import-catalogue.ts'
import { writeRemark } from './read/report.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'

/** A terminal of a folder: the base of relative file names. */
export interface ImportTerminal extends Terminal {
  readonly folder: string
}

const USAGE = `Usage: npm run import -- [--dry-run] [--accept-moves] FILE…
Imports catalogue files (JSON, see public/catalogue.schema.json) into the database of the app: all or nothing.
  --dry-run       checks and compares everything, writes nothing
  --accept-moves  writes also what moves seats and dates that somebody has bought or holds, and tells them by mail and SMS; without it
                  such an import lists them and is refused`

/** Runs the command in a process that already has a database. */
export async function importFromTerminal(args: readonly string[], { say, complain, folder }: ImportTerminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    complain(USAGE)
    return EXIT.misused
  }
  const files = command.files.map((file) => resolve(folder, file))
  const outcome = await importCatalogue(files, { ...command.options, report: say })
  for (const move of outcome.moves) say(`moves     ${writeRemark(move)}`)
  for (const repair of outcome.repairs) say(`repaired  ${writeRemark(repair)}`)
  for (const warning of outcome.warnings) say(`warning   ${writeRemark(warning)}`)
  for (const problem of outcome.problems) complain(`problem   ${writeRemark(problem)}`)
  const sentence = summarise(outcome, command.options.dryRun)
  if (outcome.problems.length > 0) complain(sentence)
  else say(sentence)
  return outcome.problems.length > 0 ? EXIT.refused : EXIT.done
}

/** The whole command: opens the database like the app (a running app's own if it uses the same DATA_DIR) and closes it again. */
export function runImport(args: readonly string[], terminal: ImportTerminal): Promise<number> {
  const work = () => importFromTerminal(args, terminal)
  return readCommand(args) ? withDatabase(work) : work()
}

interface Command {
  readonly files: readonly string[]
  readonly options: { readonly dryRun: boolean; readonly acceptMoves: boolean }
}

function readCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, 'accept-moves': { type: 'boolean', default: false } },
    })
    const options = { dryRun: values['dry-run'], acceptMoves: values['accept-moves'] }
    return positionals.length > 0 ? { files: positionals, options } : undefined
  } catch {
    return undefined
  }
}

function summarise({ problems, repairs, warnings, moves, changes, version }: ImportOutcome, dryRun: boolean): string {
  const counts = [
    ['Repaired', repairs.length],
    ['Warnings', warnings.length],
    ['Moves', moves.length],
  ] as const
  const noted = counts.map(([what, count]) => (count > 0 ? ` ${what}: ${String(count)}, as listed above.` : '')).join('')
  if (problems.length > 0) return `Nothing was written. Problems: ${String(problems.length)}.`
  if (changes === 0) return `Nothing to do: the database has all of this already.${noted}`
  if (dryRun) return `Dry run: ${String(changes)} rows and plans would be written.${noted}`
  return `Done: ${String(changes)} rows and plans written, the catalogue is now version ${String(version)}.${noted}`
}
