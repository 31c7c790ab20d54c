import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDTHS = [320, 390, 768, 1440] as const
/** axe looks at a phone and at a desk; the other widths are for the sideways scroll only. */
const LOOKED_AT: readonly number[] = [390, 1440]

/** What axe says of the page as it stands, its frames included: the rule and where. All our frames are of one origin, where the legacy mode is as good and thrice as fast. */
export async function axeComplaints(page: Page): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).options({ runOnly: RULES, resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The page in this very state, at every width, light and dark: nothing for axe to say, and nothing to scroll sideways. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  // Colours fade under the pointer: what is there would be looked at on its way from light to dark.
  await page.mouse.move(0, 0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    if ((await sidewaysScroll(page)) > 0) found.push(`${state}, ${String(width)}: scrolls sideways`)
    if (!LOOKED_AT.includes(width)) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const complaint of await axeComplaints(page)) found.push(`${state}, ${String(width)}, ${colorScheme}: ${complaint}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
  expect.soft(found.join('\n')).toBe('')
}

/** By how many pixels the page is wider than its window, once it has followed the window. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}
