import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testsOf } from '#lib/setup/changed-files.mjs'
import { run } from '#lib/setup/run.mjs'
import { readTestReport } from '#lib/setup/test-report.mjs'
import { verdictOf } from '#lib/setup/verdict.mjs'
import { startProcess } from '#tests/support/processes/processes.ts'

const ERROR = 'AssertionError: expected 1 to be 2\n    at line 3'

/** A run of these steps, each a program of one line. */
function runOf(steps: Readonly<Record<string, string>>) {
  const lane = Object.entries(steps).map(
    ([name, program]) => `{ name: '${name}', work: () => runNode(['--eval', ${JSON.stringify(program)}]) }`,
  )
  return startProcess([
    '--input-type=module',
    '--eval',
    `import { runNode } from '#lib/setup/run.mjs'
     import { finish, runLane } from '#lib/setup/test-run.mjs'
     await runLane([${lane.join(', ')}])
     finish()`,
  ])
}

function reportOf(testResults: readonly object[], counts = { numPassedTests: 0, numFailedTests: 0 }): string {
  const file = join(mkdtempSync(join(tmpdir(), 'shura-report-')), 'report.json')
  writeFileSync(file, JSON.stringify({ ...counts, testResults }))
  return file
}

function fileWith(test: { readonly status: string; readonly failureMessages: readonly string[] }, status = test.status) {
  return {
    name: join(process.cwd(), 'tests/a.test.ts'),
    status,
    startTime: 0,
    endTime: 2_000,
    assertionResults: [{ fullName: 'a seat', ...test }],
  }
}

describe('a run of the tests', () => {
  it.each([
    ['nothing failed', [], 0, 3, []],
    ['a step failed', ['lint'], 0, 0, ['lint']],
    ['a test failed in a step that says that all is well', [], 1, 0, ['tests']],
    ['four tests passed only when retried', [], 0, 4, ['more than 3 tests that passed only when retried']],
  ])('where %s', (_words, steps, failed, retried, verdict) => {
    expect(verdictOf(steps, { failed, secondTries: Array.from({ length: retried }, String) })).toEqual(verdict)
  })

  it('names a test that passed only when retried, and counts it as passed', () => {
    const report = readTestReport(
      reportOf([fileWith({ status: 'passed', failureMessages: [ERROR] })], { numPassedTests: 1, numFailedTests: 0 }),
    )
    expect(report).toMatchObject({ passed: 1, failed: 0, failures: [], slowest: ['2 s  tests/a.test.ts'] })
    expect(report.secondTries).toEqual(['tests/a.test.ts › a seat\n    AssertionError: expected 1 to be 2\n        at line 3'])
  })

  it('names a test that failed', () => {
    const { failed, failures } = readTestReport(
      reportOf([fileWith({ status: 'failed', failureMessages: [ERROR] })], { numPassedTests: 0, numFailedTests: 1 }),
    )
    expect([failed, failures[0]]).toEqual([1, expect.stringContaining('tests/a.test.ts › a seat')])
  })

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { name: join(process.cwd(), 'tests/b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] }
    expect(readTestReport(reportOf([broken]))).toMatchObject({
      failed: 1,
      failures: ['tests/b.test.ts › could not be run\n    no such module'],
    })
  })

  it('counts a run that left no report as a failure', () => {
    expect(readTestReport(join(tmpdir(), 'no-such-report.json'))).toMatchObject({ failed: 1, failures: ['a run that left no report'] })
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGKILL', 137],
    ['SIGINT', 130],
  ])('takes a program that %s ended for one that failed', async (signal, code) => {
    expect(await run(process.execPath, ['--eval', `process.kill(process.pid, '${signal}')`], { isAside: true })).toBe(code)
  })

  it.each(['SIGTERM', 'SIGKILL'])('fails by a step that %s ends, says so and runs the steps after it', async (signal) => {
    const { code, stdout } = await runOf({ server: `process.kill(process.pid, '${signal}')`, e2e: '0' }).finished
    expect(code).toBe(1)
    expect(stdout).toContain(`was ended by ${signal}.`)
    expect(stdout).toContain(`Failed: server (ended by ${signal})\n`)
    expect(stdout).toContain('— e2e')
  })

  it('fails and begins no further step if it is told to end', async () => {
    const { child, finished } = runOf({ server: `process.stdout.write('at work'); setInterval(() => 0, 1000)`, e2e: '0' })
    await new Promise<void>((resolve) => child.stdout?.on('data', (said) => String(said).includes('at work') && resolve()))
    child.kill('SIGTERM')
    const { code, stdout } = await finished
    expect(code).toBe(1)
    expect(stdout).toContain('the run was stopped')
    expect(stdout).not.toContain('— e2e')
  })

  it('never retries a test of the server', ({ task }) => {
    expect(task.retry ?? 0).toBe(0)
  })
})

describe('a check of what has changed', () => {
  it('runs the test files that changed and those that import a changed file', () => {
    const changed = ['src/lib/setup/verdict.mjs', 'tests/server/platform/log.test.ts']
    expect(testsOf('server', changed)).toEqual({
      files: ['tests/server/platform/log.test.ts', 'tests/server/platform/test-run.test.ts'],
      left: 0,
    })
  })

  it('leaves to npm test what would take too long, but no file that changed', () => {
    const support = 'tests/support/database/database.ts'
    const { files, left } = testsOf('server', [support, 'tests/server/platform/test-run.test.ts'])
    expect([files[0], files.length]).toEqual(['tests/server/platform/test-run.test.ts', 10])
    expect(left).toBeGreaterThan(50)
  })
})
