import { settings, SettingsError } from '../config/settings.ts'
import { closeDatabase } from '../db/connect.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { EXIT, type Terminal } from './terminal.ts'

const PROCESS: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { progress: (line: string) => process.stderr.write(`\r${line}${line.endsWith(' 100 %') ? '\n' : ''}`) }),
}

/** Runs a command of this process's terminal and sets its exit code; an error is one line, without a stack. */
export async function runCommand(command: (terminal: Terminal, args: readonly string[]) => Promise<number>): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessNobodyReads)
  try {
    process.exitCode = await command(PROCESS, process.argv.slice(2))
  } catch (error) {
    PROCESS.complain(error instanceof Error ? error.message : String(error))
    process.exitCode = error instanceof SettingsError ? EXIT.misused : EXIT.refused
  }
}

/** Ignores an output that is closed early (`| head`): the command still finishes its work. */
function unlessNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Does the work on the shop's database, which is started for it if the shop is not running. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  const database = await prepareDatabase(settings())
  try {
    return await work()
  } finally {
    await closeDatabase()
    await database.stop()
  }
}

/**
 * Runs a command on the shop's database; words that are none of its usage start no database.
 * @param readCommand undefined if the words are none of the usage @param command says the usage by itself then
 */
export function runOnDatabase(
  readCommand: (args: readonly string[]) => unknown,
  command: (args: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  return runCommand((terminal, args) => {
    const work = () => command(args, terminal)
    return readCommand(args) === undefined ? work() : withDatabase(work)
  })
}
