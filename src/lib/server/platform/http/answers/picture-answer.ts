import { createHash } from 'node:crypto'
import type { PictureFacts } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A picture that is opened as a document may run and load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** A photo as it stands beside drawings, which are stored as SVG text. */
export function photoText(mediaType: 'image/webp', bytes: Buffer): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`
}

const PHOTO = /^data:(image\/webp);base64,/

/** A drawing, or a photo by `photoText`, as an answer of its own: cached for an hour, then asked again by its tag. */
export function pictureAnswer(stored: string | undefined, request: Request): Result<Response> {
  if (stored === undefined) return refuse('NOT_FOUND')
  const [start, photoType] = PHOTO.exec(stored) ?? []
  const mediaType = photoType ?? 'image/svg+xml'
  const headers = pictureHeaders(pictureTag(mediaType, stored), 3_600)
  if (isUnchanged(request, headers.ETag)) return accept(new Response(null, { status: 304, headers }))
  const body = start === undefined ? stored : Buffer.from(stored.slice(start.length), 'base64')
  const type = start === undefined ? `${mediaType}; charset=utf-8` : mediaType
  return accept(new Response(body, { headers: { ...headers, 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' } }))
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
