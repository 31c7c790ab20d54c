import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type * as Selenium from 'selenium-webdriver'
import { freePort } from '#tests/support/processes/free-port.ts'
import { MARK, type BrowserTab, type Key, type WindowSize } from './browser-tab.ts'
import { driver, programOf } from './drivers.ts'

const KEYS: Readonly<Record<Key, string>> = { Tab: 'TAB', Enter: 'ENTER', Space: 'SPACE', ArrowLeft: 'ARROW_LEFT', ArrowDown: 'ARROW_DOWN' }

/** WebKitGTK as the system has it, by WebDriver, on a screen of its own that is as large as the window. It has no touch. */
export async function openWebKit({ width, height }: WindowSize): Promise<BrowserTab> {
  const { Builder, By, Capabilities, Key } = await driver<typeof Selenium>('selenium-webdriver')
  const display = `:${String(90 + (process.pid % 900))}`
  const screen = spawn(programOf('xvfb'), [display, '-screen', '0', `${String(width)}x${String(height)}x24`], { stdio: 'ignore' })
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LANG: 'C.UTF-8',
  }
  const server = spawn(programOf('webkit-driver'), [`--port=${String(port)}`], { env, stdio: 'ignore' })
  const end = () => Promise.all([endOf(server), endOf(screen)])
  try {
    await listening(port)
    const options = { binary: programOf('webkit'), args: ['--automation', '--full-screen'] }
    const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    const browser = await new Builder()
      .usingServer(`http://127.0.0.1:${String(port)}`)
      .withCapabilities(capabilities)
      .build()
    await browser.manage().window().setRect({ width, height })
    const marked = () => browser.findElement(By.css(`[${MARK}]`))
    return {
      name: `WebKitGTK ${String((await browser.getCapabilities()).get('browserVersion'))}`,
      goTo: (address) => browser.get(address),
      evaluate: async <Value>(expression: string) => (await browser.executeScript(`return (${expression})`)) as Value,
      pressMarked: async () => (await marked()).click(),
      typeIntoMarked: async (text) => (await marked()).sendKeys(text),
      pressAt: (x, y) =>
        browser
          .actions()
          .move({ x: Math.round(x), y: Math.round(y) })
          .click()
          .perform(),
      key: (name) =>
        browser
          .actions()
          .sendKeys(Key[KEYS[name]] ?? '')
          .perform(),
      type: (text) => browser.actions().sendKeys(text).perform(),
      enterFrame: async (selector) => browser.switchTo().frame(await browser.findElement(By.css(selector))),
      leaveFrame: () => browser.switchTo().defaultContent(),
      close: async () => {
        await browser.quit()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/status`).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('The driver of WebKitGTK does not answer.')
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
