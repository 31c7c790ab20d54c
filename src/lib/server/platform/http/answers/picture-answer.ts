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

const HOUR = 3_600
const YEAR = 365 * 24 * HOUR

/** The bytes of a photo by `photoText`; undefined for a drawing. */
export function photoBytes(stored: string): Buffer<ArrayBuffer> | undefined {
  const [start] = PHOTO.exec(stored) ?? []
  return start === undefined ? undefined : Buffer.from(stored.slice(start.length), 'base64')
}

/** The tag that `pictureAnswer` gives a drawing or a photo. */
export function storedTag(stored: string): string {
  return pictureTag(mediaTypeOf(stored), stored)
}

function mediaTypeOf(stored: string): string {
  return PHOTO.exec(stored)?.[1] ?? 'image/svg+xml'
}

/**
 * A drawing, or a photo by `photoText`, as an answer of its own: cached for an hour, then asked again by its tag.
 * @param version the tag that the address names; where it is the picture's, it is kept for a year
 */
export function pictureAnswer(stored: string | undefined, request: Request, version?: string): Result<Response> {
  if (stored === undefined) return refuse('NOT_FOUND')
  const [mediaType, photo, tag] = [mediaTypeOf(stored), photoBytes(stored), storedTag(stored)]
  const headers = pictureHeaders(tag, version === tag ? YEAR : HOUR)
  if (isUnchanged(request, headers.ETag)) return accept(new Response(null, { status: 304, headers }))
  const body = photo ?? stored
  const type = photo ? mediaType : `${mediaType}; charset=utf-8`
  return accept(new Response(body, { headers: { ...headers, 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' } }))
}

/** A stored picture as an answer of its own: cached for four hours; its bytes are read only when they are sent. */
export async function storedPictureAnswer(
  picture: PictureFacts | undefined,
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>,
  request: Request,
): Promise<Result<Response>> {
  if (!picture) return refuse('NOT_FOUND')
  const headers = pictureHeaders(picture.etag, 4 * HOUR)
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
