import type * as Puppeteer from 'puppeteer-core'
import { MARK, type BrowserTab, type WindowSize } from './browser-tab.ts'
import { driver, programOf } from './drivers.ts'

/** Firefox as the system has it, by WebDriver BiDi. */
export async function openFirefox({ width, height, hasTouch }: WindowSize): Promise<BrowserTab> {
  const { launch } = await driver<typeof Puppeteer>('puppeteer-core')
  const browser = await launch({
    browser: 'firefox',
    executablePath: programOf('firefox'),
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'he-IL', 'ui.prefersReducedMotion': 1, 'dom.w3c_touch_events.enabled': hasTouch ? 1 : 0 },
  })
  const page = await browser.newPage()
  await page.setViewport({ width, height })
  let frame = page.mainFrame()
  const marked = async () => {
    const element = await frame.$(`[${MARK}]`)
    if (!element) throw new Error('What was marked is gone.')
    return element
  }
  return {
    name: (await browser.version()).replace(/^firefox\//i, 'Firefox '),
    goTo: async (address) => {
      await page.goto(address, { waitUntil: 'load' })
    },
    evaluate: async <Value>(expression: string) => (await frame.evaluate(expression)) as Value,
    pressMarked: async () => (hasTouch ? (await marked()).tap() : (await marked()).click()),
    typeIntoMarked: async (text) => (await marked()).type(text),
    pressAt: (x, y) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    key: (name) => page.keyboard.press(name === 'Space' ? ' ' : name),
    type: (text) => page.keyboard.type(text),
    enterFrame: async (selector) => {
      const inner = await (await page.waitForSelector(selector))?.contentFrame()
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
