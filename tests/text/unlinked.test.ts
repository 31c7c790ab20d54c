import { expect, test } from 'vitest'
import { unlinked } from '#lib/text/unlinked.ts'

test.each([
  ['evil.example', 'evil. example'],
  ['https://evil.example/a.b', 'https:// evil. example/a. b'],
  ['http://127.0.0.1', 'http:// 127. 0. 0. 1'],
  ['http://localhost', 'http:// localhost'],
  ['noa@evil.example', 'noa@evil. example'],
  ['רע.קום', 'רע. קום'],
  ['evil。example', 'evil。 example'],
  ['J.R. Cohen', 'J. R. Cohen'],
  ['נועה לוי-כהן (סבתא)', 'נועה לוי-כהן (סבתא)'],
  ['Dr. Uri O’Neil, Jr.', 'Dr. Uri O’Neil, Jr.'],
  ['', ''],
])('%s has nothing that becomes a link', (typed, shown) => {
  expect(unlinked(typed)).toBe(shown)
})
