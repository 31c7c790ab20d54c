// What a run of Vitest counted and which tests it names, read from its JSON report.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const FIRST_LINES = 4

/**
 * @param {string} path of the report
 * @returns {{ passed: number, failed: number, failures: string[], secondTries: string[] }} `failures` and `secondTries` (tests that failed
 *   and passed when they were asked again) name a test with its file and the first lines of its error. A file that could not even be loaded
 *   is one failure; so is a run without a report.
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
      secondTries: tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).map(describe),
    }
  } catch {
    return { passed: 0, failed: 1, failures: ['a run that left no report'], secondTries: [] }
  }
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
