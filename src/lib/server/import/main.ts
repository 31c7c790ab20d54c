import { SettingsError } from '#lib/server/platform/config/settings.ts'
import { EXIT, runImport } from './cli.ts'

/** `npm run import -- FILE…`: file names are relative to the directory where the command was given. */
try {
  const folder = process.env.INIT_CWD ?? process.cwd()
  process.exitCode = await runImport(process.argv.slice(2), {
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    folder,
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof SettingsError ? EXIT.misused : EXIT.refused
}
