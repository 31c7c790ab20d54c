import { preferredEncoding } from './compressed-response.ts'
import type { Encoding, ReadyBytes } from './ready-bytes.ts'

/** Below this a compressed answer saves nothing: it fits one packet anyway. Bytes. */
const WORTH_COMPRESSING = 1024

export interface ReadyAnswer {
  readonly body: () => ReadyBytes
  readonly type: string
  /** Names the content; an encoding of it has a tag of its own. */
  readonly tag: string
  readonly cacheControl: string
}

/** Answers with a body that is ready, in an encoding that the client takes; with 304 and nothing where the client has it already. */
export async function readyAnswer(request: Request, { body, type, tag, cacheControl }: ReadyAnswer): Promise<Response> {
  const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? undefined)
  const etag = `"${tag}${encoding ? `-${encoding}` : ''}"`
  const headers = { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept, Accept-Encoding' }
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  const ready = body()
  const used = encodingFor(request, ready)
  const bytes = await ready.in(used)
  return new Response(streamOf(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length), ...(used && { 'Content-Encoding': used }) },
  })
}

/** What the client takes of a body; undefined for one that is not worth compressing. */
export function encodingFor(request: Request, body: ReadyBytes): Encoding | undefined {
  if (body.plain.length < WORTH_COMPRESSING) return undefined
  return preferredEncoding(request.headers.get('accept-encoding') ?? undefined)
}

/** The bytes themselves: a Response that is given an array makes a copy of it, which for a stadium is a megabyte an answer. */
export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

/** Whether a client asks for a media type by its name; anything else gets the plain form. */
export function accepts(request: Request, type: string): boolean {
  return (request.headers.get('accept') ?? '').split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === type)
}
