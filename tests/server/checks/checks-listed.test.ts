import { describe, expect, test } from 'vitest'
import { CHECKS } from '#tests/support/checks/all-checks.ts'
import { keyOf } from '#tests/support/checks/check.ts'
import { OTHERS } from '#tests/support/checks/other-predicates.ts'
import { readSources } from '#tests/support/source-files.ts'

/** Matches expressions that decide who owns or may do something. */
const PREDICATE = new RegExp(
  [
    String.raw`is_order_of\(\w+, |is_signed_in\(s\)|sid_hash IS (?:NOT )?NULL`,
    String.raw`\b(?:holder|uuid|customer_id|sid_hash) (?:=|<>|IN|IS (?:NOT )?DISTINCT FROM|= ANY) ?\(?(?:\$\d|visitor|[so]\.|excluded\.|e\.)`,
    String.raw`\b(?:isCrossSite|isProducer|isSame)\((?!.*\): )|\.isMember\b|permissions\.includes`,
    String.raw`\b(?:uuid|[cC]ustomerId|holder|proof)\)? [!=]== (?!undefined|null)`,
  ].join('|'),
  'g',
)

const EVERYTHING = new Map(readSources().map(({ path, text }) => [path.slice('src/'.length), text]))

/** Functions of the database as they are now stand in db/functions; what migrations once made of them is history. */
const SOURCES = new Map([...EVERYTHING].filter(([path]) => /^(?:lib\/server|pages)\/(?!.*(?:import\/demo|db\/migrations\/))/.test(path)))

test.each(CHECKS)('finds the listed check exactly once in its file: $file: $text', ({ file, text }) => {
  expect((EVERYTHING.get(file) ?? '').split(text).length - 1, keyOf({ file, text, without: '' })).toBe(1)
})

describe('every ownership predicate is a listed check or a known exception', () => {
  test.each([...SOURCES.keys()])('%s', (file) => {
    const found = unlisted(file)
    expect(found, `what asks whose something is, and is not in the list of checks:\n${found.join('\n')}`).toHaveLength(OTHERS[file] ?? 0)
  })

  test('lists no exception for a missing file', () => {
    expect(Object.keys(OTHERS).filter((file) => !SOURCES.has(file))).toEqual([])
  })

  test('control: finds a new predicate', () => {
    expect('SELECT FROM orders WHERE holder = $1'.match(PREDICATE)).toHaveLength(1)
  })
})

function unlisted(file: string): readonly string[] {
  const own = CHECKS.filter((check) => check.file === file)
  const rest = own.reduce((text, check) => text.replace(check.text, ''), SOURCES.get(file) ?? '')
  return rest.split('\n').flatMap((line) => [...line.matchAll(PREDICATE)].map(() => line.trim()))
}
