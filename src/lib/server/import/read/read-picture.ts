import { pictureTag } from '#lib/server/platform/http/answers/picture-answer.ts'
import type { PictureFacts } from '#lib/domain/catalogue/catalogue.ts'
import type { PictureItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { cleanSvg } from './clean-svg.ts'
import { LARGEST_SIDE, NO_SIZE, readPictureHead, readSvgSize } from './picture-size.ts'
import type { Sourced } from './read-catalogue.ts'
import { findBeside, LARGEST_PICTURE, readBytes, TOO_LARGE } from './read-file.ts'
import { inside, type ImportNotes, type Place } from './report.ts'

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
}

/** Reads a picture of a catalogue: sanitises a drawing; any other must match its file extension. */
export async function readPicture(
  { item, place }: Sourced<PictureItem>,
  folder: string | undefined,
  notes: ImportNotes,
): Promise<Sourced<ReadPicture> | undefined> {
  const here = inside(place, 'svg' in item ? 'svg' : 'base64' in item ? 'base64' : 'file')
  const bytes = await readSource(item, folder, here, notes)
  if (bytes === undefined) return undefined
  const mediaType = TYPES[item.name.split('.').at(-1) ?? ''] ?? ''
  const read = typeof bytes === 'string' ? bytes : readContent(bytes, mediaType, here, notes)
  if (typeof read !== 'string') return { item: { name: item.name, mediaType, etag: pictureTag(mediaType, read.bytes), ...read }, place }
  notes.problem(here, read)
  return undefined
}

/** The bytes, or a sentence with the problem; undefined if it was reported already. */
async function readSource(
  item: PictureItem,
  folder: string | undefined,
  place: Place,
  notes: ImportNotes,
): Promise<Buffer | string | undefined> {
  if ('svg' in item) return Buffer.from(item.svg)
  if ('base64' in item) return Buffer.from(item.base64, 'base64')
  const path = findBeside(folder, item.file, place, notes)
  return path === undefined ? undefined : readBytes(path)
}

type Content = Pick<ReadPicture, 'bytes' | 'width' | 'height'>

function readContent(bytes: Buffer, mediaType: string, place: Place, notes: ImportNotes): Content | string {
  if (bytes.length > LARGEST_PICTURE) return TOO_LARGE
  if (mediaType === 'image/svg+xml') return readDrawing(bytes, place, notes)
  const head = readPictureHead(bytes)
  if (!head) return 'is no PNG, JPEG or WebP picture'
  if (Math.max(head.width, head.height) > LARGEST_SIDE) return `is wider or higher than ${String(LARGEST_SIDE)} pixels`
  return head.mediaType === mediaType
    ? { bytes, width: head.width, height: head.height }
    : `is ${head.mediaType}, but its name says ${mediaType}`
}

function readDrawing(source: Buffer, place: Place, notes: ImportNotes): Content | string {
  const cleaned = cleanSvg(source.toString('utf8'))
  if (!cleaned.ok) return cleaned.sentence
  const size = readSvgSize(cleaned.svg)
  if (!size) return NO_SIZE
  if (cleaned.leftOut.length > 0) notes.repair(place, `left out what does not draw: ${cleaned.leftOut.join(', ')}`)
  return { bytes: Buffer.from(cleaned.svg), ...size }
}
