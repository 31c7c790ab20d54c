import { chromium, type Browser } from 'playwright'
import { afterAll } from 'vitest'
import { findChromium } from '#lib/setup/chromium.mjs'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No process is kept ready for a page that never comes: about a tenth less CPU for each page.
  '--renderer-process-limit=1',
  // No page lives long enough for optimised code to pay: 6 % less CPU.
  '--js-flags=--no-opt --no-maglev',
]

/** The worker keeps it beside the modules, which are new for every file. */
const worker = globalThis as typeof globalThis & { shuraBrowser?: Browser }

/** The browser of this worker: all its files share it, and it ends with the worker. A file opens contexts; what it leaves open is closed after it. */
export const browser: Browser = worker.shuraBrowser?.isConnected() ? worker.shuraBrowser : await launchChromium()
worker.shuraBrowser = browser

afterAll(() => Promise.all(browser.contexts().map((context) => context.close())))

/** The system's Chromium, else Playwright's own. Whoever launches one closes it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium: run npm test, which installs one.')
  return chromium.launch({ executablePath, args: FLAGS })
}
