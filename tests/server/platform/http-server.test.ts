import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSiteServer, type Site, type SiteServer } from '#lib/server/platform/http/http-server.ts'
import { loggablePath } from '#lib/server/platform/http/request-target.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { securityHeaders } from '#lib/server/platform/http/security-headers.ts'

const PAGE = 'שורה '.repeat(2000)

/** A site that answers every path in the ways that the HTTP server has to handle. */
const site: Site = {
  files: (_request, _answer, next) => {
    next()
  },
  pages: (request, answer) => {
    if (request.url === '/page')
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'self'" }).end(PAGE)
    else if (request.url === '/chunks') {
      answer.writeHead(200, { 'Content-Type': 'application/json' })
      for (let at = 0; at < PAGE.length; at += 100) answer.write(PAGE.slice(at, at + 100))
      answer.end()
    } else if (request.url === '/picture') answer.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.alloc(5000))
    else if (request.url === '/unchanged') answer.writeHead(304).end()
    else
      answer
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ seen: request.url, forwarded: request.headers['x-forwarded-for'] ?? null }))
    return undefined
  },
  callerOf: () => null,
  isDatabaseUp: () => isUp,
  hasRoom: () => hasRoom,
  isHttps: false,
  trustsProxy: false,
}

let [isUp, hasRoom] = [true, true]
let server: SiteServer
let port: number

beforeEach(async () => {
  isUp = true
  hasRoom = true
  server = createSiteServer(site)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Like `fetch`, but without fixing the path or decompressing the body. */
function ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject).end()
  })
}

async function askRaw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

