// npm test: every check of the project, in the order of their cost. `npm test -- --only types,unit` runs some of them.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { fail, runTool, say } from './run.mjs'
import { readTestReport } from './test-report.mjs'

/** A stalling machine may cost so many browser tests their first try; more than that is a fault. */
const MOST_SECOND_TRIES = 3

const total = { passed: 0, failed: 0, failures: [], secondTries: [] }
/** Where the time went: each step, and the slowest files of those that Vitest runs. */
const times = []

const STEPS = {
  format: () => runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  lint: () => runTool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
  types: () => runTool('astro/bin/astro.mjs', ['check', '--silent']),
  unit: () => vitest('unit'),
  // Before the server's tests: some of them start the real app.
  build: () => buildIfStale().then(() => 0, fail),
  server: () => vitest('server'),
  e2e: async () => ((await ensureChromium()) ? vitest('e2e') : 1),
}

await install()
const failed = []
for (const name of chosenSteps()) {
  say(`\n— ${name}`)
  const startedAt = performance.now()
  const at = times.push('') - 1
  if ((await STEPS[name]()) !== 0) failed.push(name)
  times[at] = `${Math.round((performance.now() - startedAt) / 1000)} s  ${name}`
}
sayAll('Where the time went', times)
sayAll('Passed only when retried', total.secondTries)
if (total.secondTries.length > MOST_SECOND_TRIES) failed.push(`more than ${MOST_SECOND_TRIES} tests that passed only when retried`)
sayAll('Failed', total.failures)
if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(failed.length > 0 ? 1 : 0)

/** Runs one project of vitest.config.ts and adds up what it counted. */
async function vitest(project) {
  const report = join(tmpdir(), `shura-${project}-${process.pid}.json`)
  const code = await runTool('vitest/vitest.mjs', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const { passed, failed, failures, secondTries, slowest } = readTestReport(report)
  total.passed += passed
  total.failed += code === 0 ? failed : Math.max(1, failed)
  total.failures.push(...failures)
  total.secondTries.push(...secondTries)
  times.push(...slowest.map((file) => `  ${file}`))
  rmSync(report, { force: true })
  return code
}

/** The names stand at the end of the output as well, where they are found without scrolling through thousands of lines. */
function sayAll(heading, tests) {
  if (tests.length > 0) say(`\n${heading}:\n${tests.map((test) => `  ${test}`).join('\n')}`)
}

function chosenSteps() {
  const at = process.argv.indexOf('--only')
  if (at < 0) return Object.keys(STEPS)
  const names = (process.argv[at + 1] ?? '').split(',')
  const unknown = names.filter((name) => !(name in STEPS))
  if (unknown.length > 0) {
    say(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(STEPS).join(', ')}.`)
    process.exit(2)
  }
  return names
}
