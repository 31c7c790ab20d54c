import type { Frame, Page } from 'playwright'
import { launchChromium } from '#tests/support/browser/launch-chromium.ts'
import { MARK, type BrowserTab, type WindowSize } from './browser-tab.ts'

/** Chromium, through the driver of the other browser tests: what the others are compared with. */
export async function openChromium({ width, height, hasTouch }: WindowSize): Promise<BrowserTab> {
  const browser = await launchChromium()
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch,
    isMobile: hasTouch,
    locale: 'he-IL',
    reducedMotion: 'reduce',
  })
  const page: Page = await context.newPage()
  let frame: Frame = page.mainFrame()
  const marked = () => frame.locator(`[${MARK}]`)
  return {
    name: `Chromium ${browser.version()}`,
    goTo: async (address) => {
      await page.goto(address)
    },
    evaluate: (expression) => frame.evaluate(expression),
    pressMarked: () => (hasTouch ? marked().tap() : marked().click()),
    typeIntoMarked: (text) => marked().fill(text),
    pressAt: (x, y) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    key: (name) => page.keyboard.press(name),
    type: (text) => page.keyboard.type(text),
    enterFrame: async (selector) => {
      const inner = await (await page.waitForSelector(selector)).contentFrame()
      if (!inner) throw new Error(`${selector} is no frame.`)
      frame = inner
    },
    leaveFrame: () => {
      frame = page.mainFrame()
      return Promise.resolve()
    },
    close: () => browser.close(),
  }
}
