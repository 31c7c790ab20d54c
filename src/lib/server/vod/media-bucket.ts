import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { settings } from '#lib/server/platform/config/settings.ts'
import { Bucket } from '#lib/server/providers/bucket/bucket.ts'
import { isMediaName } from './media-folder.ts'
import type { MediaStore, OpenedMedia } from './opened-media.ts'

/** Below which all films stand in the bucket. */
const ALL = 'vod/'
/** Headers of the store's answer that a browser is sent too. */
const PASSED = ['ETag', 'Accept-Ranges', 'Content-Length', 'Content-Range'] as const
const ONE_RANGE = /^bytes=\d{0,15}-\d{0,15}$/

let opened: Bucket | undefined

/** The bucket of the settings; undefined if there is none. */
export function filmBucket(): Bucket | undefined {
  const { filmBucket: given } = settings()
  return given && (opened ??= new Bucket(given))
}

export function keyOf(media: string, file: string): string {
  return `${ALL}${media}/${file}`
}

/** Films of a bucket. Ranges and conditions are answered by the store itself. */
export function bucketStore(bucket: Bucket): MediaStore {
  return {
    open: async (media, file, { range, ifNoneMatch }) => {
      const answer = await bucket.read(keyOf(media, file), 'GET', {
        ...(range !== undefined && ONE_RANGE.test(range) && { Range: range }),
        ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
      })
      if (!answer) return undefined
      const { status, headers, body } = answer
      const isSent = status === 200 || status === 206
      if (!isSent) await body?.cancel()
      const passed = PASSED.filter((name) => isSent || name !== 'Content-Length').flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      return {
        status: status as OpenedMedia['status'],
        headers: Object.fromEntries(passed),
        body: isSent && body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : undefined,
      }
    },
    text: (media, file) => bucket.text(keyOf(media, file)),
    has: async (media, file) => (await bucket.read(keyOf(media, file), 'HEAD')) !== undefined,
  }
}

/** The names of the films in the bucket. */
export async function bucketFilms(bucket: Bucket): Promise<readonly string[]> {
  const folders = await bucket.list(ALL, true)
  return folders.map((folder) => folder.slice(ALL.length, -1)).filter(isMediaName)
}
