import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AddressLines } from './address-lines.ts'
import { answersInLine, askFor, type Answering } from './answer-in-line.ts'
import { refusalAnswer } from './answers/answers.ts'
import { CompressedResponse } from './answers/compressed-response.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { METHODS, refuseRequest } from './refuse-request.ts'
import { readBody } from './answers/request-body.ts'
import { loggablePath, pathOf, servedTarget } from './request-target.ts'
import { securityHeaders } from './security-headers.ts'
import { UNAVAILABLE_PAGE, unavailableAnswer, wantsPage } from './answers/unavailable.ts'
import { rememberUnused } from './unused-connections.ts'

type Handle = (request: IncomingMessage, answer: CompressedResponse, next: () => void) => void

export type SiteServer = Server<typeof IncomingMessage, typeof CompressedResponse>

export interface Site {
  /** Files of the build; calls `next` when it has none for the path. */
  readonly files: Handle
  /** The built pages and calls. */
  readonly pages: Answering
  /** Whose requests count together (network.ts); null for this machine, which is not limited. */
  callerOf(request: IncomingMessage): string | null
  /** Whether the database is there; without it only files and the health call are answered. */
  isDatabaseUp(): boolean
  /** Whether it has room; without it what is there can be looked at, and nothing changes. */
  hasRoom(): boolean
  /** Where the requests of one address wait for one another, if not as AddressLines has it. */
  readonly lines?: AddressLines
  readonly isHttps: boolean
  /** Origin of the payment provider's page where it is not ours. */
  readonly paymentPage?: string | undefined
  /** Origins of sites that may show what is made for them. */
  readonly embedOrigins?: readonly string[]
  readonly trustsProxy: boolean
}

/** The site, whose pages and calls are answered in the line of each address. */
interface Door extends Site {
  readonly inLine: ReturnType<typeof answersInLine>
}

/** A request as it came, whatever is made of it on its way to an answer. */
interface Asked {
  readonly requestId: string
  readonly method: string | undefined
  /** Path and query. */
  readonly target: string
}

const LAST_ANSWER = { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close', Allow: METHODS.join(', ') }
/** Which proxy headers decide about the visitor's address: ours to believe only behind a proxy of our own. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip']

/** The server in front of the built site: checks each request line, adds what every answer carries, writes one log line a request. */
export function createSiteServer(site: Site): SiteServer {
  const door: Door = { ...site, inLine: answersInLine((request, answer) => answerNow(site, request, answer), site.lines) }
  const server = createServer(
    {
      ServerResponse: CompressedResponse,
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
    },
    (request, answer) => {
      handleRequest(door, request, answer)
    },
  )
  rememberUnused(server)
  server.on('clientError', refuseUnreadable)
  server.on('connect', (_request, socket) => {
    refuseConnect(socket)
  })
  return server
}

function handleRequest(site: Door, request: IncomingMessage, answer: CompressedResponse): void {
  const target = servedTarget(request.url ?? '/')
  const asked: Asked = { requestId: randomUUID(), method: request.method, target }
  request.url = target
  request.headers['x-request-id'] = asked.requestId
  if (!site.trustsProxy) for (const name of PROXY_HEADERS) Reflect.deleteProperty(request.headers, name)
  answer.onHead(() => {
    completeHead(site, asked, answer)
  })
  logWhenDone(asked, answer)
  const refusal = refuseRequest(request, target)
  if (refusal) {
    void send(refusal, request, answer)
    return
  }
  site.files(request, answer, () => {
    // Node sends no body for it; what comes after knows only GET, which is what HEAD asks about.
    if (request.method === 'HEAD') request.method = 'GET'
    if (request.method === 'GET') answerInTurn(site, request, answer)
    else passWithBody(site, request, answer)
  })
}

/** Files are no work, and who asks how the shop is has to hear it at once; everything else waits for what its address asked before. */
function answerInTurn(site: Door, request: IncomingMessage, answer: CompressedResponse): void {
  if (isHealthCall(request)) {
    void site.pages(request, answer)
    return
  }
  const refusal = site.inLine({ request, answer, caller: site.callerOf(request) })
  if (refusal) void send(refusal, request, answer)
}

function isHealthCall({ url = '/' }: IncomingMessage): boolean {
  return pathOf(url) === '/api/health'
}

function isServed(site: Site, { method }: IncomingMessage): boolean {
  return site.isDatabaseUp() && (method === 'GET' || site.hasRoom())
}

function answerNow(site: Site, request: IncomingMessage, answer: CompressedResponse): Promise<void> | undefined {
  if (isServed(site, request)) return site.pages(request, answer)
  if (!wantsPage(request.headers.accept)) return send(unavailableAnswer('he'), request, answer)
  // A page of our own that needs no database.
  if (!request.complete) answer.setHeader('Connection', 'close')
  askFor(UNAVAILABLE_PAGE, request)
  return site.pages(request, answer)
}

function passWithBody(site: Door, request: IncomingMessage, answer: CompressedResponse): void {
  readBody(request, (isWithinLimit) => {
    if (isWithinLimit) answerInTurn(site, request, answer)
    else void send(refusalAnswer({ code: 'BODY_TOO_LARGE' }, 'he'), request, answer)
  })
}

function completeHead(site: Site, { requestId, target }: Asked, answer: CompressedResponse): void {
  const path = pathOf(target)
  const headers = securityHeaders({
    path,
    contentSecurityPolicy: textHeader(answer, 'Content-Security-Policy'),
    referrerPolicy: textHeader(answer, 'Referrer-Policy'),
    isHttps: site.isHttps,
    paymentPage: site.paymentPage,
    embedOrigins: site.embedOrigins,
  })
  for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value)
  answer.setHeader('X-Request-Id', requestId)
  // A page carries its visitor's name: no cache on the way may keep it.
  if (!answer.hasHeader('Cache-Control')) answer.setHeader('Cache-Control', 'private, no-cache')
}

function textHeader(answer: CompressedResponse, name: string): string | undefined {
  const value = answer.getHeader(name)
  return typeof value === 'string' ? value : undefined
}

function logWhenDone({ requestId, method, target }: Asked, answer: CompressedResponse): void {
  const startedAt = performance.now()
  answer.once('close', () => {
    const line = {
      requestId,
      method,
      path: loggablePath(target),
      status: answer.statusCode,
      ms: Math.round(performance.now() - startedAt),
    }
    if (!answer.writableFinished) log().info(line, 'request aborted')
    else if (target.startsWith('/_astro/')) log().debug(line, 'request')
    else log().info(line, 'request')
  })
}

async function send(from: Response, request: IncomingMessage, answer: CompressedResponse): Promise<void> {
  const body = Buffer.from(await from.arrayBuffer())
  for (const [name, value] of from.headers) answer.setHeader(name, value)
  // What the client is still sending is not read.
  if (!request.complete) answer.setHeader('Connection', 'close')
  answer.writeHead(from.status)
  answer.end(request.method === 'HEAD' ? undefined : body)
}

/** A request that is no HTTP, or whose head is too long or too late. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_INVALID_METHOD: 405 }[error.code ?? ''] ?? 400
  endSocket(socket, status)
}

function refuseConnect(socket: Duplex): void {
  endSocket(socket, 405)
}

function endSocket(socket: Duplex, status: number): void {
  const body = JSON.stringify({ error: status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST', message: STATUS_CODES[status] })
  const headers = {
    ...securityHeaders({ path: '/', contentSecurityPolicy: undefined, referrerPolicy: undefined, isHttps: false }),
    ...LAST_ANSWER,
  }
  const lines = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
