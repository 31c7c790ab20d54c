import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { LARGEST_BODY } from './request-body.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Escapes that can spell broken text; without one there is nothing to look for, since the bytes were good UTF-8. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** Levels of a value: whatever walks a body does so by recursion, and a body as large as is allowed could exhaust the stack. */
const DEEPEST = 32

/** Reads a JSON body. Refusals: UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_JSON, BAD_REQUEST (too deep). No body at all counts as {}. */
export async function readJson(request: Request): Promise<Result<unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) return refuse('BODY_TOO_LARGE')
  const text = await readText(request)
  if (!text.ok) return text
  if (text.value === '' && (type === undefined || type === 'application/json')) return accept({})
  if (type !== 'application/json') return refuse('UNSUPPORTED_MEDIA_TYPE')
  try {
    const value: unknown = JSON.parse(text.value, SUSPICIOUS.test(text.value) ? refuseBrokenText : undefined)
    return isDeeper(value, DEEPEST) ? refuse('BAD_REQUEST') : accept(value)
  } catch {
    return refuse('MALFORMED_JSON')
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Text that no database can hold as text: a NUL, or half of a surrogate pair. */
function refuseBrokenText(key: string, value: unknown): unknown {
  if (isBroken(key) || (typeof value === 'string' && isBroken(value))) throw new SyntaxError('broken text')
  return value
}

function isBroken(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

/** The server in front has read the body already and kept its limit; in development the adapter keeps its own. */
async function readText(request: Request): Promise<Result<string>> {
  try {
    const bytes = await request.arrayBuffer()
    if (bytes.byteLength > LARGEST_BODY) return refuse('BODY_TOO_LARGE')
    return accept(UTF8.decode(bytes))
  } catch (error) {
    // Broken UTF-8 is a TypeError; else the adapter's limit or a broken connection ended the stream.
    return refuse(error instanceof TypeError ? 'MALFORMED_JSON' : 'BODY_TOO_LARGE')
  }
}
