import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { depthOf, scaleAt, see, seeLine, seeSurface, trace, type Camera, type Spot } from './camera.ts'
import { chance, circle, ellipse, path, short, upTo, type Paint, type Point } from './shapes.ts'
import { DEPTH, heightAt, onStand, PITCH, ring, rowsOf, TOP } from './stadium.ts'

/** Draws the stadium in the evening from any point, from the furthest part to the nearest. */

const GRASS = ['#2c7a4b', '#338653']
const CROWD = ['#c9a2e2', '#ffe3a6', '#f4e9fb', '#b56be8', '#f3bc55']
const STAND = ['#2a1739', '#32194a', '#3a1d57', '#441f68']

export function drawGround(camera: Camera): string {
  const apron = surface(camera, ring(0, 0), { fill: '#3b2a4d' })
  const lanes = [19, 15.5, 12, 8.5].map((inset, index) =>
    surface(camera, trackRing(-26 + inset), { fill: index % 2 ? '#6b3c5c' : '#75435f' }),
  )
  return apron + lanes.join('') + surface(camera, trackRing(-21.5), { fill: '#24603c' }) + drawPitch(camera)
}

/** The running track follows the line of the first rows, further in. */
function trackRing(outward: number): Spot[] {
  return ring(outward, 0.01, 72)
}

function drawPitch(camera: Camera): string {
  const stripes = upTo(14).map((stripe) => {
    const from = -PITCH.across / 2 + (stripe * PITCH.across) / 14
    return surface(camera, rectangle([from, -PITCH.down / 2], [from + PITCH.across / 14, PITCH.down / 2]), {
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
    surface(camera, net, { fill: '#ffffff', opacity: 0.22 }) +
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
          surface(camera, board(between(a, b, piece / 10), between(a, b, (piece + 1) / 10)), { fill: BOARDS[piece % 4] ?? '' }),
        )
        .join(''),
    )
    .join('')
}

const BOARDS = ['#6c1aa6', '#d9b0f8', '#45106b', '#f3bc55']

function middle(a: Spot, b: Spot): Spot {
  return between(a, b, 0.5)
}

function between(a: Spot, b: Spot, part: number): Spot {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]
}

/** Stands on the ground, a metre high. */
function board(a: Spot, b: Spot): Spot[] {
  return [
    [a[0], a[1], 0],
    [b[0], b[1], 0],
    [b[0], b[1], 1],
    [a[0], a[1], 1],
  ]
}

interface Part {
  readonly depth: number
  readonly svg: string
}

/** Who looks at the stands, of which nothing nearer than `nearest` metres is drawn. */
interface Onlooker {
  readonly camera: Camera
  readonly nearest: number
}

/** The stands with the spectators, from the furthest to the nearest. Sections nearer than `nearest` metres are left out. */
export function drawStands(camera: Camera, plan: LaidOutPlan, nearest: number): string {
  const onlooker = { camera, nearest }
  const parts = [...drawShell(onlooker), ...plan.sections.flatMap((section) => drawSection(onlooker, plan, section))]
  return parts
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ svg }) => svg)
    .join('')
}

/** The structure of the stands: the wall before the first row, the slope under the sections, the wall behind. */
function drawShell({ camera, nearest }: Onlooker): Part[] {
  const steps = 32
  const [foot, lip, back] = [ring(-0.4, 0, steps), ring(-0.4, heightAt(0) - 0.5, steps), ring(DEPTH, TOP - 1.4, steps)]
  return foot.flatMap((_, index) => {
    const next = (index + 1) % steps
    const [a, b, c, d, e, f] = [foot[index], foot[next], lip[index], lip[next], back[index], back[next]]
    if (!a || !b || !c || !d || !e || !f) return []
    const depth = depthOf(camera, middle(c, f))
    if (depth < nearest) return []
    return [
      { depth: depth + 14, svg: surface(camera, [c, d, f, e], { fill: '#1d1029' }) + surface(camera, [a, b, d, c], { fill: '#4a2b66' }) },
    ]
  })
}

function drawSection({ camera, nearest }: Onlooker, plan: LaidOutPlan, section: LaidOutPlan['sections'][number]): Part[] {
  const outline = section.outline.map(onStand)
  const centre = onStand([section.labelX, section.labelY])
  const depth = depthOf(camera, centre)
  const isUnderfoot = Math.hypot(centre[0] - camera.eye[0], centre[1] - camera.eye[1]) < nearest
  const shape = trace(seeSurface(camera, outline))
  if (shape === '' || isUnderfoot) return []
  const size = scaleAt(camera, centre)
  const every = size > 14 ? 2 : 4
  const rows = rowsOf(plan, section.id, every).map((row) => trace(seeLine(camera, row), false))
  const random = chance(section.id * 7 + 1)
  const people = [0, 1].map((layer) => {
    const d = rows.filter((_, index) => index % 2 === layer).join('')
    const colour = CROWD[Math.floor(random() * CROWD.length)] ?? ''
    const gaps = upTo(4).map(() => short(Math.max(0.8, size * (0.45 + random() * 1.3))))
    return d === ''
      ? ''
      : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(Math.max(0.9, size * (size > 14 ? 0.42 : 0.5)))}" stroke-dasharray="${gaps.join(' ')}" opacity=".8"/>`
  })
  return [{ depth, svg: path(shape, { fill: STAND[section.id % STAND.length] ?? '' }) + people.join('') }]
}

/** The roof over the stands with the lamps on its edge. */
export function drawRoof(camera: Camera, isNear: boolean): string {
  const steps = 40
  const [edge, back] = [ring(DEPTH * 0.36, TOP + 9.5, steps), ring(DEPTH + 2.5, TOP + 6, steps)]
  const posts = ring(DEPTH + 1, TOP - 2, steps)
  const parts = edge.flatMap((a, index): Part[] => {
    const next = (index + 1) % steps
    const [b, c, d, foot] = [edge[next], back[next], back[index], posts[index]]
    if (!b || !c || !d || !foot) return []
    const depth = depthOf(camera, middle(a, c))
    if (depth < 40 !== isNear) return []
    const lamp = see(camera, a)
    const size = Math.min(9, scaleAt(camera, a) * 0.55)
    const light =
      index % 2 === 0 && depthOf(camera, a) > 12
        ? circle(lamp, size * 5, { fill: 'url(#glow)' }) + circle(lamp, size * 0.6, { fill: '#fff6dd' })
        : ''
    const post =
      index % 4 === 0
        ? path(trace(seeLine(camera, [foot, d]), false), { stroke: '#5b3a78', width: Math.max(1, scaleAt(camera, d) * 0.3) })
        : ''
    return [{ depth, svg: post + surface(camera, [a, b, c, d], { fill: index % 2 ? '#241531' : '#2a1a39' }) + light }]
  })
  return parts
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ svg }) => svg)
    .join('')
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

function surface(camera: Camera, corners: readonly Spot[], look: Paint): string {
  const d = trace(seeSurface(camera, corners))
  return d === '' ? '' : path(d, look)
}
