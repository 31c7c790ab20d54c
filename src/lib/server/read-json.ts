import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The largest body of a call, in bytes. */
export const BODY_LIMIT = 256 * 1024

/** Reads a JSON body. Refusals: UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_JSON. No body at all counts as {}. */
export async function readJson(request: Request): Promise<Result<unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return refuse('BODY_TOO_LARGE')
  const text = await readText(request)
  if (!text.ok) return text
  if (text.value === '' && (type === undefined || type === 'application/json')) return accept({})
  if (type !== 'application/json') return refuse('UNSUPPORTED_MEDIA_TYPE')
  try {
    return accept(JSON.parse(text.value, refuseBrokenText))
  } catch {
    return refuse('MALFORMED_JSON')
  }
}

/** Text that no database can hold as text: a NUL, or half of a surrogate pair. */
function refuseBrokenText(key: string, value: unknown): unknown {
  if (isBroken(key) || (typeof value === 'string' && isBroken(value))) throw new SyntaxError('broken text')
  return value
}

function isBroken(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

async function readText(request: Request): Promise<Result<string>> {
  if (!request.body) return accept('')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > BODY_LIMIT) return refuse('BODY_TOO_LARGE')
      chunks.push(chunk)
    }
    return accept(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch (error) {
    // The adapter's own limit aborts the stream; broken UTF-8 and a broken connection end here too.
    return refuse(error instanceof TypeError ? 'MALFORMED_JSON' : 'BODY_TOO_LARGE')
  }
}
