import type { Browser } from 'playwright'
import { afterAll } from 'vitest'
import { launchChromium } from './launch-chromium.ts'
import { waitingContexts } from './lent-pages.ts'

/** The worker keeps it beside the modules, which are new for every file. */
const worker = globalThis as typeof globalThis & { shuraBrowser?: Browser }

/** The browser of this worker: all its files share it, and it ends with the worker. A file opens contexts; what it leaves open is closed after it, besides pages that wait for the next visitor. */
export const browser: Browser = worker.shuraBrowser?.isConnected() ? worker.shuraBrowser : await launchChromium()
worker.shuraBrowser = browser

afterAll(() => {
  const kept = waitingContexts(browser)
  const left = browser.contexts().filter((context) => !kept.includes(context))
  return Promise.all(left.map((context) => context.close()))
})
