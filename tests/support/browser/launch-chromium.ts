import { chromium, type Browser } from 'playwright'
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
  // No page lives long enough for optimised code to pay, nor for its memory to be collected beside it: a sixth less CPU for each page.
  '--js-flags=--no-opt --no-maglev --single-threaded-gc',
]

/** The system's Chromium, else Playwright's own. Whoever launches one closes it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium: run npm test, which installs one.')
  return chromium.launch({ executablePath, args: FLAGS })
}
