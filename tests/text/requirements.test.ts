import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ids in test titles, as `test('R4.2 …')`, or in the rows of a table. */
function idsInTests(): string[] {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))
  const ids = files.flatMap((file) => readFileSync(`tests/${file}`, 'utf8').match(/(?<=['"`\s])R\d\.\d+\b/g) ?? [])
  return [...new Set(ids)].sort()
}

test('lists in requirements.tsv exactly the requirements that titles cite', () => {
  const lines = readFileSync('tests/requirements.tsv', 'utf8').trim().split('\n')
  const known = lines.map((line) => line.split('\t')[0] ?? '')
  expect(lines.filter((line) => !/^R\d+\.\d+\t\S.*$/.test(line))).toEqual([])
  expect([...new Set(known)].sort()).toEqual([...known].sort())
  expect(idsInTests()).toEqual([...known].sort())
})