describe('a request line', () => {
  it.each(['/%', '/a/%zz', '//', '//evil.example/'])('is a bad request for %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(400)
    expect(JSON.parse(body.toString())).toMatchObject({ error: 'BAD_REQUEST' })
  })

  it.each([
    ['/https:\\\\evil.example', '/404'],
    ['/https:/\\evil.example', '/404'],
    ['/order\\1', '/404'],
    ['/api\\health', '/404'],
    ['/api/presentations\\1', '/api/404'],
  ])('with a backslash in %s never leaves the site: %s answers', async (path, seen) => {
    expect(JSON.parse((await ask(path)).body.toString())).toMatchObject({ seen })
  })

  it('with two hosts is a bad request', async () => {
    expect(await askRaw('GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    expect(await askRaw('GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each(['/', '/https://pay.example/x?y=%', '/%D7%A9', '/x?y=a\\b'])('with %s is accepted', async (path) => {
    expect((await ask(path)).status).toBe(200)
  })

  it.each(['TRACE', 'DELETE', 'PATCH', 'PROPFIND'])('with the method %s is refused', async (method) => {
    const { status, headers, body } = await ask('/', method)
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD, POST, PUT, OPTIONS')
    expect(JSON.parse(body.toString())).toMatchObject({ error: 'METHOD_NOT_ALLOWED' })
  })

  it.each([
    ['to be a tunnel', 'CONNECT evil.example:443 HTTP/1.1', 405],
    ['with a method that nobody knows', 'BREW / HTTP/1.1', 405],
    ['of an unknown protocol', 'GET / HTTP/9.9', 400],
    ['with 20 kB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}`, 431],
    ['of 9 kB', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close`, 400],
  ])('with %s is answered, not dropped', async (_name, text, status) => {
    const answer = await askRaw(`${text}\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `))
    expect(answer).toContain('X-Content-Type-Options: nosniff')
  })

  it('that announces more than 256 KiB is refused before it is read', async () => {
    const answer = await askRaw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 262145\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('"error":"BODY_TOO_LARGE"')
  })

  it('passes the forwarding header on only from a trusted proxy', async () => {
    const { body } = await ask('/x', 'GET', { 'X-Forwarded-For': '203.0.113.9' })
    expect(JSON.parse(body.toString())).toEqual({ seen: '/x', forwarded: null })
  })
})

describe('every answer', () => {
  it.each(['/page', '/%', '/unchanged', '/picture'])('R1.26 has noindex and the security headers: %s', async (path) => {
    const { headers } = await ask(path)
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('keeps the policy of a page, and without one forbids everything', async () => {
    expect((await ask('/page')).headers['content-security-policy']).toBe("script-src 'self'; frame-ancestors 'none'")
    expect((await ask('/api/x')).headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it.each([
    ['/sandbox/form', "'self'"],
    ['/sandboxes', "'none'"],
    ['/order/1', "'none'"],
  ])('lets %s be framed by %s', (path, ancestors) => {
    const headers = securityHeaders({ path, contentSecurityPolicy: undefined, referrerPolicy: undefined, isHttps: true })
    expect(headers['Content-Security-Policy']).toContain(`frame-ancestors ${ancestors}`)
    expect(headers['Strict-Transport-Security']).toContain('max-age=31536000')
  })
})

describe('what may be shown in a frame', () => {
  const SITES = ['https://www.organiser.example', 'http://localhost:8080']
  const framersOf = (path: string, embedOrigins: readonly string[] = SITES) =>
    /frame-ancestors (.*)$/.exec(
      securityHeaders({ path, contentSecurityPolicy: undefined, referrerPolicy: undefined, isHttps: true, embedOrigins })[
        'Content-Security-Policy'
      ] ?? '',
    )?.[1]

  it.each(['/embed/calendar', '/embed/features/3', '/embed/mini-site/%D7%A9'])('by the sites of the list alone: %s', (path) => {
    expect(framersOf(path)).toBe('https://www.organiser.example http://localhost:8080')
    expect(framersOf(path, [])).toBe("'none'")
  })

  it.each([
    ...['/', '/order/1', '/booking/checkout', '/booking/checkout/payment', '/cart', '/cart/X', '/customer', '/customer/details'],
    ...['/edocument/x', '/mini-site/x', '/PRES-live', '/api/cart', '/embed', '/embed.js', '/embedded/x', '/order/embed/1'],
    ...['/embed/%2e%2e/customer', '/embed/%2E%2E/cart', '/embed/../customer', '/%65mbed/calendar'],
  ])('by nobody: %s', (path) => {
    expect(framersOf(path)).toBe("'none'")
  })

  it('by ourselves alone: the payment form', () => {
    expect(framersOf('/sandbox/payment/x')).toBe("'self'")
  })
})

describe('compression', () => {
  it.each(['/page', '/chunks'])('encodes %s as the client accepts', async (path) => {
    const [br, gzip, none] = await Promise.all([
      ask(path, 'GET', { 'Accept-Encoding': 'gzip, br' }),
      ask(path, 'GET', { 'Accept-Encoding': 'gzip, br;q=0' }),
      ask(path),
    ])
    expect([br.headers['content-encoding'], gzip.headers['content-encoding'], none.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
      undefined,
    ])
    expect(brotliDecompressSync(br.body).toString()).toBe(PAGE)
    expect(gunzipSync(gzip.body).toString()).toBe(PAGE)
    expect(none.body.toString()).toBe(PAGE)
    expect(br.headers.vary).toBe('Accept-Encoding')
  })

  it.each(['/picture', '/short', '/unchanged'])('leaves %s as it is', async (path) => {
    expect((await ask(path, 'GET', { 'Accept-Encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  })

  it('answers HEAD without a body', async () => {
    const { status, body } = await ask('/page', 'HEAD', { 'Accept-Encoding': 'br' })
    expect([status, body.length]).toEqual([200, 0])
  })
})

describe('while the database is away', () => {
  it('answers a call with 503 and when to retry', async () => {
    isUp = false
    const { status, headers } = await ask('/page', 'GET', { Accept: 'application/json' })
    expect(status).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '3', 'content-type': 'application/json; charset=utf-8' })
  })

  it.each([
    ['GET', '/page', '/503'],
    ['POST', '/sandbox/payment/x', '/503'],
    ['GET', '/page?x=1&lang=en#top', '/503?lang=en'],
  ])('answers the page %s %s with %s, which says so', async (method, path, page) => {
    isUp = false
    const { body } = await ask(path, method, { Accept: 'text/html' })
    expect(JSON.parse(body.toString())).toMatchObject({ seen: page })
  })

  it('still answers the health call', async () => {
    isUp = false
    expect((await ask('/api/health')).status).toBe(200)
  })
})

describe('while the database disk is full', () => {
  it('answers writes with 503 and still serves reads', async () => {
    hasRoom = false
    expect((await ask('/page')).status).toBe(200)
    for (const method of ['POST', 'PUT']) expect((await ask('/api/payment/commit', method)).status).toBe(503)
    expect((await ask('/api/health')).status).toBe(200)
  })
})

describe('a log line', () => {
  it('says how was asked, of HEAD too, which is answered as GET is', async () => {
    const said = vi.spyOn(log(), 'info')
    await ask('/page', 'HEAD')
    await expect.poll(() => said.mock.calls.map(([line]) => line)).toMatchObject([{ method: 'HEAD', path: '/page', status: 200 }])
    said.mockRestore()
  })

  it.each([
    ['/order/12?ssn=000000018&uuid=1', '/order/12'],
    ['/api/reservations/ABC123', '/api/reservations/{key}'],
    ['/cart/7K2M9QXW4TRB6NPH3V8D', '/cart/{key}'],
    ['/edocument/anything', '/edocument/{key}'],
    ['/x/0f8fad5b-d9cb-469f-a165-70867728950e/y', '/x/{key}/y'],
    ['/https://evil.example/secret', '/http…'],
    ['/api/payment/ABCDEFGHJKMNPQRSTVWX/payment', '/api/payment/{key}/payment'],
    ['/api/PRES-live/sendTickets/ABCDEFGHJKMNPQRSTVWX', '/api/PRES-live/sendTickets/{key}'],
    ['/vod/ABCDEFGHJKMNPQRSTVWX/7', '/vod/{key}/7'],
    ['/api/payment/form/he', '/api/payment/form/he'],
    ['/api/payment/callback/sandbox', '/api/payment/callback/sandbox'],
    ['/api/payment/commit', '/api/payment/commit'],
    ['/booking/checkout/payment', '/booking/checkout/payment'],
    ['/api/system-vouchers/GIFT-A/history', '/api/system-vouchers/{key}/history'],
    ['/sandbox/payment/ABCDEF', '/sandbox/{key}/{key}'],
    ['/api/presentations/101/ticketGroups', '/api/presentations/101/ticketGroups'],
    ['/api/PRES-live/editReferencePromptOptionQuantity/1/a', '/api/PRES-live/editReferencePromptOptionQuantity/1/a'],
  ])('shows %s as %s', (target, shown) => {
    expect(loggablePath(target)).toBe(shown)
  })
})
