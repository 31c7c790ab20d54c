import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readRange } from '#lib/server/vod/byte-range.ts'

/** A small S3: one bucket in memory, of which every call has to be signed (Signature Version 4). Its arithmetic is its own, not that of the library. */

export const S3 = { region: 'il-central-1', keyId: 'AKIAEXAMPLEOFTESTS', secret: 'a secret of tests with / and +' } as const
/** Keys of one page of a list. */
const PAGE = 20

interface StoredObject {
  readonly body: Buffer
  readonly type: string
}

/** A status, a connection that is reset before the answer, or one that is reset within it. */
export type Fault = number | 'reset' | 'cut'

export interface S3StandIn {
  /** Address of the bucket. */
  readonly url: string
  readonly objects: Map<string, StoredObject>
  /** Method and path with query of every call. */
  readonly calls: string[]
  /** Answers calls that this matches with an error. */
  broken: RegExp | undefined
  /** What happens to the next calls that `broken` matches, one by one, after which it is well again; without it all of them fail. */
  faults: Fault[] | undefined
  stop(): Promise<void>
}

export async function startS3(): Promise<S3StandIn> {
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      store.calls.push(`${request.method ?? ''} ${request.url ?? ''}`)
      const fault = store.broken?.test(store.calls.at(-1) ?? '') ? (store.faults ? store.faults.shift() : 500) : undefined
      if (fault !== undefined) fail(fault, request, response)
      else if (isSigned(request, body)) answer(store.objects, request, body, response)
      else response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const store: S3StandIn = {
    url: `http://127.0.0.1:${String(port)}/films-bucket`,
    objects: new Map(),
    calls: [],
    broken: undefined,
    faults: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
  return store
}

function fail(fault: Fault, { socket }: IncomingMessage, response: ServerResponse): void {
  if (typeof fault === 'number') response.writeHead(fault).end('<Error/>')
  else if (fault === 'reset') socket.resetAndDestroy()
  else response.writeHead(200, { 'Content-Length': 1_000 }).write('#EXTM3U', () => socket.resetAndDestroy())
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

interface Claim {
  readonly credential: string
  readonly headers: string
  readonly signature: string
  readonly date: string
  readonly expires: number
  readonly payload: string
}

function claimOf({ headers }: IncomingMessage, query: URLSearchParams): Claim {
  const said = headers.authorization ?? ''
  const isInQuery = said === ''
  const part = (name: string) => (isInQuery ? (query.get(`X-Amz-${name}`) ?? '') : (new RegExp(`${name}=([^, ]+)`).exec(said)?.[1] ?? ''))
  return {
    credential: part('Credential'),
    headers: part('SignedHeaders'),
    signature: part('Signature'),
    date: isInQuery ? (query.get('X-Amz-Date') ?? '') : String(headers['x-amz-date']),
    expires: isInQuery ? Number(query.get('X-Amz-Expires') ?? NaN) : 900,
    payload: isInQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']),
  }
}

/** Whether a call is signed by the key of this bucket, is not older than it may be, and has the body that it says. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const url = new URL(request.url ?? '', 'http://s3')
  const claim = claimOf(request, url.searchParams)
  const scope = `${claim.date.slice(0, 8)}/${S3.region}/s3/aws4_request`
  const age = (Date.now() - Date.parse(claim.date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'))) / 1000
  if (claim.credential !== `${S3.keyId}/${scope}` || !(age > -60 && age <= claim.expires && claim.expires <= 900)) return false
  if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== hash(body)) return false
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  const headers = claim.headers.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query.toSorted().join('&'), headers.join(''), claim.headers, claim.payload].join('\n')
  const key = ['aws4_request', 's3', S3.region, claim.date.slice(0, 8)].reduceRight<string | Buffer>(
    (from, text) => hmac(from, text),
    `AWS4${S3.secret}`,
  )
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', claim.date, scope, hash(canonical)].join('\n'))
  const given = Buffer.from(claim.signature, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function answer(objects: Map<string, StoredObject>, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://s3')
  const key = url.pathname.slice('/films-bucket/'.length)
  if (key === '') response.writeHead(200).end(listed([...objects.keys()].toSorted(), url.searchParams))
  else if (request.method === 'PUT') {
    objects.set(key, { body, type: request.headers['content-type'] ?? '' })
    response.writeHead(200).end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else sendObject(objects.get(key), request, response)
}

function sendObject(found: StoredObject | undefined, { method, headers }: IncomingMessage, response: ServerResponse): void {
  if (!found) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return
  }
  const { body, type } = found
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  const range = readRange(headers.range, body.length)
  if (headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end()
  else if (range === 'none') response.writeHead(416, { 'Content-Range': `bytes */${String(body.length)}` }).end('<Error/>')
  else {
    const part = range ? body.subarray(range.start, range.end + 1) : body
    const more = range && { 'Content-Range': `bytes ${String(range.start)}-${String(range.end)}/${String(body.length)}` }
    response.writeHead(range ? 206 : 200, {
      ...{ ETag: etag, 'Accept-Ranges': 'bytes', 'Content-Type': type, 'Content-Length': part.length, 'x-amz-request-id': 'of-the-store' },
      ...more,
    })
    response.end(method === 'HEAD' ? undefined : part)
  }
}

function listed(keys: readonly string[], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const below = keys.filter((key) => key.startsWith(prefix))
  const isByFolder = query.get('delimiter') === '/'
  const names = isByFolder ? [...new Set(below.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0] ?? ''}/`))] : below
  const from = Number(/^page&(\d+)$/.exec(query.get('continuation-token') ?? '')?.[1] ?? 0)
  const page = names.slice(from, from + PAGE)
  const next = from + PAGE < names.length ? `<NextContinuationToken>page&amp;${String(from + PAGE)}</NextContinuationToken>` : ''
  const rows = page.map((name) =>
    isByFolder ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>` : `<Contents><Key>${name}</Key></Contents>`,
  )
  return `<?xml version="1.0"?><ListBucketResult><Prefix>${prefix}</Prefix>${rows.join('')}${next}</ListBucketResult>`
}
