import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, runTool, say } from './run.mjs'

/** The headless shell first: the same engine without the windows, for half of the processor time. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const INSTALL = ['install', '-y', '-qq', '--no-install-recommends']

/**
 * Finds a Chromium for the browser tests, or installs one: by apt if permitted, else Playwright's own.
 * @returns {Promise<boolean>} whether a Chromium is available
 */
export async function ensureChromium() {
  if (await findChromium()) return true
  say('Installing Chromium for the browser tests …')
  const isDebianRoot = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (isDebianRoot) {
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update', '-qq'], quiet)
    const installed = await run('apt-get', [...INSTALL, 'chromium-headless-shell'], quiet)
    if (installed !== 0) await run('apt-get', [...INSTALL, 'chromium'], quiet)
    // The widths of Arial and Times New Roman, for letters that the shop has no fonts for, and Hebrew letters.
    await run('apt-get', [...INSTALL, 'fonts-liberation', 'fonts-dejavu-core'], quiet)
  } else {
    await runTool('playwright/cli.js', ['install', 'chromium'])
  }
  if (await findChromium()) return true
  say('No Chromium: install it (apt-get install chromium, or npx playwright install chromium), or name one in CHROMIUM_PATH.')
  return false
}

/** @returns {Promise<string | undefined>} path of an installed Chromium */
export async function findChromium() {
  const { chromium } = await import('playwright')
  return [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path))
}
