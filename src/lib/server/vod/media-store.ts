import { stat } from 'node:fs/promises'
import { bucketStore, filmBucket } from './media-bucket.ts'
import { disk } from './media-disk.ts'
import { mediaFolder } from './media-folder.ts'
import type { AskedMedia, MediaStore, OpenedMedia } from './opened-media.ts'

/** The files of films. Paths are checked by the caller (mediaTypeOf). */

/** How long it is remembered where a film is. */
const REMEMBERED_MS = 5_000
const places = new Map<string, { readonly until: number; readonly store: Promise<MediaStore> }>()

/** A film of the data directory is read from there, live streams for example; all others from the bucket, if there is one. */
function storeOf(media: string): Promise<MediaStore> {
  const bucket = filmBucket()
  if (!bucket || media.startsWith('demo-')) return Promise.resolve(disk)
  const known = places.get(media)
  if (known && known.until > Date.now()) return known.store
  const store = stat(mediaFolder(media)).then(
    () => disk,
    () => bucketStore(bucket),
  )
  places.set(media, { until: Date.now() + REMEMBERED_MS, store })
  return store
}

/** Opens a file, or the part of it that is asked for; undefined if it is not there. */
export async function openMedia(media: string, file: string, asked: AskedMedia): Promise<OpenedMedia | undefined> {
  return (await storeOf(media)).open(media, file, asked)
}

/** The text of a file; undefined if it is not there. */
export async function mediaText(media: string, file: string): Promise<string | undefined> {
  return (await storeOf(media)).text(media, file)
}

export async function hasMedia(media: string, file: string): Promise<boolean> {
  return (await storeOf(media)).has(media, file)
}
