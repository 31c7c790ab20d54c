import { photoText } from '#lib/server/platform/http/answers/picture-answer.ts'
import type { FeatureItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { cleanSvg } from './clean-svg.ts'
import { findBeside, readData, type ReadingBeside } from './read-file.ts'
import type { ImportNotes, Place } from './report.ts'
import { shrinkPhoto, type PhotoBounds } from './shrink-photo.ts'

/** What is read at most, in megabytes: a photo as a camera takes it. */
const LARGEST_PHOTO = 25

/**
 * A drawing or a photo as it is stored: an SVG, cleaned, or a WebP as a data URL; undefined, with a problem, if it is neither.
 * @param bounds of a photo; left out: those of a poster
 */
export async function readDrawing(
  drawing: FeatureItem['poster'],
  { folder, place, notes }: ReadingBeside,
  bounds?: PhotoBounds,
): Promise<string | undefined> {
  if ('svg' in drawing) return cleanDrawing(drawing.svg, place, notes)
  const path = findBeside(drawing.file, { folder, place, notes })
  const bytes = path === undefined ? undefined : await readData(path, place, notes)
  if (bytes === undefined) return undefined
  if (isText(bytes)) return cleanDrawing(bytes.toString('utf8'), place, notes)
  const photo = await keepPhoto(bytes, bounds)
  if ('webp' in photo) return photoText('image/webp', photo.webp)
  notes.problem(place, `"${drawing.file}" ${photo.sentence}`)
  return undefined
}

/** No photo begins with the sign that every drawing begins with. */
function isText(bytes: Buffer): boolean {
  return bytes.toString('utf8', 0, 100).replace(/^\uFEFF/, '').trimStart().startsWith('<') // prettier-ignore
}

/** A photo as it is kept, or a sentence with the problem. */
async function keepPhoto(bytes: Buffer, bounds: PhotoBounds | undefined): ReturnType<typeof shrinkPhoto> {
  const size = bytes.length / 1_048_576
  if (size <= LARGEST_PHOTO) return shrinkPhoto(bytes, bounds)
  return { sentence: `has ${size.toFixed(0)} MB; pictures of up to ${String(LARGEST_PHOTO)} MB are read: save it smaller` }
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
