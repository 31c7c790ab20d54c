import { expect, test } from 'vitest'
import { readSources } from '#tests/support/source-files.ts'

/** Every form of the site, including the sandbox, with its file. */
const forms = readSources()
  .filter(({ path }) => /\.(astro|tsx)$/.test(path))
  .flatMap(({ path, text }) => [...text.matchAll(/<form(?:\s[^]*?)?(?<!=)>/g)].map(([tag]) => ({ path, tag })))

test('shows every form error in the site’s language instead of the browser’s', () => {
  expect(forms.length).toBeGreaterThan(15)
  expect(forms.filter(({ tag }) => !/\snovalidate\b/i.test(tag)).map(({ path }) => path)).toEqual([])
})
