import type { Browser } from 'playwright'
import { afterAll } from 'vitest'
import { launchChromium } from './launch-chromium.ts'

/** The worker keeps it beside the modules, which are new for every file. */
const worker = globalThis as typeof globalThis & { shuraBrowser?: Browser }

/** The browser of this worker: all its files share it, and it ends with the worker. A file opens contexts; what it leaves open is closed after it. */
export const browser: Browser = worker.shuraBrowser?.isConnected() ? worker.shuraBrowser : await launchChromium()
worker.shuraBrowser = browser

afterAll(() => Promise.all(browser.contexts().map((context) => context.close())))
