import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright'

/** How somebody visits. */
export interface VisitOptions extends BrowserContextOptions {
  /** true for somebody whose browser has cached nothing; others may have styles, scripts, fonts and pictures of an earlier visitor, and nothing else of one. */
  readonly isFirstVisit?: boolean
}

/** A context between two visitors. Its empty page keeps the process with what is compiled, and can empty what was stored. */
interface Waiting {
  readonly context: BrowserContext
  readonly empty: Page
  readonly session: CDPSession
}

/** What no new page undoes: a context of which it was asked has no further visitor. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const
const LASTING_OF_CLOCK = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const
/** Each is a process of some 60 MB. */
const MOST_WAITING = 4

/** The worker keeps them beside the modules, which are new for every file. By their options, the one that has waited longest first. */
const worker = globalThis as typeof globalThis & { shuraContexts?: Map<string, Waiting> }
const waiting = (worker.shuraContexts ??= new Map<string, Waiting>())

/** Whether a context waits for a visitor; those of all files of a worker do. */
export function isWaiting(context: BrowserContext): boolean {
  return [...waiting.values()].some((one) => one.context === context)
}

const mayHaveCached = new WeakSet<BrowserContext>()

/** Expects a browser that has cached nothing, where a test depends on what a first visitor sees. */
export function expectFirstVisit(context: BrowserContext): void {
  if (mayHaveCached.has(context)) throw new Error('Styles and scripts may be cached: visit with isFirstVisit.')
}

/**
 * Lets somebody visit who has no cookies and has stored nothing. A context is used again if nothing was changed in it for good: the scripts of a page are neither
 * sent nor compiled again then, which is two fifths of the processor time of the first page. A test that failed leaves none.
 */
export async function withContext(
  browser: Browser,
  { isFirstVisit = false, ...options }: VisitOptions,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  if (isFirstVisit || options.storageState) return inNewContext(browser, options, work)
  const key = JSON.stringify(options)
  const one = await takeContext(browser, key, options)
  let isUsable = false
  const endWatch = noteLasting(one.context)
  try {
    await work(one.context)
    isUsable = true
  } finally {
    // A worker that is being installed stores what it needs when all else was emptied.
    const isChanged = endWatch() || one.context.serviceWorkers().length > 0
    if (isUsable && !isChanged) await giveBack(key, one)
    else await one.context.close()
  }
}

async function inNewContext(
  browser: Browser,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    await work(context)
  } finally {
    await context.close()
  }
}

async function takeContext(browser: Browser, key: string, options: BrowserContextOptions): Promise<Waiting> {
  const found = waiting.get(key)
  waiting.delete(key)
  if (found && (await isEmptied(found, options))) return found
  const context = await browser.newContext(options)
  mayHaveCached.add(context)
  const empty = await context.newPage()
  return { context, empty, session: await context.newCDPSession(empty) }
}

/** Asked for by the next visitor and not when the last one leaves: what a page sends as it closes has been answered by then. */
async function isEmptied({ context, session }: Waiting, { baseURL }: BrowserContextOptions): Promise<boolean> {
  try {
    await context.clearCookies()
    if (baseURL) await session.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' })
    return true
  } catch {
    await context.close()
    return false
  }
}

async function giveBack(key: string, one: Waiting): Promise<void> {
  const used = one.context.pages().filter((page) => page !== one.empty)
  await Promise.all(used.map((page) => page.close()))
  const same = waiting.get(key)
  await same?.context.close()
  waiting.delete(key)
  waiting.set(key, one)
  for (const [longest, { context }] of waiting) {
    if (waiting.size <= MOST_WAITING) return
    waiting.delete(longest)
    await context.close()
  }
}

/** @returns tells whether something was asked of the context that lasts, and ends the watch */
function noteLasting(context: BrowserContext): () => boolean {
  let isChanged = false
  const ends = [watch(context, LASTING, note), watch(context.clock, LASTING_OF_CLOCK, note)]
  function note(): void {
    isChanged = true
  }
  return () => {
    for (const end of ends) end()
    return isChanged
  }
}

/** Notes each call of some methods of an object. @returns what ends it */
function watch(target: object, names: readonly string[], note: () => void): () => void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name)
    if (typeof method !== 'function') continue
    Object.assign(target, {
      [name]: (...given: unknown[]): unknown => {
        note()
        return Reflect.apply(method, target, given)
      },
    })
  }
  return () => {
    for (const name of names) Reflect.deleteProperty(target, name)
  }
}
