import type { LaidOutPlan } from '#lib/domain/laid-out-plan.ts'
import { cameraAt, depthOf, scaleAt, see, seeLine, seeSurface, trace, type Camera, type Spot } from './camera.ts'
import { circle, ellipse, path, rect, times, upTo } from './shapes.ts'
import { middleSeat } from './stadium.ts'
import { VIEW } from './stadium-views.ts'

/** The demo's theatre: its stalls rise gently, its balcony steeply, its stage lies at the top of the plan. Lengths are metres. */
const METRES = 0.52 / 33
const MIDDLE = 660
/** The line of the curtain. */
const CURTAIN = -3.2
const STAGE = { half: 5.6, floor: 1.1, arch: 6.4, back: -10 } as const
const HALL = { half: 11.5, ceiling: 10.5, back: 17 } as const
const BALCONY = { from: 12.3, floor: 4.6 } as const

/** Where a seat stands: x from the middle, y from the top of the plan, z by its row. */
function onFloor(x: number, y: number): Spot {
  const [across, down] = [(x - MIDDLE) * METRES, y * METRES]
  const height = down > BALCONY.from ? BALCONY.floor + (down - BALCONY.from) * 0.62 : Math.max(0, (down - 2.8) * 0.13)
  return [across, down, height]
}

/** What one sees of the stage from the middle of a section of the theatre. */
export function theatreView(plan: LaidOutPlan, sectionId: number): string {
  const seat = middleSeat(plan, sectionId)
  if (!seat) throw new RangeError(`section ${String(sectionId)} has no seats`)
  const [x, y, floor] = onFloor(seat.seatplanX, seat.seatplanY)
  const camera = cameraAt(
    [x, y, floor + 1.28],
    [x * 0.25, CURTAIN, STAGE.floor + (floor > BALCONY.floor ? 0.6 : 1.5)],
    floor > BALCONY.floor ? 56 : 68,
    VIEW.width,
    VIEW.height,
  )
  return (
    DEFS +
    rect(0, 0, VIEW.width, VIEW.height, { fill: '#120d18' }) +
    drawStage(camera) +
    drawHall(camera) +
    drawArch(camera) +
    drawSeats(camera, plan)
  )
}

const DEFS = `<defs><linearGradient id="cyclorama" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b1150"/><stop offset=".6" stop-color="#8b3ac6"/><stop offset="1" stop-color="#f3bc55"/></linearGradient><linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff1c9" stop-opacity=".5"/><stop offset="1" stop-color="#fff1c9" stop-opacity="0"/></linearGradient><linearGradient id="velvet" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#45106b"/><stop offset=".5" stop-color="#6c1aa6"/><stop offset="1" stop-color="#3a0d5c"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#ffe3a6" stop-opacity=".8"/><stop offset="1" stop-color="#ffe3a6" stop-opacity="0"/></radialGradient><g id="s"><rect x="-25" y="-52" width="50" height="66" rx="15" fill="#160c20"/><rect x="-22" y="-50" width="44" height="54" rx="13" fill="url(#velvet)"/><path d="M-14-44h28" stroke="#b56be8" stroke-width="3.500" stroke-linecap="round" opacity=".8"/></g></defs>`

function box(x1: number, x2: number, y: number, z1: number, z2: number): Spot[] {
  return [
    [x1, y, z1],
    [x2, y, z1],
    [x2, y, z2],
    [x1, y, z2],
  ]
}

function drawHall(camera: Camera): string {
  const { half, ceiling, back } = HALL
  const sides = [-1, 1].map((side) => {
    const wall: Spot[] = [
      [side * half, CURTAIN, 0],
      [side * half, back, 0],
      [side * half, back, ceiling],
      [side * half, CURTAIN, ceiling],
    ]
    return fill(camera, wall, '#2c1a3b') + times(5, (panel) => drawPanel(camera, side, 1 + panel * 2.6))
  })
  const floor: Spot[] = [
    [-half, CURTAIN, 0],
    [half, CURTAIN, 0],
    [half, 12, 1.2],
    [-half, 12, 1.2],
  ]
  const above: Spot[] = [
    [-half, CURTAIN, ceiling],
    [half, CURTAIN, ceiling],
    [half, back, ceiling],
    [-half, back, ceiling],
  ]
  const opening = box(-STAGE.half, STAGE.half, CURTAIN, STAGE.floor - 0.6, STAGE.arch)
  const front = `<path d="${trace(seeSurface(camera, box(-half, half, CURTAIN, 0, ceiling)))}${trace(seeSurface(camera, opening))}" fill="#23152f" fill-rule="evenodd"/>`
  const ribs = [-1, 1].map((side) => times(4, (rib) => drawRib(camera, side * (STAGE.half + 1.15 + rib * 1.3))))
  return (
    front +
    ribs.join('') +
    fill(camera, above, '#1a1024') +
    drawLamps(camera) +
    sides.join('') +
    fill(camera, floor, '#1d1228') +
    fill(camera, box(-STAGE.half - 0.4, STAGE.half + 0.4, CURTAIN + 0.9, 0, STAGE.floor), '#3b2415')
  )
}

