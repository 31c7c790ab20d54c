import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The largest body of a call, in bytes. */
export const BODY_LIMIT = 256 * 1024

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Escapes that can spell broken text; without one there is nothing to look for, since the bytes were good UTF-8. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** Reads a JSON body. Refusals: UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_JSON. No body at all counts as {}. */
export async function readJson(request: Request): Promise<Result<unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return refuse('BODY_TOO_LARGE')
  const text = await readText(request)
  if (!text.ok) return text
  if (text.value === '' && (type === undefined || type === 'application/json')) return accept({})
  if (type !== 'application/json') return refuse('UNSUPPORTED_MEDIA_TYPE')
  try {
    return accept(JSON.parse(text.value, SUSPICIOUS.test(text.value) ? refuseBrokenText : undefined))
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

/** Bodies that say their length are refused before they are read; one that does not is cut off by the adapter at its own limit. */
async function readText(request: Request): Promise<Result<string>> {
  try {
    const bytes = await request.arrayBuffer()
    if (bytes.byteLength > BODY_LIMIT) return refuse('BODY_TOO_LARGE')
    return accept(UTF8.decode(bytes))
  } catch (error) {
    // The adapter's own limit aborts the stream; broken UTF-8 and a broken connection end here too.
    return refuse(error instanceof TypeError ? 'MALFORMED_JSON' : 'BODY_TOO_LARGE')
  }
}
