import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { cleanSvg } from '#lib/server/import/read/clean-svg.ts'

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'

function cleaned(content: string, attributes = ''): { svg: string; leftOut: readonly string[] } {
  const result = cleanSvg(`<svg viewBox="0 0 9 9"${attributes}>${content}</svg>`)
  if (!result.ok) throw new Error(result.sentence)
  return { svg: result.svg, leftOut: result.leftOut }
}

describe('an SVG drawing', () => {
  test('is unchanged if it only draws', () => {
    const drawing = '<g transform="rotate(4)"><path d="M0 0L9 9" fill="url(#a)"/><text x="1" font-family="serif">א &amp; ב</text></g>'
    expect(cleaned(drawing)).toEqual({ svg: `${HEAD}>${drawing}</svg>`, leftOut: [] })
  })

  test.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['a script in another namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>', '<x:script>'],
    ['foreign content', '<foreignObject><body/></foreignObject>', '<foreignObject>'],
    ['a link', '<a href="https://evil.example"><path d="M0 0"/></a>', '<a>'],
    ['a picture', '<image href="https://evil.example/a.png"/>', '<image>'],
    ['a style sheet', '<style>@import url(https://evil.example)</style>', '<style>'],
    ['an animation', '<set attributeName="href" to="javascript:alert(1)"/>', '<set>'],
  ])('loses %s with its content', (_, content, name) => {
    expect(cleaned(content)).toEqual({ svg: `${HEAD}/>`, leftOut: [name] })
  })

  test.each([
    ['an event handler', '<path onclick="x()" d="M0 0"/>', 'onclick', '<path d="M0 0"/>'],
    ['a style', '<path style="fill:url(https://evil.example)" d="M0 0"/>', 'style', '<path d="M0 0"/>'],
    ['a reference out of the drawing', '<use href="https://evil.example/a.svg#b"/>', 'href', '<use/>'],
    ['an old-style reference out of it', '<use xlink:href="data:image/svg+xml,x"/>', 'xlink:href', '<use/>'],
    ['a paint from elsewhere', '<path fill="url(https://evil.example#a)"/>', 'fill', '<path/>'],
    ['a paint from elsewhere beside one from inside', '<path fill="url(#a) url(//evil.example)"/>', 'fill', '<path/>'],
    ['an encoded script address', '<use href="&#106;avascript:alert(1)"/>', 'href', '<use/>'],
    ['an escaped address', '<path fill="u\\72l(x)"/>', 'fill', '<path/>'],
  ])('loses %s', (_, content, name, left) => {
    expect(cleaned(content)).toEqual({ svg: `${HEAD}>${left}</svg>`, leftOut: [name] })
  })

  test('keeps references inside itself, and text that looks like markup as text', () => {
    expect(cleaned('<use xlink:href="#a"/><text>&lt;script&gt;</text>').svg).toBe(
      `${HEAD}><use href="#a"/><text>&lt;script&gt;</text></svg>`,
    )
    expect(cleaned('<text><![CDATA[<script>]]></text>').svg).toBe(`${HEAD}><text>&lt;script&gt;</text></svg>`)
  })

  test.each([
    ['with a document type', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"/>', 'not well-formed'],
    ['with an entity of its own', '<svg viewBox="0 0 9 9"><text>&a;</text></svg>', 'not a known entity'],
    ['that is not closed', '<svg viewBox="0 0 9 9"><g></svg>', '</g> was expected'],
    ['of two documents', '<svg viewBox="0 0 9 9"/><svg/>', 'after the end'],
    ['that is HTML', '<html viewBox="0 0 9 9"/>', 'not an SVG drawing'],
    ['without a viewBox', '<svg/>', 'no viewBox'],
    ['nested without end', `<svg viewBox="0 0 9 9">${'<g>'.repeat(99)}${'</g>'.repeat(99)}</svg>`, 'nested too deeply'],
  ])('is refused if it has %s', (_, source, sentence) => {
    const result = cleanSvg(source)
    expect(result.ok ? '' : result.sentence).toContain(sentence)
  })

  test('of the demo loses nothing', async () => {
    for (const folder of ['posters', 'products']) {
      const place = new URL(`../../../src/lib/demo/${folder}/`, import.meta.url)
      for (const name of await readdir(place)) {
        expect(cleanSvg(await readFile(new URL(name, place), 'utf8'))).toMatchObject({ ok: true, leftOut: [] })
      }
    }
  })
})
