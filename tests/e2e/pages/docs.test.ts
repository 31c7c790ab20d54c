import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { shopOrigin } from '#tests/support/browser/own-shop.ts'
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

it('the purchase by plain calls is one as it stands, and none where its buyer does not accept the terms', async () => {
  const code = /<<'EOF'\n(.*?)\nEOF/s.exec(readFileSync('src/content/docs/http-calls.md', 'utf8'))?.[1] ?? ''
  const answerOf = async (text: string) => {
    const here = text.replace('http://127.0.0.1:4321', shopOrigin)
    return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', here])).stdout
  }
  expect(await answerOf(code)).toMatch(/reservationIdentifier: '\w{20}'/)
  expect(await answerOf(code.replace(', termsAcceptance: true', ''))).toContain('FORM_INVALID')
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
