/** A picture of a film: raw pixels, three bytes each. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** By its middle, in pixels. */
export interface Circle extends Point {
  readonly radius: number
}

/** A rectangle by its left upper corner, in pixels. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** Pixels a side of a picture of the films: the better of their two levels. */
export const FRAME = { width: 640, height: 360 } as const
/** Pictures a second. */
export const RATE = 12

export function emptyFrame(): Frame {
  return { ...FRAME, pixels: new Uint8Array(FRAME.width * FRAME.height * 3) }
}

/** Fills a rectangle with a colour such as 0xffc04d; what is outside of the picture is left out. */
export function fillBox(frame: Frame, { x, y, width, height }: Box, colour: number): void {
  for (let row = Math.round(y); row < Math.round(y + height); row += 1) fillRow(frame, { row, from: x, to: x + width }, colour)
}

export function fillCircle(frame: Frame, { x, y, radius }: Circle, colour: number): void {
  for (let row = Math.ceil(y - radius); row <= y + radius; row += 1) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (row - y) ** 2))
    fillRow(frame, { row, from: x - half, to: x + half }, colour)
  }
}

/** Fills a convex outline. */
export function fillOutline(frame: Frame, outline: readonly Point[], colour: number): void {
  const rows = outline.map(({ y }) => y)
  for (let row = Math.ceil(Math.min(...rows)); row <= Math.max(...rows); row += 1) {
    const hits = outline.flatMap((from, index) => crossing(from, outline[(index + 1) % outline.length] ?? from, row))
    if (hits.length > 1) fillRow(frame, { row, from: Math.min(...hits), to: Math.max(...hits) }, colour)
  }
}

/** A straight stroke of some width. */
export function stroke(
  frame: Frame,
  { from, to }: { readonly from: Point; readonly to: Point },
  look: { readonly width: number; readonly colour: number },
): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const x = ((to.y - from.y) / length) * (look.width / 2)
  const y = ((from.x - to.x) / length) * (look.width / 2)
  const corners = [
    { x: from.x + x, y: from.y + y },
    { x: to.x + x, y: to.y + y },
    { x: to.x - x, y: to.y - y },
    { x: from.x - x, y: from.y - y },
  ]
  fillOutline(frame, corners, look.colour)
}

/** A colour between two others: `share` 0 is the first. */
export function mix(first: number, second: number, share: number): number {
  const part = (shift: number) => Math.round(((first >> shift) & 255) * (1 - share) + ((second >> shift) & 255) * share) << shift
  return part(16) | part(8) | part(0)
}

function crossing(from: Point, to: Point, row: number): readonly number[] {
  if (from.y === to.y || row < Math.min(from.y, to.y) || row > Math.max(from.y, to.y)) return []
  return [from.x + ((row - from.y) / (to.y - from.y)) * (to.x - from.x)]
}

/** Pixels of one row. */
interface Stretch {
  readonly row: number
  readonly from: number
  readonly to: number
}

function fillRow({ width, height, pixels }: Frame, { row, from, to }: Stretch, colour: number): void {
  if (row < 0 || row >= height) return
  const start = Math.max(0, Math.round(from))
  const end = Math.min(width, Math.round(to))
  for (let at = (row * width + start) * 3; at < (row * width + end) * 3; at += 3) {
    pixels[at] = colour >> 16
    pixels[at + 1] = (colour >> 8) & 255
    pixels[at + 2] = colour & 255
  }
}
