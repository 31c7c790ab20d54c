import { createHash } from 'node:crypto'
import type { PictureFacts } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A picture that is opened as a document may run and load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** An SVG as an answer of its own: cached for an hour, then asked again by its tag. */
export function pictureAnswer(svg: string | undefined, request: Request): Result<Response> {
  if (svg === undefined) return refuse('NOT_FOUND')
  const headers = pictureHeaders(pictureTag('image/svg+xml', svg), 3_600)
  if (isUnchanged(request, headers.ETag)) return accept(new Response(null, { status: 304, headers }))
  return accept(new Response(svg, { headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' } }))
}

/** A stored picture as an answer of its own: cached for four hours; its bytes are read only when they are sent. */
export async function storedPictureAnswer(
  picture: PictureFacts | undefined,
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>,
  request: Request,
): Promise<Result<Response>> {
  if (!picture) return refuse('NOT_FOUND')
  const headers = pictureHeaders(picture.etag, 4 * 3_600)
  if (isUnchanged(request, headers.ETag)) return accept(new Response(null, { status: 304, headers }))
  const bytes = await read(picture.name)
  if (!bytes) return refuse('NOT_FOUND')
  const type = picture.mediaType === 'image/svg+xml' ? `${picture.mediaType}; charset=utf-8` : picture.mediaType
  return accept(new Response(bytes, { headers: { ...headers, 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' } }))
}

/** The hash that a picture is known by. */
export function pictureTag(mediaType: string, bytes: string | Uint8Array): string {
  return createHash('sha256').update(mediaType).update('\n').update(bytes).digest('base64url').slice(0, 22)
}

function pictureHeaders(tag: string, seconds: number): { ETag: string; 'Cache-Control': string; 'Content-Security-Policy': string } {
  return { ETag: `"${tag}"`, 'Cache-Control': `public, max-age=${String(seconds)}`, 'Content-Security-Policy': POLICY }
}

/** If-None-Match may name several tags, or any; a proxy may have made them weak. */
function isUnchanged(request: Request, etag: string): boolean {
  const named = request.headers.get('if-none-match')?.split(',') ?? []
  return named.some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')))
}
