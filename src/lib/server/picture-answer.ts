import { createHash } from 'node:crypto'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** An SVG as an answer of its own: cached for an hour, then asked again by its tag; as a document it may run and load nothing. */
export function pictureAnswer(svg: string | undefined, request: Request): Result<Response> {
  if (svg === undefined) return refuse('NOT_FOUND')
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
  const headers = {
    ETag: etag,
    'Cache-Control': 'public, max-age=3600',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  if (request.headers.get('if-none-match') === etag) return accept(new Response(null, { status: 304, headers }))
  return accept(new Response(svg, { headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' } }))
}
