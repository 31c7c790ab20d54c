import type { PictureSize } from '#lib/server/catalogue/image-map-areas.ts'

/** Maximum width and height in pixels. */
export const LARGEST_SIDE = 20_000

/** What is said of a drawing without a size that can be used. */
export const NO_SIZE = `has no size: its viewBox needs a width and a height up to ${String(LARGEST_SIDE)}`

/** The type and the size in pixels, from a picture's first bytes; undefined if it is not of these types. */
export function readPictureHead(bytes: Buffer): (PictureSize & { readonly mediaType: string }) | undefined {
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

/** Whether bytes begin as an AVIF picture does. */
export function isAvif(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && ['avif', 'avis'].includes(bytes.toString('latin1', 8, 12))
}

type Head = ReturnType<typeof readPictureHead>

function readPng(bytes: Buffer): Head {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return undefined
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Skips segments up to the first frame header, which has the size. */
function readJpeg(bytes: Buffer): Head {
  if (bytes.toString('latin1', 0, 3) !== '\xff\xd8\xff') return undefined
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { mediaType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Lossy, lossless and extended files have their sizes in different places. */
function readWebp(bytes: Buffer): Head {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const mediaType = 'image/webp'
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind !== 'VP8L') return undefined
  const packed = bytes.readUInt32LE(21)
  return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

/** A drawing's size: its width and height if they are plain numbers, otherwise its viewBox. */
export function readSvgSize(svg: string): PictureSize | undefined {
  const root = /^<svg\b[^>]*>/.exec(svg)?.[0] ?? ''
  const [, , boxWidth, boxHeight] = (/\sviewBox="([^"]*)"/.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = [sideOf(root, 'width') ?? boxWidth ?? 0, sideOf(root, 'height') ?? boxHeight ?? 0].map(Math.round)
  return width && height && width > 0 && height > 0 && Math.max(width, height) <= LARGEST_SIDE ? { width, height } : undefined
}

function sideOf(root: string, side: 'width' | 'height'): number | undefined {
  const written = new RegExp(`\\s${side}="(\\d+(?:\\.\\d+)?)(?:px)?"`).exec(root)?.[1]
  return written === undefined ? undefined : Number(written)
}
