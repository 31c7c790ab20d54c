/** Smallest headers of picture files, as base64: enough to identify and measure them. */

const PNG = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from([0, 0, 0, 40, 0, 0, 0, 30, 8, 6, 0, 0, 0, 0, 0, 0, 0]),
])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 17, 0, 0xff, 0xd9])

function webp(kind: string, rest: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(`RIFF\x20\0\0\0WEBP${kind}\x0a\0\0\0`, 'latin1'), Buffer.from(rest)])
}

export const PICTURES = {
  png: PNG.toString('base64'),
  endlessPng: Buffer.concat([PNG.subarray(0, 16), Buffer.alloc(8, 0xff), PNG.subarray(24)]).toString('base64'),
  jpeg: JPEG.toString('base64'),
  webp: webp('VP8X', [0, 0, 0, 0, 39, 0, 0, 29, 0, 0]).toString('base64'),
  lossyWebp: webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 40, 0, 30, 0]).toString('base64'),
  losslessWebp: webp('VP8L', [0x2f, 39, 0x40, 0x07, 0, 0, 0, 0, 0, 0]).toString('base64'),
} as const

/** A drawing of 400 by 300 in one colour. */
export function drawing(fill = '#123456'): string {
  return `<svg viewBox="0 0 400 300"><rect width="400" height="300" fill="${fill}"/></svg>`
}
