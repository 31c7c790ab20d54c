import { expect, test } from 'vitest'
import { readSources } from '#tests/support/source-files.ts'

/** Every form that the site draws, its sandbox included, with the file that it stands in. */
const forms = readSources()
  .filter(({ path }) => /\.(astro|tsx)$/.test(path))
  .flatMap(({ path, text }) => [...text.matchAll(/<form(?:\s[^]*?)?(?<!=)>/g)].map(([tag]) => ({ path, tag })))

test('no form lets the browser say in its own language what is wrong: each says it in ours', () => {
  expect(forms.length).toBeGreaterThan(15)
  expect(forms.filter(({ tag }) => !/\snovalidate\b/i.test(tag)).map(({ path }) => path)).toEqual([])
})
