import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright'

/** A page that visitors have one after the other. */
interface UsedPage {
  readonly key: string
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  /** Whether the visitor changed something of the context that cannot be put back. */
  isChanged: boolean
}

/** Pages that wait for a visitor, the last used first: each holds a process of its own. */
const MOST_WAITING = 3

/** What cannot be put back once it was called. */
const CHANGES = [
  'addInitScript',
  'addLocatorHandler',
  'exposeFunction',
  'exposeBinding',
  'grantPermissions',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const
const CLOCK_CHANGES = ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const

/** The worker keeps them beside the modules, which are new for every file. */
const worker = globalThis as typeof globalThis & { shuraUsedPages?: WeakMap<Browser, UsedPage[]> }
const waiting = (worker.shuraUsedPages ??= new WeakMap())

/**
 * Lets one visitor work with a page that is as good as new, in a context of its own with these options. The next one has the same page, cleared of all that this one left:
 * a process that has the shop's scripts, styles and fonts takes less processor time than a new one. A page that cannot be cleared, that had stored state or whose visit
 * failed is closed.
 */
export async function withPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const lent = (await takeWaiting(browser, options)) ?? (await openPage(browser, options))
  const forgetListeners = recordListeners(lent)
  let isClear = false
  try {
    await work(lent.page)
    forgetListeners()
    isClear = !options.storageState && (await clear(lent, origin, options).catch(() => false))
  } finally {
    await (isClear ? keep(browser, lent) : lent.context.close())
  }
}

async function takeWaiting(browser: Browser, options: BrowserContextOptions): Promise<UsedPage | undefined> {
  const pages = waitingIn(browser)
  const at = pages.findIndex(({ key }) => key === keyOf(options))
  const used = at < 0 ? undefined : pages.splice(at, 1)[0]
  if (used && options.viewport) await used.page.setViewportSize(options.viewport)
  return used
}

async function keep(browser: Browser, used: UsedPage): Promise<void> {
  const pages = waitingIn(browser)
  pages.unshift(used)
  await Promise.all(pages.splice(MOST_WAITING).map(({ context }) => context.close()))
}

/** What two pages have in common that one visitor may have after the other. The size of the window is set for each. */
function keyOf({ viewport: _viewport, ...rest }: BrowserContextOptions): string {
  return JSON.stringify(rest)
}

/** @returns contexts that wait for the next visitor */
export function waitingContexts(browser: Browser): readonly BrowserContext[] {
  return waitingIn(browser).map(({ context }) => context)
}

function waitingIn(browser: Browser): UsedPage[] {
  const pages = waiting.get(browser) ?? []
  waiting.set(browser, pages)
  return pages
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<UsedPage> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const opened: UsedPage = { key: keyOf(options), context, page, session: await context.newCDPSession(page), isChanged: false }
  const note = () => {
    opened.isChanged = true
  }
  for (const target of [page, context]) watchCalls(target, CHANGES, note)
  watchCalls(context.clock, CLOCK_CHANGES, note)
  return opened
}

type Method = (...args: unknown[]) => unknown

/** Tells whenever one of these methods is called. */
function watchCalls(target: object, names: readonly string[], note: () => void): void {
  for (const name of names) {
    if (!(name in target)) continue
    const method = methodOf(target, name)
    Reflect.set(target, name, (...args: unknown[]): unknown => {
      note()
      return method.apply(target, args)
    })
  }
}

/** Records the listeners that a visitor adds. @returns what removes them */
function recordListeners({ page, context }: UsedPage): () => void {
  const undone = [page, context].map((target: object) => {
    const on = methodOf(target, 'on')
    const added: unknown[][] = []
    Reflect.set(target, 'on', (...args: unknown[]): unknown => {
      added.push(args)
      return on.apply(target, args)
    })
    return () => {
      Reflect.set(target, 'on', on)
      for (const args of added) methodOf(target, 'off').apply(target, args)
    }
  })
  return () => {
    for (const undo of undone) undo()
  }
}

function methodOf(target: object, name: string): Method {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw new TypeError(`There is no method ${name}.`)
  return method as Method
}

/** Puts the page back to what a new one is. @returns whether that could be done */
async function clear(used: UsedPage, origin: string, options: BrowserContextOptions): Promise<boolean> {
  const { context, page, session } = used
  if (used.isChanged || page.isClosed() || !page.url().startsWith(`${origin}/`)) return false
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  await Promise.all(context.pages().map((one) => (one === page ? Promise.resolve() : one.close())))
  await page.mouse.move(0, 0)
  // A picture of the shop has no script: its process stays, and nothing writes any more.
  await page.goto(`${origin}/favicon.svg`)
  await Promise.all([
    options.javaScriptEnabled === false ? undefined : page.evaluate(clearTab),
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    session.send('Page.resetNavigationHistory'),
    context.clearCookies(),
    page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
      contrast: options.contrast ?? 'no-preference',
    }),
  ])
  page.setDefaultTimeout(30_000)
  return true
}

function clearTab(): void {
  sessionStorage.clear()
  window.name = ''
}
