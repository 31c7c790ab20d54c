/** An area of a picture, as in an HTML image map. rect: left, top, right, bottom; circle: x, y, radius; poly: x, y of each corner. */
export interface AreaForm {
  readonly shape: 'rect' | 'circle' | 'poly'
  readonly coords: readonly number[]
}

/** A direction on the screen. Pictures are never mirrored, so left is left in every language. */
export type Way = 'left' | 'right' | 'up' | 'down'

const WAYS: Readonly<Record<Way, readonly [number, number]>> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }

/** The middle of an area. */
export function centreOfArea({ shape, coords }: AreaForm): readonly [number, number] {
  const [x = 0, y = 0] = coords
  if (shape === 'circle') return [x, y]
  const [across, down] = [0, 1].map((side) => coords.filter((_, index) => index % 2 === side))
  const mean = (values: readonly number[] = []): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return [mean(across), mean(down)]
}

/** The nearest area in a direction: within 45 degrees to either side, straight ahead preferred. Returns `from` if there is none. */
export function nextArea(areas: readonly AreaForm[], from: number, way: Way): number {
  const here = areas[from]
  if (!here) return from
  const [x, y] = centreOfArea(here)
  const [wx, wy] = WAYS[way]
  let [best, least] = [from, Infinity]
  for (const [index, area] of areas.entries()) {
    const [ax, ay] = centreOfArea(area)
    const ahead = (ax - x) * wx + (ay - y) * wy
    const aside = Math.abs((ax - x) * wy) + Math.abs((ay - y) * wx)
    const cost = ahead + 2 * aside
    if (ahead > 0 && aside <= ahead && cost < least) [best, least] = [index, cost]
  }
  return best
}
