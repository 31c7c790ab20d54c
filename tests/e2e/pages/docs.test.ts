import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { visit } from '#tests/support/browser/pages.ts'

const NAMES = readdirSync('src/content/docs').map((file) => file.replace('.md', ''))

it('the page of the docs leads to each of them, in English and from left to right', async () => {
  await visit('/docs', async (page) => {
    const article = page.locator('article.docs[lang=en][dir=ltr]')
    expect(await article.getByRole('navigation').getByRole('link').count()).toBe(NAMES.length)
    await article.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await article.locator('a[aria-current=page]').innerText()).toBe('Settings')
  })
})

it.each(NAMES)('the docs of %s are readable at every width', async (name) => {
  await visit(`/docs/${name}`, (page) => expectAccessible(page, name))
})

it('README leads to each of the docs, and to no other', () => {
  const links = [...readFileSync('README.md', 'utf8').matchAll(/\]\(src\/content\/docs\/([\w-]+)\.md\)/g)].map(([, name]) => name)
  expect([...new Set(links)].sort()).toEqual(NAMES.sort())
})

it('there is no other page of docs', async () => {
  await visit('/docs/passwords', async (page) => {
    expect((await page.reload())?.status()).toBe(404)
  })
})
