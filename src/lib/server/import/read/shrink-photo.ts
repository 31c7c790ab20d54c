import type { Metadata, Sharp, SharpConstructor } from 'sharp'

/** What is kept at most: sides in pixels, and bytes. */
export interface PhotoBounds {
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** A poster on the largest screen, at twice its size. */
const POSTER: PhotoBounds = { width: 1_600, height: 2_240, bytes: 600_000 }
/** What is read at most. A small file may unfold to more than the memory of a machine. */
const MOST_PIXELS = 50_000_000
/** A picture of too many bytes is kept at a lower quality, then smaller. */
const TRIES = [
  { quality: 82, scale: 1 },
  { quality: 70, scale: 1 },
  { quality: 55, scale: 1 },
  { quality: 55, scale: 0.7 },
  { quality: 55, scale: 0.5 },
]

const READ = new Set(['jpeg', 'png', 'webp', 'heif'])

/** The picture as WebP, or a sentence with the problem. */
export type Shrunk = { readonly webp: Buffer } | { readonly sentence: string }

/**
 * Reads a JPEG, PNG, WebP or AVIF picture and keeps it as WebP: upright, not larger than pages show it, and without what its camera wrote. The same bytes give
 * the same picture, so that an import that is run again changes nothing.
 */
export async function shrinkPhoto(bytes: Buffer, bounds = POSTER): Promise<Shrunk> {
  const { default: sharp } = await import('sharp')
  // Pages are served meanwhile by the same machine.
  sharp.concurrency(1)
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const sentence = await refusalOf(bytes, sharp)
  if (sentence !== undefined) return { sentence }
  try {
    for (const one of TRIES) {
      const { quality, scale } = one
      const sides = { width: Math.round(bounds.width * scale), height: Math.round(bounds.height * scale) }
      const webp = await open().autoOrient().resize({ ...sides, fit: 'inside', withoutEnlargement: true }).webp({ quality, effort: 4 }).toBuffer() // prettier-ignore
      if (webp.length <= bounds.bytes || one === TRIES.at(-1)) return { webp }
    }
  } catch {
    return { sentence: 'is damaged: it cannot be read to its end; save it again' }
  }
  return { sentence: 'cannot be read' }
}

async function refusalOf(bytes: Buffer, sharp: SharpConstructor): Promise<string | undefined> {
  let head: Metadata
  try {
    head = await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return 'is no SVG, JPEG, PNG, WebP or AVIF picture'
  }
  const { width, height, format } = head
  if (!READ.has(format)) return `is ${format.toUpperCase()}; pictures are SVG, JPEG, PNG, WebP or AVIF`
  if (width * height <= MOST_PIXELS) return undefined
  const most = String(MOST_PIXELS / 1_000_000)
  return `has ${String(width)} × ${String(height)} pixels; pictures of up to ${most} million pixels are read: save it smaller`
}
