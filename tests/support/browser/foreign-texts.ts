import type { Page } from 'playwright'
import { NAMESPACES } from '#lib/text/catalogues.ts'

/**
 * What is seen of a page in another language than Hebrew and should not be: Hebrew that no element declares, so that it is neither read out rightly nor kept
 * in its own direction, and keys in place of their texts. Its frames are looked at too: payment forms are the shop's own here.
 */
export async function foreignTexts(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate(readForeign, NAMESPACES.join('|')).catch(() => [])))
  return found.flat()
}

function readForeign(namespaces: string): string[] {
  const key = new RegExp(`(?<![\\w./-])(?:${namespaces})\\.[a-z]\\w+(?![\\w.(])`)
  const found: string[] = []
  // What somebody typed is in a language that nobody knows.
  const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    .map(({ value }) => value)
    .filter((value) => value.trim() !== '')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode
    const text = textContent?.trim() ?? ''
    if (!parent || parent.closest('script, style, noscript, option, svg[aria-hidden=true]') || !parent.checkVisibility()) continue
    if (key.test(text)) found.push(`the key ${text}`)
    const isHebrew = parent.closest('[lang]')?.getAttribute('lang') === 'he'
    if (/[\u0590-\u05ff]/.test(text) && !isHebrew && !typed.some((one) => text.includes(one)))
      found.push(`Hebrew that is not said to be: ${text.slice(0, 60)} (${parent.tagName}.${parent.className})`)
  }
  return found
}
