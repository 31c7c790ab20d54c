import { randomUUID } from 'node:crypto'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the answer, or its text. */
  readonly body: unknown
}

/** A visitor of a running shop. A plain client has a uuid only; `openPage` gives it cookies, as a browser gets them. */
export class TestVisitor {
  readonly origin: string
  uuid = randomUUID() as string
  readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
  }

  /** Opens a page and takes over its cookies and its uuid. */
  async openPage(path = '/'): Promise<string> {
    const answer = await fetch(this.origin + path, { headers: this.cookieHeader() })
    this.takeCookies(answer)
    const html = await answer.text()
    this.uuid = /<meta name="visitor" content="([^"]+)"/.exec(html)?.[1] ?? this.uuid
    return html
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  async put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, body, headers)
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  private async send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const answer = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: { uuid: this.uuid, ...this.cookieHeader(), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (this.cookies.size > 0) this.takeCookies(answer)
    const text = await textOf(answer)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as unknown) : text }
  }

  /** Another client with this visitor's uuid and current cookies, for example at another process. */
  copy(origin = this.origin): TestVisitor {
    const other = new TestVisitor(origin)
    other.uuid = this.uuid
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }

  takeCookies({ headers }: Pick<Response, 'headers'>): void {
    for (const cookie of headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      this.cookies.set(name, decodeURIComponent(value))
    }
  }

  private cookieHeader(): Record<string, string> {
    if (this.cookies.size === 0) return {}
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') }
  }
}

/** An event stream never ends by itself, so its beginning is the answer. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text()
  await answer.body?.cancel()
  return ''
}
