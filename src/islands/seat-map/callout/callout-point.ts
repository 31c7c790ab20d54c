/** How far it keeps from the edge of the map and from its seat, in CSS pixels; and how much of the map must be seen to stand on it. */
export const EDGE = 8
const GAP = 10
const LEAST_ROOM = 120

/** What is seen of the map, in CSS pixels from its top left corner: `top` is below the head of the page, `bottom` above its bar. */
interface Room {
  readonly width: number
  readonly top: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The top left corner of a callout on the map, and how far along it its tail points to the seat. */
export interface CalloutPoint {
  readonly side: 'above' | 'below'
  readonly x: number
  readonly y: number
  readonly tail: number
}

/**
 * Where a callout stands by its seat: above it if there is room, else below, and wholly in what is seen of the map, even if the seat is not.
 * Undefined if too little of the map is seen: it stands above the bar then. @param seat its place on the map, and the distance of seats as drawn
 */
export function pointOfCallout(
  { width: mapWidth, top, bottom }: Room,
  seat: { readonly x: number; readonly y: number; readonly pitch: number },
  { width, height }: Size,
): CalloutPoint | undefined {
  if (bottom - top < Math.max(LEAST_ROOM, height + 2 * EDGE)) return undefined
  const far = Math.max(seat.pitch, 14) * 0.75 + GAP
  const isAbove = seat.y - far - height >= top + EDGE
  const x = within(seat.x - width / 2, 0, mapWidth - width)
  const y = within(isAbove ? seat.y - far - height : seat.y + far, top, bottom - height)
  return { side: isAbove ? 'above' : 'below', x, y, tail: Math.max(16, Math.min(width - 16, seat.x - x)) }
}

function within(wish: number, from: number, to: number): number {
  return Math.max(from + EDGE, Math.min(to - EDGE, wish))
}
