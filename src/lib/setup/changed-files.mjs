import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

/** The directory of a project's test files, and the number of them that a check runs: about a minute. */
const PROJECTS = {
  server: { below: ['tests/server/', 'tests/api/'], most: 10 },
  e2e: { below: ['tests/e2e/'], most: 3 },
}

/** @returns {string[]} the files that differ from origin/HEAD, or without one from the last commit (the one before, if the tree is clean); new files too */
export function changedFiles() {
  const base = git('merge-base', 'HEAD', 'origin/HEAD')[0]
  const open = [...git('diff', '--name-only', base ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const files = open.length > 0 || base ? open : git('diff', '--name-only', 'HEAD~1')
  return files.filter((file) => existsSync(join(ROOT, file)))
}

/**
 * The test files of a project that changed, then those that import a changed file by its address.
 * @param {'server' | 'e2e'} project
 * @param {readonly string[]} changed
 * @returns {{ files: string[], left: number }} as many files as a check has time for, and the number left out
 */
export function testsOf(project, changed) {
  const { below, most } = PROJECTS[project]
  const all = below.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => directory + name.replaceAll('\\', '/')),
  )
  const addresses = changed.map((file) => `'${file.replace(/^src\//, '#').replace(/^tests\//, '#tests/')}'`)
  const imports = (file) => addresses.some((address) => readFileSync(join(ROOT, file), 'utf8').includes(address))
  const own = all.filter((file) => changed.includes(file))
  const touched = [...own, ...all.filter((file) => !own.includes(file) && imports(file))]
  const files = touched.slice(0, Math.max(most, own.length))
  return { files, left: touched.length - files.length }
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
