// Reads the counts and the named tests of a Vitest run from its JSON report.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const FIRST_LINES = 4
const SLOWEST_FILES = 5

/**
 * @param {string} path of the report
 * @returns {{ passed: number, failed: number, failures: string[], secondTries: string[], slowest: string[] }} `failures` and `secondTries` (tests that failed
 *   and passed on a retry) name a test with its file and the first lines of its error. A file that could not be loaded
 *   is one failure; so is a run without a report. `slowest` are the slowest files, with their seconds.
 */
export function readTestReport(path) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
    const broken = testResults.filter(isBroken)
    const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ file: name, ...test })))
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      failures: [
        ...broken.map(({ name, message }) => sentenceOf(name, 'could not be run', message)),
        ...tests.filter(({ status }) => status === 'failed').map(describe),
      ],
      slowest: slowestOf(testResults),
      secondTries: tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).map(describe),
    }
  } catch {
    return { passed: 0, failed: 1, failures: ['a run that left no report'], secondTries: [], slowest: [] }
  }
}

function slowestOf(testResults) {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: Math.round((endTime - startTime) / 1000) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES)
    .map(({ name, seconds }) => `${seconds} s  ${relative(process.cwd(), name)}`)
}

function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}

function describe({ file, fullName, failureMessages }) {
  return sentenceOf(file, fullName, failureMessages[0])
}

function sentenceOf(file, what, message = '') {
  const lines = message.split('\n').slice(0, FIRST_LINES)
  return [`${relative(process.cwd(), file)} › ${what}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
