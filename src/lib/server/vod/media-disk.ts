import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readRange, type ByteRange } from './byte-range.ts'
import { mediaFolder } from './media-folder.ts'
import type { AskedMedia, MediaStore, OpenedMedia } from './opened-media.ts'
import { RecentFiles } from './recent-files.ts'

interface FileFacts {
  readonly size: number
  readonly etag: string
}

const PLAYLIST = '.m3u8'
/** Segments never change, so their facts are remembered; playlists of live streams grow. */
const REMEMBERED_MS = 5_000
const MOST_REMEMBERED = 50_000
/** Read at once: a segment of some seconds takes few reads. */
const PART_BYTES = 512 * 1024
/** Some fifty segments, whichever films they are of; what is larger than a segment is read as it is sent. */
const recent = new RecentFiles({ most: 32 * 1024 ** 2, mostOfOne: 4 * 1024 ** 2, block: 64 * 1024 })
const remembered = new Map<string, { readonly until: number; readonly facts: FileFacts }>()

/** Films of the data directory, and those that come with the shop. */
export const disk: MediaStore = {
  open: openFile,
  text: async (media, file) => readFile(join(mediaFolder(media), file), 'utf8').catch(() => undefined),
  has: async (media, file) => (await factsOf(join(mediaFolder(media), file))) !== undefined,
}

async function openFile(media: string, file: string, { range, ifNoneMatch }: AskedMedia): Promise<OpenedMedia | undefined> {
  const path = join(mediaFolder(media), file)
  const facts = await factsOf(path)
  if (!facts) return undefined
  const { size, etag } = facts
  if (ifNoneMatch === etag) return { status: 304, headers: { ETag: etag }, body: undefined }
  const part = readRange(range, size)
  if (part === 'none') return { status: 416, headers: { 'Content-Range': `bytes */${String(size)}` }, body: undefined }
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const headers = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Content-Length': String(end - start + 1),
    ...(part && { 'Content-Range': `bytes ${String(start)}-${String(end)}/${String(size)}` }),
  }
  return {
    status: part ? 206 : 200,
    headers,
    body: size === 0 ? undefined : await bodyOf(path, { facts, part }),
  }
}

/** Playlists, which may grow, and parts of files are read anew. */
async function bodyOf(
  path: string,
  { facts: { size, etag }, part }: { facts: FileFacts; part: ByteRange | undefined },
): Promise<OpenedMedia['body']> {
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const isWhole = !part && !path.endsWith(PLAYLIST)
  const lent = isWhole ? recent.bytesOf(path, { size, tag: etag }) : recent.partOf(path, { start, size: end - start + 1 })
  return (await lent) ?? createReadStream(path, { start, end, highWaterMark: PART_BYTES })
}

async function factsOf(path: string): Promise<FileFacts | undefined> {
  const known = remembered.get(path)
  if (known && known.until > Date.now()) return known.facts
  try {
    const found = await stat(path)
    if (!found.isFile()) return undefined
    const facts = { size: found.size, etag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"` }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    if (!path.endsWith(PLAYLIST)) remembered.set(path, { until: Date.now() + REMEMBERED_MS, facts })
    return facts
  } catch {
    return undefined
  }
}
