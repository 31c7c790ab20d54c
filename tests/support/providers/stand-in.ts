import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

/** The common part of the stand-ins for payment providers: a small local server that fails as told. */

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status?: number
  readonly json?: unknown
  readonly html?: string
  /** Redirects the browser (303). */
  readonly goTo?: string
}

/**
 * The fault of one call: the connection breaks, or an error is answered, before or after the work. `late`: the connection breaks, and the work is
 * done when the test delivers it.
 */
export type Trouble = 'drop-before' | 'drop-after' | 'error-before' | 'error-after' | 'late'

export interface StandIn {
  readonly origin: string
  /** Every call with its operation, in order. */
  readonly calls: readonly { readonly operation: string; readonly asked: Asked }[]
  /** Makes the next call of that operation fail; several faults queue up. */
  fail(operation: string, ...troubles: Trouble[]): void
  /** Delivers late calls. @returns their number */
  letArrive(): number
  stop(): Promise<void>
}

export interface Parts {
  /** The operation of a call, as `fail` takes it; undefined if it cannot fail. */
  operationOf(asked: Asked): string | undefined
  answer(asked: Asked): Answer
  /** The provider's own form of a server error. */
  readonly brokenAnswer: Answer
}

export async function startStandIn(parts: Parts, port = 0): Promise<StandIn> {
  const waiting = new Map<string, Trouble[]>()
  const onTheirWay: Asked[] = []
  const calls: { operation: string; asked: Asked }[] = []
  // Keeps idle connections open: a request at the moment of closing would be lost.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void readAsked(request).then((asked) => {
      const operation = parts.operationOf(asked)
      if (operation !== undefined) calls.push({ operation, asked })
      serve(parts, asked, response, operation === undefined ? undefined : waiting.get(operation)?.shift(), onTheirWay)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in has no port.')
  return {
    origin: `http://127.0.0.1:${String(address.port)}`,
    calls,
    fail: (operation, ...troubles) => waiting.set(operation, [...(waiting.get(operation) ?? []), ...troubles]),
    letArrive: () => onTheirWay.splice(0).map((asked) => parts.answer(asked)).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

function serve(parts: Parts, asked: Asked, response: ServerResponse, trouble: Trouble | undefined, onTheirWay: Asked[]): void {
  if (trouble === undefined) {
    send(response, parts.answer(asked))
    return
  }
  if (trouble === 'drop-after' || trouble === 'error-after') parts.answer(asked)
  if (trouble.startsWith('error')) {
    send(response, parts.brokenAnswer)
    return
  }
  if (trouble === 'late') onTheirWay.push(asked)
  response.destroy()
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const url = new URL(request.url ?? '/', 'http://stand-in')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.goTo !== undefined) {
    response.writeHead(303, { Location: answer.goTo }).end()
    return
  }
  const type = answer.html === undefined ? 'application/json' : 'text/html'
  response.writeHead(answer.status ?? 200, { 'Content-Type': `${type}; charset=utf-8` })
  response.end(answer.html ?? JSON.stringify(answer.json ?? {}))
}

/** A page whose buttons a person can press. @param buttons value of `press` and its label */
export function paymentPage(
  locale: 'he' | 'en',
  title: string,
  lines: readonly string[],
  buttons: Readonly<Record<string, string>>,
): string {
  const style =
    'body{font:18px/1.6 sans-serif;max-inline-size:28rem;margin:3rem auto;padding:0 1rem}button{display:block;inline-size:100%;margin:.6rem 0;padding:.8rem;font:inherit}'
  return `<!doctype html><html lang="${locale}" dir="${locale === 'he' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>
<h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}
<form method="post">${Object.entries(buttons)
    .map(([press, words]) => `<button name="press" value="${press}">${words}</button>`)
    .join('')}</form></html>`
}
