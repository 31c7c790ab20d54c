import { rm } from 'node:fs/promises'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { startApp } from '#tests/support/processes/server.ts'
import type { BrowserTab, WindowSize } from './browser-tab.ts'
import { openChromium } from './chromium-tab.ts'
import { openFirefox } from './firefox-tab.ts'
import { PURCHASES, type Purchase } from './purchases.ts'
import { Stepper } from './stepper.ts'
import { openWebKit } from './webkit-tab.ts'

/** npm run browsers [-- chromium] [-- firefox] [-- webkit]: three whole purchases in each browser that people have, with the steps that they take. */
const BROWSERS: Readonly<Record<string, (size: WindowSize) => Promise<BrowserTab>>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
}

const chosen = process.argv.slice(2).filter((name) => name in BROWSERS)
const dataDir = await makeDataDirectory()
const app = await startApp({ env: { DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' } })
let failures = 0
try {
  for (const [name, open] of Object.entries(BROWSERS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    for (const purchase of PURCHASES) failures += Number(!(await tries(purchase, open)))
  }
} finally {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1

async function tries({ name, size, make }: Purchase, open: (size: WindowSize) => Promise<BrowserTab>): Promise<boolean> {
  const tab = await open(size)
  const buyer = new Stepper(tab)
  try {
    await make(buyer, app.origin)
    const moves = buyer.moves > 0 ? ` and ${String(buyer.moves)} keys that only move` : ''
    say(`${tab.name}: ${name}: bought in ${String(buyer.steps)} steps${moves}`)
    return true
  } catch (error) {
    say(`${tab.name}: ${name}: failed after ${String(buyer.steps)} steps. ${error instanceof Error ? error.message : String(error)}`)
    say(
      await tab
        .evaluate<string>(
          `location.href + ' · ' + (document.activeElement?.outerHTML.slice(0, 200) ?? '') + document.body.innerText.slice(0, 900)`,
        )
        .catch(() => ''),
    )
    return false
  } finally {
    await tab.close()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
