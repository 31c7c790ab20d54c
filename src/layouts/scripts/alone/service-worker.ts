/**
 * The service worker: tickets that were opened on this device stay readable without a network, and every other page then says that there is none. It keeps pages
 * of tickets that the server marks and the page for no network, nothing else: no answers of calls, no prices, no seat maps, nothing of payment, forms or staff.
 * It is registered by the page of a ticket, so nobody without a ticket has it. Where the shop has it switched off it takes itself away.
 */

/** Given by the shop (service-worker.js.ts). */
declare const SHOP: { readonly isOn: boolean; readonly locales: readonly string[] }

interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends LongEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface KeepEvent extends LongEvent {
  readonly data: { readonly type?: unknown; readonly path?: unknown } | null
}
interface Worker {
  addEventListener(name: 'install' | 'activate', hear: (event: LongEvent) => void): void
  addEventListener(name: 'fetch', hear: (event: FetchEvent) => void): void
  addEventListener(name: 'message', hear: (event: KeepEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly registration: {
    unregister(): Promise<boolean>
    readonly navigationPreload?: { enable(): Promise<void> }
  }
}

const worker = self as unknown as Worker
const [TICKETS, NO_NETWORK] = ['shura-tickets', 'shura-no-network']
const LANGUAGE = '/no-network-language'
/** The server's word that a page is a ticket to keep, and until when (ms since 1970). */
const MARK = 'X-Keep-Offline'
const TICKET = /^\/edocument\/[^/]+$/
/** What a page is made of; scripts that these import come along. */
const PART = /^\/(?:_astro|fonts)\/|^\/(?:favicon\.svg|brand\.css)$/
/** Never another file by the same name. */
const HASHED = /^\/_astro\//
/** Left to the browser alone: calls, payment, staff, files, addresses elsewhere. */
const NEVER = /^\/(?:api|sandbox|pres-live|pres-live-v1|dev|embed|https?:|booking\/checkout\/payment)(?:\/|$)|^\/edocument\/[^/]+\/|\.\w+$/i
const SIGN_OUT = /^\/api\/customer(?:-area)?\/(?:logout|deletion)$/
/** What this browser itself may have changed a ticket by. */
const CHANGING = /^\/api\/(?:reservations|customer-area)\//
/** How long a kept ticket waits for a network that answers too slowly. */
const PATIENCE_MS = 4000
const LOOK_AGAIN_MS = 60_000
const MOST_TICKETS = 20
let lookedAt = 0

function isKept(answer: Response): boolean {
  return answer.ok && Number(answer.headers.get(MARK)) > Date.now()
}

/** Keeps a page with its parts, the page last: what is kept is whole, and what was kept before stays until then. @returns paths of the parts */
async function keep(name: string, path: string, answer: Response): Promise<ReadonlySet<string>> {
  const cache = await caches.open(name)
  const html = await answer.clone().text()
  const parts = new Set<string>()
  await keepParts(cache, addressesIn(html, LINKED, new URL(path, location.origin)), parts)
  await cache.put(path, answer)
  return parts
}

const LINKED = /<(?:link|script)\b[^>]*?\s(?:href|src)="([^"]+)"/g
const IMPORTED = /(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g

/** What a page or script names in the way of a pattern. */
function addressesIn(text: string, pattern: RegExp, from: URL): URL[] {
  return [...text.matchAll(pattern)].map(([, address = '']) => new URL(address.replaceAll('&amp;', '&'), from))
}

async function keepParts(cache: Cache, parts: readonly URL[], seen: Set<string>): Promise<void> {
  const wanted = parts.filter(({ origin, pathname }) => origin === location.origin && PART.test(pathname) && !seen.has(pathname))
  await Promise.all(
    wanted.map(async (part) => {
      seen.add(part.pathname)
      const known = HASHED.test(part.pathname) ? await cache.match(part) : undefined
      const answer = known ?? (await fetch(part, { credentials: 'omit' }))
      if (!answer.ok) return
      if (!known) await cache.put(part, answer.clone())
      if (!part.pathname.endsWith('.js')) return
      await keepParts(cache, addressesIn(await answer.text(), IMPORTED, part), seen)
    }),
  )
}

async function keepTicket(path: string, answer: Response): Promise<void> {
  const cache = await caches.open(TICKETS)
  if (isKept(answer)) {
    await keep(TICKETS, path, answer)
    const pages = (await cache.keys()).filter(({ url }) => TICKET.test(new URL(url).pathname))
    await Promise.all(pages.slice(0, Math.max(0, pages.length - MOST_TICKETS)).map((page) => cache.delete(page)))
  } else if (answer.status < 500 && answer.status !== 429) await cache.delete(path)
}

/** A kept ticket as it is shown without a network: it says so, and when it was kept. */
async function keptTicket(path: string): Promise<Response | undefined> {
  const cache = await caches.open(TICKETS)
  const kept = await cache.match(path)
  if (!kept) return undefined
  if (!isKept(kept)) {
    await cache.delete(path)
    return undefined
  }
  const headers = new Headers(kept.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response((await kept.text()).replace('<html ', '<html data-offline '), { headers })
}

/** Asks for every kept ticket again: one that was cancelled or changed since goes, or is kept as it is now. */
async function lookAgain(but: string | undefined): Promise<void> {
  if (Date.now() - lookedAt < LOOK_AGAIN_MS) return
  lookedAt = Date.now()
  const cache = await caches.open(TICKETS)
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname
    if (path !== but && TICKET.test(path)) await keepTicket(path, await fetch(path))
  }
}

/** Puts the pages for no network in the place of those before, which stay if one of the new ones does not come. */
async function keepNoNetwork(): Promise<void> {
  const kept = new Set([LANGUAGE])
  for (const locale of SHOP.locales) {
    const path = `/offline?lang=${locale}`
    const answer = await fetch(path, { credentials: 'omit' })
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`)
    for (const part of await keep(NO_NETWORK, path, answer)) kept.add(part)
    kept.add(path)
  }
  const cache = await caches.open(NO_NETWORK)
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!kept.has(pathname) && !kept.has(pathname + search)) await cache.delete(request)
  }
}

async function noNetwork(): Promise<Response> {
  const cache = await caches.open(NO_NETWORK)
  const told = await (await cache.match(LANGUAGE))?.text()
  const language = told !== undefined && SHOP.locales.includes(told) ? told : (SHOP.locales[0] ?? '')
  return (await cache.match(`/offline?lang=${language}`)) ?? Response.error()
}

/** What a page that came tells: the visitor's language, and what has become of a ticket. */
async function note(answer: Response, ticket: string | undefined): Promise<void> {
  if (answer.type !== 'basic') return
  const language = answer.headers.get('Content-Language')
  if (language !== null && SHOP.locales.includes(language)) await (await caches.open(NO_NETWORK)).put(LANGUAGE, new Response(language))
  if (ticket !== undefined) await keepTicket(ticket, answer)
  await lookAgain(ticket)
}

async function answerPage(event: FetchEvent, path: string): Promise<Response> {
  const ticket = TICKET.test(path) ? path : undefined
  const kept = ticket === undefined ? undefined : await keptTicket(ticket)
  const coming = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request))
  event.waitUntil(coming.then((answer) => note(answer.clone(), ticket)).catch(() => undefined))
  try {
    const answer = await (kept ? Promise.race([coming, waitFor(PATIENCE_MS)]) : coming)
    return kept && (answer === undefined || answer.status >= 500) ? kept : (answer ?? (await noNetwork()))
  } catch {
    return kept ?? noNetwork()
  }
}

function waitFor(ms: number): Promise<undefined> {
  return new Promise((done) => {
    setTimeout(() => {
      done(undefined)
    }, ms)
  })
}

/** Parts have their hash in their names, or are pictures and letters: those that are kept need no network. */
async function answerPart(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([worker.skipWaiting(), SHOP.isOn && keepNoNetwork()]))
})

worker.addEventListener('activate', (event) => {
  const start = async (): Promise<void> => {
    if (SHOP.isOn) {
      await worker.registration.navigationPreload?.enable()
      await worker.clients.claim()
      return
    }
    await Promise.all([TICKETS, NO_NETWORK].map((name) => caches.delete(name)))
    await worker.registration.unregister()
  }
  event.waitUntil(start())
})

if (SHOP.isOn) {
  worker.addEventListener('fetch', (event) => {
    const { method, mode, destination, url } = event.request
    const { origin, pathname } = new URL(url)
    if (origin !== location.origin) return
    if (method === 'POST' && SIGN_OUT.test(pathname)) event.waitUntil(caches.delete(TICKETS))
    if (method !== 'GET' && CHANGING.test(pathname)) lookedAt = 0
    if (method !== 'GET') return
    if (PART.test(pathname)) event.respondWith(answerPart(event.request))
    else if (mode === 'navigate' && destination === 'document' && !NEVER.test(pathname)) event.respondWith(answerPage(event, pathname))
  })

  worker.addEventListener('message', (event) => {
    const { type, path } = event.data ?? {}
    if (type !== 'keep' || typeof path !== 'string' || !TICKET.test(path)) return
    event.waitUntil(fetch(path).then((answer) => note(answer, path)))
  })
}

export {}
