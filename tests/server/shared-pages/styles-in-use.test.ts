import { describe, expect, it } from 'vitest'
import { namesIn, readStyleSheet, stylesInUse } from '#lib/server/shared-pages/styles-in-use.ts'

const PAGE = '<html class="dark"><body><main id="main" class="stack lg"><a class="btn" data-x="class">.not</a></main>'
const used = (css: string): string => stylesInUse(readStyleSheet(css), namesIn(PAGE))

it('the names of a page are its classes and identifiers', () => {
  expect([...namesIn(PAGE)]).toEqual(['.dark', '#main', '.stack', '.lg', '.btn'])
})

describe('of a style sheet, a page needs', () => {
  it.each([
    ['what names no class', 'a:hover,::before{color:red}'],
    ['classes and identifiers that it has', '.stack.lg>.btn{color:red}#main a{color:red}'],
    ['what only its state or its reader decides', '.btn:not(.primary):focus-visible{color:red}.btn[aria-expanded=true]{color:red}'],
    ['what has one of several names', ':is(.stack,.grid) .btn{color:red}.stack:has(.nothing){color:red}'],
    ['rules under a condition', '@media (min-width:900px){.btn{color:red}@supports (gap:1px){.stack{gap:1px}}}'],
    [
      'fonts, animations and whatever else stands by itself',
      '@font-face{src:url(/a.woff2)}@keyframes turn{to{rotate:1turn}}@import "x;y";',
    ],
    ['strings with brackets and quotes as they are', `.btn{content:"}\\"{";background:url("data:image/svg+xml,<svg class='x'>{}")}`],
  ])('%s', (_what, css) => {
    expect(used(css)).toBe(css)
  })

  it.each([
    ['a class that it lacks', '.btn .dialog{color:red}a{color:blue}', 'a{color:blue}'],
    ['an identifier that it lacks', '#seats,#main{color:red}', '#main{color:red}'],
    ['a condition around nothing that it has', '@media print{.ticket{color:red}}', ''],
    ['an escaped name that it lacks', '.md\\:flex{color:red}.\\31 0{color:red}', ''],
    ['one of a list, with its commas in brackets', '.btn:is(.a,.b),.gone:is(.a,.b){color:red}', '.btn:is(.a,.b){color:red}'],
  ])('not %s', (_what, css, left) => {
    expect(used(css)).toBe(left)
  })
})

it('a block that is not closed is an error', () => {
  expect(() => readStyleSheet('.btn{color:red')).toThrow('Unclosed block')
})
