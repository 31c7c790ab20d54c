import { photoText } from '#lib/server/platform/http/answers/picture-answer.ts'
import type { FeatureItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { cleanSvg } from './clean-svg.ts'
import { findBeside, readData } from './read-file.ts'
import type { ImportNotes, Place, Reading } from './report.ts'
import { shrinkPhoto, type PhotoBounds } from './shrink-photo.ts'

/** What is read at most, in megabytes: a photo as a camera takes it. */
const LARGEST_PHOTO = 25

/**
 * A drawing or a photo as it is stored: an SVG, cleaned, or a WebP as a data URL; undefined, with a problem, if it is neither.
 * @param bounds of a photo; left out: those of a poster
 */
export async function readDrawing(
  drawing: FeatureItem['poster'],
  folder: string | undefined,
  { place, notes }: Reading,
  bounds?: PhotoBounds,
): Promise<string | undefined> {
  if ('svg' in drawing) return cleanDrawing(drawing.svg, place, notes)
  const path = findBeside(folder, drawing.file, place, notes)
  const bytes = path === undefined ? undefined : await readData(path, place, notes)
  if (bytes === undefined) return undefined
  return isText(bytes) ? cleanDrawing(bytes.toString('utf8'), place, notes) : readPhoto(bytes, drawing.file, { place, notes }, bounds)
}

/** No photo begins with the sign that every drawing begins with. */
function isText(bytes: Buffer): boolean {
  return bytes.toString('utf8', 0, 100).replace(/^\uFEFF/, '').trimStart().startsWith('<') // prettier-ignore
}

async function readPhoto(
  bytes: Buffer,
  file: string,
  { place, notes }: Reading,
  bounds: PhotoBounds | undefined,
): Promise<string | undefined> {
  const size = bytes.length / 1_048_576
  const shrunk =
    size > LARGEST_PHOTO
      ? { sentence: `has ${size.toFixed(0)} MB; pictures of up to ${String(LARGEST_PHOTO)} MB are read: save it smaller` }
      : await shrinkPhoto(bytes, bounds)
  if ('webp' in shrunk) return photoText('image/webp', shrunk.webp)
  notes.problem(place, `"${file}" ${shrunk.sentence}`)
  return undefined
}

function cleanDrawing(source: string, place: Place, notes: ImportNotes): string | undefined {
  const cleaned = cleanSvg(source)
  if (!cleaned.ok) {
    notes.problem(place, cleaned.sentence)
    return undefined
  }
  if (cleaned.leftOut.length > 0) notes.repair(place, `left out what does not draw: ${cleaned.leftOut.join(', ')}`)
  return cleaned.svg
}
