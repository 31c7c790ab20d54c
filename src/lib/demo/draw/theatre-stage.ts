import { scaleAt, see, seeLine, trace, type Camera, type Spot } from './camera.ts'
import { circle, ellipse, path, times, upTo } from './shapes.ts'
import { box, CURTAIN, fill, STAGE } from './theatre-measures.ts'

/** The play: two actors in their light before the hills. */
export function drawStage(camera: Camera): string {
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
  const moon = circle([mx, my], scaleAt(camera, [0, back, 3]) * 1.05, { fill: '#fff1c9' })
  const pool = (x: number, y: number, size: number): string => {
    const [px, py] = see(camera, [x, y, floor])
    const scale = scaleAt(camera, [x, y, floor])
    const [tx, ty] = see(camera, [x * 1.6, CURTAIN - 1, arch + 0.6])
    const tilt = Math.abs(see(camera, [x, y + 0.5, floor])[1] - see(camera, [x, y - 0.5, floor])[1]) / scale
    const beam = `M${String(Math.round(tx - 6))} ${String(Math.round(ty))}h12L${String(Math.round(px + size * scale))} ${String(Math.round(py))}H${String(Math.round(px - size * scale))}z`
    return (
      path(beam, { fill: 'url(#beam)' }) +
      ellipse([px, py, size * scale, size * scale * Math.max(0.08, tilt)], { fill: '#fff1c9', opacity: 0.55 })
    )
  }
  return (
    fill(camera, box([-half - 2, half + 2], back, [floor - 0.5, arch + 2]), 'url(#cyclorama)') +
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
    circle([px, py - 1.63 * size], 0.15 * size, { fill: '#160c20' })
  )
}

/** The frame of the stage with its curtains drawn aside. */
export function drawArch(camera: Camera): string {
  const { half, arch } = STAGE
  const curtain = (side: number): string =>
    times(5, (fold) =>
      fill(
        camera,
        box([side * (half - 1.7 + fold * 0.34), side * (half - 1.36 + fold * 0.34)], CURTAIN + 0.3, [STAGE.floor, arch]),
        fold % 2 ? '#581188' : '#6c1aa6',
      ),
    )
  const valance = times(12, (fold) => {
    const [from, to] = [-half + (fold * half) / 6, -half + ((fold + 1) * half) / 6]
    return fill(
      camera,
      [
        ...box([from, to], CURTAIN + 0.32, [arch - 1, arch]),
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
