import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitUnlessZero, ROOT, runNpm, say } from './run.mjs'

const MODULES = join(ROOT, 'node_modules')
const PROGRESS_MS = 15_000
/** Shows npm's errors only: the install brings Node 24, so warnings about an older Node, which only installs, do not matter. */
const QUIET = ['--loglevel=error', '--no-progress', '--no-audit', '--no-fund']

/**
 * Installs the packages of package-lock.json, unless exactly these are installed.
 * @param {{ progressMs?: number }} [options] how often it says how far it is
 */
export async function install({ progressMs = PROGRESS_MS } = {}) {
  if (isInstalled()) return
  const wanted = wantedPackages()
  say(`Installing ${wanted.length} packages into ${MODULES}: Node 24, PostgreSQL 18 and what the shop is made of, some 700 MB.`)
  say('Nothing outside this directory is changed but npm’s own cache. It takes one to three minutes.')
  const startedAt = Date.now()
  const progress = setInterval(() => say(progressOf(wanted, startedAt)), progressMs)
  const code = await runNpm(['ci', ...QUIET]).finally(() => clearInterval(progress))
  exitUnlessZero(code)
  say(`Installed in ${secondsSince(startedAt)} s.`)
}

function isInstalled() {
  const installed = readPackages(join(MODULES, '.package-lock.json'))
  if (!installed || !existsSync(join(MODULES, '.bin'))) return false
  return Object.entries(readPackages(join(ROOT, 'package-lock.json')) ?? {}).every(
    ([path, wanted]) =>
      path === '' || (installed[path] ? installed[path].version === wanted.version : wanted.optional === true || wanted.peer === true),
  )
}

/** Directories that the install fills on this machine. */
function wantedPackages() {
  return Object.entries(readPackages(join(ROOT, 'package-lock.json')) ?? {})
    .filter(([path, { os, cpu }]) => path !== '' && includes(os, process.platform) && includes(cpu, process.arch))
    .map(([path]) => join(ROOT, path))
}

/** @param {readonly string[] | undefined} names */
function includes(names, name) {
  return names === undefined || names.includes(name)
}

/** npm creates all directories before it fills them, so an empty package is not installed yet. */
function progressOf(wanted, startedAt) {
  const filled = wanted.filter((path) => existsSync(path) && readdirSync(path).length > 0).length
  const done = filled < wanted.length / 10 ? 'downloading' : `${filled} of ${wanted.length} packages`
  return `  … ${done}, ${secondsSince(startedAt)} s`
}

function secondsSince(startedAt) {
  return Math.round((Date.now() - startedAt) / 1000)
}

/** npm's record of each directory below node_modules; undefined before the first install. */
function readPackages(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
