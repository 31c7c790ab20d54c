import type { Page } from 'playwright'
import { hasLatinLeft, isOutOfOrder } from '#tests/support/line-order.ts'

/**
 * Texts of a Hebrew page, frames and what islands draw included, that read wrongly: Latin words that are no names, and signs that a line from right to left puts in
 * another order. What is said to be in another language, or stands in a direction of its own, is none of them.
 */
export async function mixedUpTexts(page: Page): Promise<readonly string[]> {
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate(readHebrew).catch(() => [])))
  return texts.flat().filter((text) => isOutOfOrder(text) || hasLatinLeft(text))
}

function readHebrew(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode
    const text = textContent?.trim() ?? ''
    if (!text || !parent || parent.closest('script, style, noscript, option, svg') || !parent.checkVisibility()) continue
    const language = parent.closest('[lang]')?.getAttribute('lang')
    if ((language ?? 'he') === 'he' && getComputedStyle(parent).direction === 'rtl') found.push(text)
  }
  return found
}
