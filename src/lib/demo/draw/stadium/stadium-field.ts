import { between, depthOf, drawSurface, middle, scaleAt, see, seeLine, trace, type Camera, type Spot } from '../camera.ts'
import { chance, circle, ellipse, path, short, upTo, type Point } from '../shapes.ts'
import { PITCH, ring } from './stadium.ts'

/** Draws the field of the stadium in the evening from any point: ground, pitch, boards and players. */

const GRASS = ['#2c7a4b', '#338653']

export function drawGround(camera: Camera): string {
  const apron = drawSurface(camera, ring(0, 0), { fill: '#3b2a4d' })
  const lanes = [19, 15.5, 12, 8.5].map((inset, index) =>
    drawSurface(camera, trackRing(-26 + inset), { fill: index % 2 ? '#6b3c5c' : '#75435f' }),
  )
  return apron + lanes.join('') + drawSurface(camera, trackRing(-21.5), { fill: '#24603c' }) + drawPitch(camera)
}

/** The running track follows the line of the first rows, further in. */
function trackRing(outward: number): Spot[] {
  return ring(outward, 0.01, 72)
}

function drawPitch(camera: Camera): string {
  const stripes = upTo(14).map((stripe) => {
    const from = -PITCH.across / 2 + (stripe * PITCH.across) / 14
    return drawSurface(camera, rectangle([from, -PITCH.down / 2], [from + PITCH.across / 14, PITCH.down / 2]), {
      fill: GRASS[stripe % 2] ?? '',
    })
  })
  return stripes.join('') + drawLines(camera) + drawGoal(camera, -1) + drawGoal(camera, 1)
}

/** Height of the grass, above which its lines lie. Metres. */
const TURF = 0.02

/** By two opposite corners. */
function rectangle([x1, y1]: Point, [x2, y2]: Point): Spot[] {
  return [
    [x1, y1, TURF],
    [x2, y1, TURF],
    [x2, y2, TURF],
    [x1, y2, TURF],
  ]
}

function drawLines(camera: Camera): string {
  const [x, y] = [PITCH.across / 2, PITCH.down / 2]
  const lines: Spot[][] = [
    closed(rectangle([-x, -y], [x, y])),
    [
      [0, -y, 0.02],
      [0, y, 0.02],
    ],
    arc(0, 9.15, { from: 0, to: 360 }),
    ...[-1, 1].flatMap((side) => [
      closed(rectangle([side * x, -20.16], [side * (x - 16.5), 20.16])),
      closed(rectangle([side * x, -9.16], [side * (x - 5.5), 9.16])),
      arc(side * (x - 11), 9.15, { from: side > 0 ? 127 : -53, to: side > 0 ? 233 : 53 }),
    ]),
  ]
  const d = lines.map((line) => trace(seeLine(camera, line), false)).join('')
  return path(d, { stroke: '#f6f3f9', width: Math.max(1.2, Math.min(3, scaleAt(camera, [0, 0, 0]) * 0.16)), opacity: 0.85, round: true })
}

function closed(spots: readonly Spot[]): Spot[] {
  return [...spots, ...spots.slice(0, 1)]
}

/** Around a point of the line from goal to goal. Degrees from the x axis, clockwise in the drawing, since y grows downwards. */
function arc(cx: number, radius: number, { from, to }: { readonly from: number; readonly to: number }): Spot[] {
  return upTo(33).map((step) => {
    const angle = ((from + ((to - from) * step) / 32) * Math.PI) / 180
    return [cx + radius * Math.cos(angle), radius * Math.sin(angle), TURF]
  })
}

function drawGoal(camera: Camera, side: -1 | 1): string {
  const x = (side * PITCH.across) / 2
  const mouth: Spot[] = [
    [x, -3.66, 0],
    [x, -3.66, 2.6],
    [x, 3.66, 2.6],
    [x, 3.66, 0],
  ]
  const net: Spot[] = [...mouth.slice(1, 3), [x + side * 2.2, 3.66, 0], [x + side * 2.2, -3.66, 0]]
  const width = Math.max(1.4, scaleAt(camera, [x, 0, 1]) * 0.2)
  return (
    drawSurface(camera, net, { fill: '#ffffff', opacity: 0.22 }) +
    path(trace(seeLine(camera, mouth), false), { stroke: '#ffffff', width, round: true })
  )
}

/** Boards with lights along the lines of the pitch, the rear ones first. */
export function drawBoards(camera: Camera, isNear: boolean): string {
  const [x, y] = [PITCH.across / 2 + 3.4, PITCH.down / 2 + 3.4]
  const sides: [Spot, Spot][] = [
    [
      [-x, -y, 0],
      [x, -y, 0],
    ],
    [
      [x, -y, 0],
      [x, y, 0],
    ],
    [
      [x, y, 0],
      [-x, y, 0],
    ],
    [
      [-x, y, 0],
      [-x, -y, 0],
    ],
  ]
  const pitchDepth = depthOf(camera, [0, 0, 0])
  return sides
    .filter(([a, b]) => depthOf(camera, middle(a, b)) < pitchDepth === isNear)
    .map(([a, b]) =>
      upTo(10)
        .map((piece) =>
          drawSurface(camera, board(between(a, b, piece / 10), between(a, b, (piece + 1) / 10)), { fill: BOARDS[piece % 4] ?? '' }),
        )
        .join(''),
    )
    .join('')
}

const BOARDS = ['#6c1aa6', '#d9b0f8', '#45106b', '#f3bc55']

/** Stands on the ground, a metre high. */
function board(a: Spot, b: Spot): Spot[] {
  return [
    [a[0], a[1], 0],
    [b[0], b[1], 0],
    [b[0], b[1], 1],
    [a[0], a[1], 1],
  ]
}

/** Players, too small to show more than the colours of their teams. */
export function drawPlayers(camera: Camera): string {
  const random = chance(11)
  const spots = upTo(22).map((index): { spot: Spot; fill: string } => {
    const side = index < 11 ? -1 : 1
    const x = index % 11 === 0 ? side * 50 : side * (4 + random() * 36)
    return { spot: [x, (random() - 0.5) * 58, 0], fill: side < 0 ? '#f77f00' : '#0b4a7a' }
  })
  return spots
    .toSorted((a, b) => depthOf(camera, b.spot) - depthOf(camera, a.spot))
    .map(({ spot: [x, y], fill }) => {
      const size = scaleAt(camera, [x, y, 1])
      const [px, py] = see(camera, [x, y, 0])
      if (depthOf(camera, [x, y, 0]) < 4) return ''
      return (
        ellipse([px, py, size * 0.7, size * 0.22], { fill: '#12331f', opacity: 0.5 }) +
        path(`M${short(px)} ${short(py)}v${short(-1.5 * size)}`, { stroke: fill, width: Math.max(2, size * 0.52), round: true }) +
        circle([px, py - 2 * size], Math.max(1, size * 0.28), { fill: '#e8b98f' })
      )
    })
    .join('')
}
