// Steps of npm test and npm run check: the result and time of each, and the verdict.
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { isStopped, ROOT, runTool, say, signalOf } from './run.mjs'
import { readTestReport } from './test-report.mjs'
import { verdictOf } from './verdict.mjs'

const total = { passed: 0, failed: 0, failures: [], secondTries: [] }
const failedSteps = []
/** Results of the steps, with the slowest files of those that Vitest runs. */
const times = []

/** The directory in which a check of changed files caches the results of unchanged files and types. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'shura')
/** The types that the site imports; written by each build. */
const GENERATED_TYPES = join(ROOT, '.astro', 'types.d.ts')
/** Pages alone: the linter reads the types of everything else as well, and reports their errors for a third of the processor time. */
const PAGES = ['--tsconfig', 'tsconfig.pages.json']
/** For a check of changed files. */
const QUICK_TYPES = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(CACHE, 'types')]

/**
 * How glibc gets memory for the tests and their databases: in large pages, kept. A test file opens databases of its own, whose connections plan each statement anew
 * and would give the memory back after each: a tenth of the processor time of the server's tests.
 */
const MEMORY = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=33554432' }

/** A step returns an exit code. If it is limited to some files, it may use the cache of an earlier check. */
export const STEPS = {
  format: (files = ['.']) => aside('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '--ignore-unknown', ...files]),
  lint: async (files) => {
    const chosen = files ?? ['.']
    const codes = [
      await aside('oxlint/bin/oxlint', ['--type-aware', ...(files ? [] : ['--type-check']), '--quiet', ...chosen]),
      await aside('eslint/bin/eslint.js', ['--max-warnings', '0', '--no-warn-ignored', '--pass-on-no-patterns', ...chosen]),
    ]
    return Math.max(...codes)
  },
  types: (files) =>
    canTypeQuickly(files)
      ? aside('typescript/bin/tsc', QUICK_TYPES)
      : aside('astro/bin/astro.mjs', ['check', '--silent', ...(files ? [] : PAGES)]),
  unit: (files) => vitest('unit', files),
  // Before the server's tests: some of them start the real app.
  build: () =>
    buildIfStale().then(
      () => 0,
      (error) => (say(error.message), 1),
    ),
  server: (files) => vitest('server', files),
  e2e: async (files) => ((await ensureChromium()) ? vitest('e2e', files) : 1),
}

/** Whether tsc is enough: it is quicker than astro check, but does not look inside pages. */
function canTypeQuickly(files) {
  return files !== undefined && existsSync(GENERATED_TYPES) && !files.some((file) => file.endsWith('.astro'))
}

/**
 * Runs steps one after another; concurrent lanes share the cores.
 * @param {readonly { name: string, work: () => Promise<number> }[]} steps
 */
export async function runLane(steps) {
  for (const { name, work } of steps) {
    if (isStopped()) return
    say(`\n— ${name}`)
    const startedAt = performance.now()
    const at = times.push('') - 1
    const code = await work()
    if (code !== 0) failedSteps.push(describeFailure(name, code))
    times[at] = `${Math.round((performance.now() - startedAt) / 1000)} s  ${name}`
  }
}

/** Prints the verdict with the names of failures, readable without scrolling through thousands of lines, and ends. */
export function finish() {
  sayAll('Where the time went', times)
  sayAll('Passed only when retried', total.secondTries)
  sayAll('Failed', total.failures)
  const failed = verdictOf(failedSteps, { ...total, isStopped: isStopped() })
  if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`)
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exit(failed.length > 0 ? 1 : 0)
}

/** Runs the projects of vitest.config.ts whose names begin so, and adds up their counts. A test marked `only` fails the run, because the others would not run. */
async function vitest(project, files = []) {
  const report = join(tmpdir(), `shura-${project}-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', `${project}*`, '--allowOnly=false', ...reporters, ...files]
  const code = await runTool('vitest/vitest.mjs', args, { env: MEMORY })
  const { passed, failed, failures, secondTries, slowest } = readTestReport(report)
  total.passed += passed
  total.failed += code === 0 ? failed : Math.max(1, failed)
  total.failures.push(...failures)
  total.secondTries.push(...secondTries)
  times.push(...slowest.map((file) => `  ${file}`))
  rmSync(report, { force: true })
  return code
}

/** Runs a tool beside the tests at low priority, because some of them measure times of the shop. */
function aside(script, args) {
  return runTool(script, args, { isAside: true })
}

function describeFailure(name, code) {
  const signal = signalOf(code)
  return signal ? `${name} (ended by ${signal})` : name
}

function sayAll(heading, lines) {
  if (lines.length > 0) say(`\n${heading}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