/** A tall panel of the wall beside the stage, lit from below. */
function drawRib(camera: Camera, x: number): string {
  const [lx, ly] = see(camera, [x, CURTAIN + 0.1, 1.6])
  const size = scaleAt(camera, [x, CURTAIN + 0.1, 1.6])
  const panel = fill(camera, box(x - 0.5, x + 0.5, CURTAIN + 0.05, 1.3, 8.4), '#3a2350')
  return (
    panel +
    ellipse(lx, ly - size * 0.9, size * 0.5, size * 2.2, { fill: 'url(#glow)', opacity: 0.5 }) +
    circle(lx, ly, size * 0.13, { fill: '#fff1c9' })
  )
}

function drawPanel(camera: Camera, side: number, y: number): string {
  const x = side * (HALL.half - 0.02)
  const panel: Spot[] = [
    [x, y, 2],
    [x, y + 1.8, 2],
    [x, y + 1.8, 8.6],
    [x, y, 8.6],
  ]
  const [lx, ly] = see(camera, [x, y + 0.9, 3])
  const size = scaleAt(camera, [x, y + 0.9, 3])
  const light =
    depthOf(camera, [x, y + 0.9, 3]) > 1
      ? circle(lx, ly, size * 1.5, { fill: 'url(#glow)', opacity: 0.7 }) + circle(lx, ly, size * 0.1, { fill: '#fff1c9' })
      : ''
  return fill(camera, panel, '#3a2350') + light
}

function drawLamps(camera: Camera): string {
  return times(7, (row) =>
    times(7, (place) => {
      const spot: Spot = [(place - 3) * 3, -1 + row * 2, HALL.ceiling - 0.05]
      const [x, y] = see(camera, spot)
      const size = scaleAt(camera, spot)
      return depthOf(camera, spot) < 1 ? '' : ellipse(x, y, size * 0.09, size * 0.04, { fill: '#ffe3a6', opacity: 0.85 })
    }),
  )
}

function drawStage(camera: Camera): string {
  const { half, floor, arch, back } = STAGE
  const boards = upTo(12).map((board) => {
    const [from, to] = [-half + (board * half) / 6, -half + ((board + 1) * half) / 6]
    const plank: Spot[] = [
      [from, back, floor],
      [to, back, floor],
      [to, CURTAIN + 0.9, floor],
      [from, CURTAIN + 0.9, floor],
    ]
    return fill(camera, plank, board % 2 ? '#8a5a3c' : '#946244')
  })
  const [mx, my] = see(camera, [2.6, back, floor + 3.5])
  const moon = circle(mx, my, scaleAt(camera, [0, back, 3]) * 1.05, { fill: '#fff1c9' })
  const pool = (x: number, y: number, size: number): string => {
    const [px, py] = see(camera, [x, y, floor])
    const scale = scaleAt(camera, [x, y, floor])
    const [tx, ty] = see(camera, [x * 1.6, CURTAIN - 1, arch + 0.6])
    const tilt = Math.abs(see(camera, [x, y + 0.5, floor])[1] - see(camera, [x, y - 0.5, floor])[1]) / scale
    const beam = `M${String(Math.round(tx - 6))} ${String(Math.round(ty))}h12L${String(Math.round(px + size * scale))} ${String(Math.round(py))}H${String(Math.round(px - size * scale))}z`
    return (
      path(beam, { fill: 'url(#beam)' }) +
      ellipse(px, py, size * scale, size * scale * Math.max(0.08, tilt), { fill: '#fff1c9', opacity: 0.55 })
    )
  }
  return (
    fill(camera, box(-half - 2, half + 2, back, floor - 0.5, arch + 2), 'url(#cyclorama)') +
    moon +
    drawHills(camera) +
    boards.join('') +
    pool(-2.2, -5.6, 1.2) +
    pool(1.9, -4.8, 1.3) +
    drawActor(camera, -2.2, -5.6) +
    drawActor(camera, 1.9, -4.8)
  )
}

