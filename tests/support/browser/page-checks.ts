import type { Page } from 'playwright'
import { expect } from 'vitest'
import { axeComplaints, colourComplaints, shapeOf } from './axe.ts'

const WIDTHS = [320, 390, 768, 1440] as const
type Width = (typeof WIDTHS)[number]
/** In px: below it is a phone. */
const NARROW = 600
/** axe looks at a phone and at a desk in both themes. */
const LOOKED_AT: readonly number[] = [390, 1440]

/**
 * The page in this very state, at every width, light and dark: nothing for axe to say, and nothing to scroll sideways. `inTheDark` names further widths at which axe
 * looks at it, in the dark alone.
 */
export function expectAccessible(page: Page, state: string, inTheDark: readonly Width[] = []): Promise<void> {
  return expectAccessibleAt(page, state, WIDTHS, inTheDark)
}

/**
 * As expectAccessible, for a test that brings the page into this state on a phone and on a desk: each looks at the widths of its own kind, so that every width is
 * looked at once. What a page looks like depends on its width, never on touch: tests/layouts/house-style.test.ts keeps styles from asking for it.
 */
export function expectAccessibleOnDevice(page: Page, state: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < NARROW
  return expectAccessibleAt(
    page,
    state,
    WIDTHS.filter((width) => width < NARROW === isPhone),
  )
}

async function expectAccessibleAt(page: Page, state: string, widths: readonly Width[], inTheDark: readonly Width[] = []): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  // Colours fade under the pointer: what is there would be looked at on its way from light to dark.
  await page.mouse.move(0, 0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < NARROW ? 844 : 900 })
    if ((await sidewaysScroll(page)) > 0) found.push(`${state}, ${String(width)}: scrolls sideways`)
    if (LOOKED_AT.includes(width)) found.push(...(await inBothSchemes(page)).map((one) => `${state}, ${String(width)}, ${one}`))
    if (inTheDark.includes(width)) {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      found.push(...(await axeComplaints(page)).map((one) => `${state}, ${String(width)}, dark: ${one}`))
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
  expect.soft(found.join('\n')).toBe('')
}

/** What is pressed, and of no use on paper. */
const PRESSED = '.site-head, .foot, .toasts, .actions, .k-sd, .k-print, .k-filters, .k-tabs, .k-acts, .k-pages, .conf-more'
/** A4 without margins of 18 mm, in CSS pixels. */
const SHEET = { width: 658, height: 986 }

/** The page as it is printed on A4: nothing that is only pressed, nothing wider than the sheet. */
export async function expectPrintable(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(SHEET)
  const pressed = await page
    .locator(PRESSED)
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ classList }) => classList.value))
  expect.soft([pressed, await sidewaysScroll(page)]).toEqual([[], 0])
  await page.emulateMedia({ media: null })
  if (before) await page.setViewportSize(before)
}

/** What axe says by light and in the dark, where it asks again for all that the dark may have changed: mostly for colours alone. */
async function inBothSchemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axeComplaints(page)
  const before = await shapeOf(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const isSameShape = (await shapeOf(page)) === before
  const dark = isSameShape ? await colourComplaints(page) : await axeComplaints(page)
  return [...light.map((one) => `light: ${one}`), ...dark.map((one) => `dark: ${one}`)]
}

/** By how many pixels the page is wider than its window, once it has followed the window. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}
