import { pictureTag } from '#lib/server/platform/http/answers/picture-answer.ts'
import type { PictureFacts } from '#lib/domain/catalogue/catalogue.ts'
import type { PictureItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { cleanSvg } from './clean-svg.ts'
import { isAvif, LARGEST_SIDE, NO_SIZE, readPictureHead, readSvgSize } from './picture-size.ts'
import type { Sourced } from './read-catalogue.ts'
import { findBeside, LARGEST_PICTURE, readBytes, TOO_LARGE, type ReadingBeside } from './read-file.ts'
import { inside, type ImportNotes, type Place, type Reading } from './report.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A picture ready for writing. */
export interface ReadPicture extends PictureFacts {
  readonly bytes: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}
/** In bytes: AVIF pictures are kept as WebP in any case, so that those of a camera are read too. */
const LARGEST_AVIF = 25 * 1_048_576
/** What is kept of them: a view on a large screen, within what other pictures may have. */
const AVIF_BOUNDS = { width: 4_000, height: 4_000, bytes: LARGEST_PICTURE }

/** Reads a picture of a catalogue: sanitises a drawing; any other must match its file extension. AVIF is kept as WebP, as posters are. */
export async function readPicture(
  { item, place }: Sourced<PictureItem>,
  folder: string | undefined,
  notes: ImportNotes,
): Promise<Sourced<ReadPicture> | undefined> {
  const here = inside(place, 'svg' in item ? 'svg' : 'base64' in item ? 'base64' : 'file')
  const mediaType = TYPES[item.name.split('.').at(-1) ?? ''] ?? ''
  const largest = mediaType === 'image/avif' ? LARGEST_AVIF : LARGEST_PICTURE
  const bytes = await readSource(item, largest, { folder, place: here, notes })
  if (bytes === undefined) return undefined
  const read = typeof bytes === 'string' ? bytes : await readContent(bytes, mediaType, { place: here, notes })
  if (typeof read !== 'string') return { item: { name: item.name, etag: pictureTag(read.mediaType, read.bytes), ...read }, place }
  notes.problem(here, read)
  return undefined
}

/** The bytes, or a sentence with the problem; undefined if it was reported already. */
async function readSource(item: PictureItem, largest: number, beside: ReadingBeside): Promise<Buffer | string | undefined> {
  if ('svg' in item) return Buffer.from(item.svg)
  if ('base64' in item) return Buffer.from(item.base64, 'base64')
  const path = findBeside(item.file, beside)
  return path === undefined ? undefined : readBytes(path, largest)
}

type Content = Pick<ReadPicture, 'mediaType' | 'bytes' | 'width' | 'height'>

async function readContent(bytes: Buffer, mediaType: string, { place, notes }: Reading): Promise<Content | string> {
  if (mediaType === 'image/avif' && isAvif(bytes)) return keepAvif(bytes, place, notes)
  if (bytes.length > LARGEST_PICTURE) return TOO_LARGE
  if (mediaType === 'image/svg+xml') return readDrawing(bytes, place, notes)
  if (isAvif(bytes)) return `is image/avif, but its name says ${mediaType}`
  const head = readPictureHead(bytes)
  if (!head) return 'is no PNG, JPEG, WebP or AVIF picture'
  if (Math.max(head.width, head.height) > LARGEST_SIDE) return `is wider or higher than ${String(LARGEST_SIDE)} pixels`
  return head.mediaType === mediaType
    ? { mediaType, bytes, width: head.width, height: head.height }
    : `is ${head.mediaType}, but its name says ${mediaType}`
}

async function keepAvif(bytes: Buffer, place: Place, notes: ImportNotes): Promise<Content | string> {
  const shrunk = await shrinkPhoto(bytes, AVIF_BOUNDS)
  if ('sentence' in shrunk) return shrunk.sentence
  const head = readPictureHead(shrunk.webp)
  if (!head) return 'cannot be kept as WebP: save it again'
  const { mediaType, width, height } = head
  notes.repair(place, `is kept as WebP of ${String(width)} × ${String(height)} pixels, in which areas of an image map are counted`)
  return { mediaType, bytes: shrunk.webp, width, height }
}

function readDrawing(source: Buffer, place: Place, notes: ImportNotes): Content | string {
  const cleaned = cleanSvg(source.toString('utf8'))
  if (!cleaned.ok) return cleaned.sentence
  const size = readSvgSize(cleaned.svg)
  if (!size) return NO_SIZE
  if (cleaned.leftOut.length > 0) notes.repair(place, `left out what does not draw: ${cleaned.leftOut.join(', ')}`)
  return { mediaType: 'image/svg+xml', bytes: Buffer.from(cleaned.svg), ...size }
}