function drawHills(camera: Camera): string {
  return [0, 1]
    .map((hill) => {
      const y = STAGE.back + 0.4 + hill
      const crest = upTo(25).map((step): Spot => [
        -8 + (step * 16) / 24,
        y,
        STAGE.floor + 1.3 - hill * 0.6 + Math.sin(step * 0.62 + hill * 2) * 0.5,
      ])
      return fill(camera, [...crest, [8, y, STAGE.floor], [-8, y, STAGE.floor]], hill ? '#2b1150' : '#571f7d')
    })
    .join('')
}

function drawActor(camera: Camera, x: number, y: number): string {
  const size = scaleAt(camera, [x, y, STAGE.floor])
  const [px, py] = see(camera, [x, y, STAGE.floor])
  const at = (dx: number, dy: number): string => `${(px + dx * size).toFixed(1)} ${(py - dy * size).toFixed(1)}`
  return (
    path(`M${at(-0.3, 0)}L${at(-0.2, 1.35)}Q${at(0, 1.55)} ${at(0.2, 1.35)}L${at(0.3, 0)}z`, { fill: '#160c20' }) +
    circle(px, py - 1.63 * size, 0.15 * size, { fill: '#160c20' })
  )
}

/** The frame of the stage with its curtains drawn aside. */
function drawArch(camera: Camera): string {
  const { half, arch } = STAGE
  const curtain = (side: number): string =>
    times(5, (fold) =>
      fill(
        camera,
        box(side * (half - 1.7 + fold * 0.34), side * (half - 1.36 + fold * 0.34), CURTAIN + 0.3, STAGE.floor, arch),
        fold % 2 ? '#581188' : '#6c1aa6',
      ),
    )
  const valance = times(12, (fold) => {
    const [from, to] = [-half + (fold * half) / 6, -half + ((fold + 1) * half) / 6]
    return fill(
      camera,
      [
        ...box(from, to, CURTAIN + 0.32, arch - 1, arch),
        [from, CURTAIN + 0.32, arch - 1],
        [(from + to) / 2, CURTAIN + 0.32, arch - 1.35],
        [to, CURTAIN + 0.32, arch - 1],
      ],
      fold % 2 ? '#581188' : '#4d0f78',
    )
  })
  const frame: Spot[] = [
    [-half, CURTAIN + 0.4, STAGE.floor],
    [-half, CURTAIN + 0.4, arch],
    [half, CURTAIN + 0.4, arch],
    [half, CURTAIN + 0.4, STAGE.floor],
  ]
  const width = scaleAt(camera, [0, CURTAIN, 3]) * 0.42
  const edge =
    path(trace(seeLine(camera, frame), false), { stroke: '#3a2350', width }) +
    path(trace(seeLine(camera, frame), false), { stroke: '#c9a2e2', width: width * 0.22 })
  return curtain(-1) + curtain(1) + valance + edge
}

/** Every seat before one's own, the furthest first; the rail of the balcony where one sits behind it. */
function drawSeats(camera: Camera, plan: LaidOutPlan): string {
  const seats = plan.seats
    .map((seat) => onFloor(seat.seatplanX, seat.seatplanY))
    .filter((spot) => depthOf(camera, [spot[0], spot[1], spot[2] + 0.5]) > 0.55)
    .toSorted((a, b) => depthOf(camera, b) - depthOf(camera, a))
  const isAbove = camera.eye[2] > BALCONY.floor
  const stalls = seats.filter(([, y]) => y < BALCONY.from).map((spot) => drawBack(camera, spot))
  const balcony = seats.filter(([, y]) => y >= BALCONY.from).map((spot) => drawBack(camera, spot))
  return stalls.join('') + (isAbove ? drawRail(camera) + balcony.join('') : '')
}

function drawRail(camera: Camera): string {
  const y = BALCONY.from - 0.35
  const front = box(-HALL.half, HALL.half, y, BALCONY.floor - 0.6, BALCONY.floor + 0.62)
  return fill(camera, front, '#2c1a3b') + fill(camera, box(-HALL.half, HALL.half, y, BALCONY.floor + 0.62, BALCONY.floor + 0.74), '#c9a2e2')
}

function drawBack(camera: Camera, [x, y, z]: Spot): string {
  const spot: Spot = [x, y, z + 0.42]
  const [px, py] = see(camera, spot)
  const size = scaleAt(camera, spot) / 100
  if (px < -40 * size || px > camera.width + 40 * size || py - 60 * size > camera.height) return ''
  return `<use href="#s" transform="translate(${px.toFixed()} ${py.toFixed()})scale(${size.toFixed(2)})"/>`
}

function fill(camera: Camera, corners: readonly Spot[], colour: string): string {
  const d = trace(seeSurface(camera, corners))
  return d === '' ? '' : path(d, { fill: colour })
}
