import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stylesIn, withStylesInside } from '#lib/server/shared-pages/styles-inside.ts'

const POLICY = "default-src 'self'; style-src 'self' 'sha256-known='; frame-ancestors 'none'"
const LINKS = '<link rel="stylesheet" href="/_astro/base.A1.css">\n<link rel="stylesheet" href="/_astro/Held.B_2-x.css">'
const page = (head: string) => ({ html: `<head><link rel="icon" href="/f.svg">${head}</head><main>$& visitor</main>`, policy: POLICY })

function buildWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'styles-'))
  mkdirSync(join(directory, '_astro'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, '_astro', name), text)
  return directory
}

describe('a page with its style sheets in it', () => {
  const directory = buildWith({ 'base.A1.css': "a{content:'$&'}", 'Held.B_2-x.css': 'b{color:red}' })
  const styles = "a{content:'$&'}\nb{color:red}"

  it('has them in their order, in place of the links, and names their files', () => {
    expect(withStylesInside(page(LINKS), stylesIn(directory))?.html).toBe(
      page(`<style data-files="/_astro/base.A1.css /_astro/Held.B_2-x.css">${styles}</style>`).html,
    )
  })

  it('is sent with a policy that allows these very styles beside what it allowed before', () => {
    const hash = createHash('sha256').update(styles).digest('base64')
    expect(withStylesInside(page(LINKS), stylesIn(directory))?.policy).toBe(
      `default-src 'self'; style-src 'self' 'sha256-known=' 'sha256-${hash}'; frame-ancestors 'none'`,
    )
  })

  it('has only the rules that its elements need, says so, and is allowed these', () => {
    const many = buildWith({ 'base.A1.css': '.gone{color:red}a{color:blue}', 'Held.B_2-x.css': '#held{color:red}' })
    const sent = withStylesInside(page(LINKS), stylesIn(many))
    expect(sent?.html).toContain('<style data-files="/_astro/base.A1.css /_astro/Held.B_2-x.css" data-part>a{color:blue}\n</style>')
    expect(sent?.policy).toContain(`'sha256-${createHash('sha256').update('a{color:blue}\n').digest('base64')}'`)
  })

  it('has them all if it has an island, which draws what is not in the page', () => {
    const many = buildWith({ 'base.A1.css': '.gone{color:red}', 'Held.B_2-x.css': '' })
    expect(withStylesInside(page(`${LINKS}<astro-island>`), stylesIn(many))?.html).toContain('x.css">.gone{color:red}\n</style>')
  })

  it('is none if it links to no built file', () => {
    expect(withStylesInside(page('<link rel="stylesheet" href="/brand/x.css">'), stylesIn(directory))).toBeUndefined()
  })
})
