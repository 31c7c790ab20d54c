import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withBuildLock } from './build-lock.mjs'
import { precompress } from './precompress.mjs'
import { COMPILED, fail, ROOT, runTool, say } from './run.mjs'

/** The program of a build: the server with its pages. */
export const programOf = (build) => join(build, 'server', 'entry.mjs')

const SOURCES = ['src', 'public']
const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'uno.config.ts',
  'tsconfig.json',
]
const STAMP = 'built-from'

/** The directory of the build; OUT_DIR moves it. */
export const BUILD = resolve(ROOT, process.env.OUT_DIR ?? 'dist')

/** @type {Promise<void> | undefined} */
let ready

/**
 * Builds the site unless the present build was made from exactly these sources. Checks once per process.
 * @throws if the build fails; its output has the reason.
 */
export function buildIfStale() {
  return (ready ??= withBuildLock(build))
}

async function build() {
  const wanted = hashOfSources()
  const stamp = join(BUILD, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Building the site …')
  rmSync(stamp, { force: true })
  rmSync(COMPILED, { recursive: true, force: true })
  const code = await runTool('astro/bin/astro.mjs', ['build', '--silent'], { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error('The site could not be built.')
  precompress(join(BUILD, 'client'))
  linkDependencies()
  writeFileSync(stamp, wanted)
}

/** Lets a build outside the project find the packages that it imports. */
function linkDependencies() {
  const link = join(BUILD, 'node_modules')
  if (relative(ROOT, BUILD).startsWith('..') && !existsSync(link)) symlinkSync(join(ROOT, 'node_modules'), link, 'junction')
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [
    ...SOURCES.flatMap((directory) => filesBelow(join(ROOT, directory))),
    ...CONFIGURATION.map((name) => join(ROOT, name)),
  ]) {
    if (existsSync(file)) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(directory) {
  if (!existsSync(directory)) return []
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfStale().catch(fail)
