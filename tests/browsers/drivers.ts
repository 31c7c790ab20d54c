import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installApart } from '#tests/support/install-apart.ts'

/** Playwright drives builds of its own only; these drive what people have. */
const DRIVERS = { 'puppeteer-core': '25.16.0', 'selenium-webdriver': '4.49.0' } as const

const PROGRAMS = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  webkit: ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib/*/webkit2gtk-4.0/MiniBrowser'],
  'webkit-driver': ['/usr/bin/WebKitWebDriver'],
  xvfb: ['/usr/bin/Xvfb'],
} as const

/** The Debian packages that bring them. */
const PACKAGES = 'firefox-esr webkit2gtk-driver xvfb'

/** @throws if it is not installed, naming the packages to install. */
export function programOf(name: keyof typeof PROGRAMS): string {
  const found = PROGRAMS[name].flatMap((path) => (path.includes('*') ? globSync(path) : [path])).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`There is no ${name} on this machine: apt-get install --no-install-recommends ${PACKAGES}`)
  return found
}

/** A driver's module, installed beside the product on its first use. */
export async function driver<Module>(name: keyof typeof DRIVERS): Promise<Module> {
  const modules = await installApart('drivers', DRIVERS)
  return createRequire(join(modules, 'here.js'))(name) as Module
}
