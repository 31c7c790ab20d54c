import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitUnlessZero, ROOT, runNpm, say } from './run.mjs'

/** Installs what package-lock.json names, unless exactly that is installed. */
export async function install() {
  if (isInstalled()) return
  say('Installing the dependencies (npm ci) …')
  exitUnlessZero(await runNpm(['ci', '--no-audit', '--no-fund']))
}

function isInstalled() {
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'))
  if (!installed || !existsSync(join(ROOT, 'node_modules', '.bin'))) return false
  return Object.entries(readPackages(join(ROOT, 'package-lock.json')) ?? {}).every(
    ([path, wanted]) =>
      path === '' || (installed[path] ? installed[path].version === wanted.version : wanted.optional === true || wanted.peer === true),
  )
}

/** What npm wrote about each directory below node_modules; undefined before the first install. */
function readPackages(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
