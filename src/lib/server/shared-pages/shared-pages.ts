import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { slugOf } from '#lib/domain/catalogue/slug.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { enterMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { openVisitor } from '#lib/server/customers/session/visitors.ts'
import { preferredEncoding } from '#lib/server/platform/http/answers/compressed-response.ts'
import { MessageCookies } from '#lib/server/platform/http/cookie-jar.ts'
import { countCall, isSpent } from '#lib/server/platform/http/limits/limits.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import type { TakenCounts } from '#lib/server/seats/board/taken-counts.ts'
import { heldNow } from '#lib/server/seats/claims/holds.ts'
import { textOverrides } from '#lib/text/overrides.ts'
import type { Locale } from '#lib/text/locales.ts'
import { whoHasBegunNothing } from './begun-nothing.ts'
import { pageAskedBy, type SharedAsked } from './page-asked.ts'
import { renderForNobody, type Render, type RenderedPage, type SharedPage } from './rendered-page.ts'
import type { ReadStyles } from './styles-inside.ts'

/** Pages say what time it is in small ways (today, when a sale opens), so none is older. In ms. */
const OLDEST = 1_000
/** Of a page some 80 kB are kept. */
const MOST = 200

/** What a page was made of: it is as true as these, and made anew with the next of any. */
interface Sources {
  readonly catalogue: Catalogue
  readonly taken: TakenCounts
  readonly words: unknown
}

interface Kept extends Sources {
  readonly at: number
  readonly page: Promise<RenderedPage | undefined>
}

/**
 * Answers what is on from memory: each page is rendered for nobody, at most once for each count of taken seats, and the name of the visitor is put into the
 * prepared bytes of each answer. Who holds seats, goes on with an order, or is told something, gets a page of their own.
 */
export class SharedPages {
  readonly #render: Render
  readonly #styles: ReadStyles
  readonly #kept = new Map<string, Kept>()

  constructor(render: Render, styles: ReadStyles) {
    this.#render = render
    this.#styles = styles
  }

  /** @param caller whose requests count together; null for this machine. @returns false where the page has to be made for this visitor */
  async answer(request: IncomingMessage, answer: ServerResponse, caller: string | null): Promise<boolean> {
    const cookies = new MessageCookies(request)
    const asked = pageAskedBy(request, cookies)
    if (!asked) return false
    try {
      return await this.#answer({ request, answer, caller, cookies, asked })
    } catch (error) {
      // The page itself tells what is wrong.
      log().debug({ err: error }, 'page could not be shared')
      return false
    }
  }

  async #answer(exchange: Exchange): Promise<boolean> {
    const { request, caller, cookies, asked } = exchange
    if ((await isSpent('page', caller)) !== undefined) return false
    const rendered = await this.#pageFor(asked)
    if (!rendered) return false
    const isFirst = request.headers.cookie === undefined
    const page = isFirst ? rendered.first : rendered.again
    const opened = await openVisitor(cookies, caller, 'remembered')
    if (!opened.ok) return false
    const { uuid } = opened.value
    if (!isFirst && !(await isForAll(asked, uuid))) return false
    if ((await countCall('page', 'caller', caller)) !== undefined) return false
    if (asked.site !== undefined && !(await enter(asked.site, uuid))) return false
    await sendPage(exchange, page, uuid)
    return true
  }

  async #pageFor(asked: SharedAsked): Promise<RenderedPage | undefined> {
    const sources = await sourcesOf(asked.locale)
    const key = JSON.stringify([asked.address, asked.cookies])
    const known = this.#kept.get(key)
    if (known && isCurrent(known, sources)) return known.page
    const page = renderForNobody(this.#render, asked, this.#styles)
    // The newest stand last, so that the first is the one to go.
    this.#kept.delete(key)
    this.#kept.set(key, { ...sources, at: Date.now(), page })
    const [oldest = ''] = this.#kept.keys()
    if (this.#kept.size > MOST) this.#kept.delete(oldest)
    return page
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly answer: ServerResponse
  readonly caller: string | null
  readonly cookies: MessageCookies
  readonly asked: SharedAsked
}

/** Sends a page with the visitor's uuid in it; its headers alone if the browser has it already. */
async function sendPage({ request, answer, cookies, asked }: Exchange, page: SharedPage, uuid: string): Promise<void> {
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  const etag = asked.kind !== 'programme' ? undefined : `"${page.body.tag}-${uuid.slice(0, 8)}${encoding ? `-${encoding}` : ''}"`
  for (const [name, value] of page.headers) answer.setHeader(name, value)
  if (etag === undefined) answer.setHeader('Cache-Control', 'no-store')
  else answer.setHeader('ETag', etag)
  answer.setHeader('Vary', 'Accept-Encoding')
  if (cookies.lines.length > 0) answer.setHeader('Set-Cookie', cookies.lines)
  if (etag !== undefined && isKnown(request, etag)) {
    answer.removeHeader('Content-Type')
    answer.writeHead(304).end()
    return
  }
  const bytes = await page.body.with(uuid, encoding)
  if (encoding) answer.setHeader('Content-Encoding', encoding)
  answer.setHeader('Content-Length', bytes.length)
  answer.writeHead(200).end(bytes)
}

/** Whether a page shows this visitor nothing of their own. Orders do not begin as everywhere for who is in a mini-site. */
async function isForAll({ kind }: SharedAsked, uuid: string): Promise<boolean> {
  if (kind === 'programme') return (await heldNow(uuid)) === undefined
  const visitor = await whoHasBegunNothing(uuid)
  return visitor !== undefined && (kind === 'miniSite' || visitor.miniSiteId === null)
}

/** Who sees the page of a mini-site is in it. @returns false if there is none */
async function enter(url: string, uuid: string): Promise<boolean> {
  const site = (await catalogue()).miniSites.get(slugOf(url))
  if (site) await enterMiniSite(uuid, site.id)
  return site !== undefined
}

async function sourcesOf(locale: Locale): Promise<Sources> {
  const [from, taken] = await Promise.all([catalogue(locale), takenByPresentation()])
  return { catalogue: from, taken, words: textOverrides() }
}

function isCurrent(kept: Kept, { catalogue: from, taken, words }: Sources): boolean {
  return kept.catalogue === from && kept.taken === taken && kept.words === words && Date.now() - kept.at < OLDEST
}

function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
