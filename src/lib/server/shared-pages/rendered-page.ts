import { IncomingMessage, ServerResponse, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { BytesWithGap } from '#lib/server/platform/http/answers/bytes-with-gap.ts'
import { NOBODY_MARK } from '#lib/server/platform/http/page-for-nobody.ts'
import { withStylesInside, type PageText, type ReadStyles } from './styles-inside.ts'

/** What a page depends on besides what is on. No visitor's request goes into it, only this. */
export interface PageAsked {
  /** Path and query. */
  readonly address: string
  /** Cookies that change it: of the language and of the colours. */
  readonly cookies: readonly (readonly [name: string, value: string])[]
}

/** Renders a page; `locals` say for whom. */
export type Render = (request: IncomingMessage, answer: ServerResponse, locals: { readonly isForNobody: true }) => Promise<void>

/** A page without its visitor. */
export interface SharedPage {
  readonly headers: readonly (readonly [string, OutgoingHttpHeader])[]
  readonly body: BytesWithGap
}

/** A page as those get it who have been here before, and as it is sent at first: with its styles in it. */
export interface RenderedPage {
  readonly again: SharedPage
  readonly first: SharedPage
}

/** Headers that an answer has of its own. */
const OWN = new Set(['content-length', 'set-cookie', 'etag', 'date'])

/** Renders a page for nobody. @returns undefined where it may not be shared: it is no page, says so, sets a cookie or has no place for its visitor's name */
export async function renderForNobody(
  render: Render,
  { address, cookies }: PageAsked,
  styles: ReadStyles,
): Promise<RenderedPage | undefined> {
  const request = new IncomingMessage(new Socket())
  request.method = 'GET'
  request.url = address
  const cookie = cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  Object.assign(request.headers, { host: 'localhost', accept: 'text/html', ...(cookie && { cookie }) })
  const answer = new KeptAnswer(request)
  await render(request, answer, { isForNobody: true })
  if (answer.statusCode !== 200 || answer.hasHeader('set-cookie') || /no-store/.test(String(answer.getHeader('cache-control'))))
    return undefined
  const text = { html: answer.text, policy: String(answer.getHeader(POLICY) ?? '') }
  const again = pageOf(answer, text)
  return again && { again, first: pageOf(answer, withStylesInside(text, styles) ?? text) ?? again }
}

const POLICY = 'content-security-policy'

function pageOf(answer: ServerResponse, { html, policy }: PageText): SharedPage | undefined {
  const [before, after, ...more] = html.split(NOBODY_MARK)
  if (before === undefined || after === undefined || more.length > 0) return undefined
  const headers = Object.entries(answer.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OWN.has(name) ? [] : [[name, name === POLICY && policy ? policy : value] as const],
  )
  return { headers, body: new BytesWithGap(before, after, NOBODY_MARK.length) }
}

/** Keeps what is written to it. */
class KeptAnswer extends ServerResponse {
  readonly #chunks: Buffer[] = []

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status
    const headers = rest.find((one): one is OutgoingHttpHeaders => typeof one === 'object' && one !== null) ?? {}
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value)
    return this
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(Buffer.from(chunk as string))
    return true
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
    this.emit('finish')
    this.emit('close')
    return this
  }
}
