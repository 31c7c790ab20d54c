import type { LaidOutPlan, LaidOutSection, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { simplifyOutline } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { MappedPicture } from './stadium/bowl-picture.ts'
import { cameraAt, depthOf, see, scaleAt, seeLine, seeSurface, trace, type Camera, type Pixel, type Spot } from './camera.ts'
import { lettering } from './lettering.ts'
import { chance, circle, ellipse, path, rect, upTo, wave } from './shapes.ts'

/** The demo's open-air theatre among dunes: rings of seats that rise around a stage, a lawn behind them. Lengths are metres. */
const METRES = 0.5 / 33
const FOCUS: Point = [1_000, 90]
const SIZE = { width: 1_200, height: 900 } as const
const LOOKS: Readonly<Record<number, readonly [fill: string, rows: string, label: string]>> = {
  1: ['#8b3ac6', '#f4e9fb', 'מרכז'],
  2: ['#6c1aa6', '#d9b0f8', 'ימין'],
  3: ['#6c1aa6', '#d9b0f8', 'שמאל'],
  4: ['#6a3f8c', '#e9d3f7', 'עליון'],
  5: ['#553075', '#c9a2e2', 'עליון'],
  6: ['#553075', '#c9a2e2', 'עליון'],
  9: ['#3f7a4a', '#8fc48f', 'מדשאה'],
}

/** Raises a point of the plan onto the slope: level to the first row, then rising with its distance from the stage. */
function onSlope([x, y]: Point): Spot {
  const [across, down] = [(x - FOCUS[0]) * METRES, (y - FOCUS[1]) * METRES]
  const away = Math.hypot(across, down) - 330 * METRES
  return [across, down, Math.max(0, away) * 0.42]
}

/** Draws the open-air theatre from behind its lawn, oriented as its seat map: the stage at the top. */
export function amphitheatrePicture(plan: LaidOutPlan): MappedPicture {
  const camera = cameraAt([0, 31, 24], [0, 7, 0], { angle: 56, ...SIZE })
  const sections = plan.sections.toSorted(
    (a, b) => depthOf(camera, onSlope([b.labelX, b.labelY])) - depthOf(camera, onSlope([a.labelX, a.labelY])),
  )
  const svg =
    drawDunes() +
    drawFloor(camera) +
    drawStage(camera, plan) +
    sections.map((section) => drawSection(camera, plan, section)).join('') +
    plan.sections.map((section) => drawLabel(camera, section)).join('')
  return { ...SIZE, svg, areas: plan.sections.map((section) => ({ section, outline: outlineOf(camera, section) })) }
}

function drawDunes(): string {
  const sky = `<defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b1150"/><stop offset=".12" stop-color="#8b3ac6"/><stop offset=".2" stop-color="#f3bc55"/><stop offset="1" stop-color="#f3bc55"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#fff1c9" stop-opacity=".8"/><stop offset="1" stop-color="#fff1c9" stop-opacity="0"/></radialGradient></defs>`
  const dunes = ['#b7834f', '#a97647', '#99683f', '#8b5c39', '#7c5033', '#6d452e'].map(
    (fill, index) =>
      `<g transform="scale(2 1)">${wave(120 + index * 128 - index * index * 5, { height: 22 + index * 5, waves: 1.1 + (index % 3) * 0.4, shift: index * 1.9 }, { fill, bottom: SIZE.height })}</g>`,
  )
  return sky + rect([0, 0, SIZE.width, SIZE.height], { fill: 'url(#dusk)' }) + dunes.join('')
}

/** The paving between the stage and the first row, and the earth under the rings. */
function drawFloor(camera: Camera): string {
  const fan = (radius: number, height: number): Spot[] =>
    upTo(37).map((step) => {
      const angle = ((-56 + (step * 112) / 36) * Math.PI) / 180
      return [Math.sin(angle) * radius, Math.cos(angle) * radius, height]
    })
  const earth = [...fan(1_185 * METRES, 855 * METRES * 0.42), [0, -2, 0] as const]
  const paving = [...fan(322 * METRES, 0), [0, -3, 0] as const]
  return path(trace(seeSurface(camera, earth)), { fill: '#5f3d2b' }) + path(trace(seeSurface(camera, paving)), { fill: '#d9b98c' })
}

function drawStage(camera: Camera, plan: LaidOutPlan): string {
  const outline = (plan.stage?.outline ?? []).map(([x, y]): Spot => [(x - FOCUS[0]) * METRES, (y - FOCUS[1]) * METRES, 0.9])
  const front = outline.map(([x, y]): Spot => [x, y, 0])
  const floor =
    path(trace(seeSurface(camera, front)), { fill: '#20182a' }) +
    path(trace(seeSurface(camera, outline)), { fill: '#946244', stroke: '#20182a', width: 2 })
  const shell = upTo(5).map((rib) => {
    const radius = 4.2 - rib * 0.55
    const arch = upTo(25).map((step): Spot => {
      const angle = (step / 24) * Math.PI
      return [Math.cos(angle) * radius, -0.6 - rib * 0.55, 0.9 + Math.sin(angle) * radius * 0.95]
    })
    return path(trace(seeSurface(camera, arch)), { fill: ['#f4e9fb', '#d9b0f8', '#b56be8', '#8b3ac6', '#581188'][rib] ?? '' })
  })
  const [x, y] = see(camera, [0, 0.4, 0.9])
  const size = scaleAt(camera, [0, 0.4, 0.9])
  const light = ellipse([x, y, size * 2.4, size * 1], { fill: 'url(#glow)' })
  const masts = [-1, 1].map((side) => {
    const [top, foot]: Spot[] = [
      [side * 6.4, 0.5, 8],
      [side * 6.4, 0.5, 0],
    ]
    if (!top || !foot) return ''
    const [lx, ly] = see(camera, top)
    return (
      path(trace(seeLine(camera, [foot, top]), false), { stroke: '#20182a', width: 6, round: true }) +
      circle([lx, ly], 60, { fill: 'url(#glow)' }) +
      circle([lx, ly], 9, { fill: '#fff6dd' })
    )
  })
  return shell.join('') + floor + light + masts.join('')
}

function drawSection(camera: Camera, plan: LaidOutPlan, section: LaidOutSection): string {
  const [fill = '', rows = ''] = LOOKS[section.id] ?? []
  const shape = path(trace(outlineOf(camera, section)), { fill, stroke: '#20182a', width: 2, round: true })
  const seats = plan.seats.filter((seat) => seat.sectionId === section.id)
  return shape + (section.isReserved ? drawSeats(camera, seats, rows) : drawPicnic(camera, section))
}

function drawSeats(camera: Camera, seats: LaidOutPlan['seats'], colour: string): string {
  return seats
    .map((seat) => {
      const spot = onSlope([seat.seatplanX, seat.seatplanY])
      const [x, y] = see(camera, spot)
      const size = scaleAt(camera, spot)
      return ellipse([x, y, size * 0.17, size * 0.14], { fill: colour })
    })
    .join('')
}

/** Blankets on the grass. */
function drawPicnic(camera: Camera, section: LaidOutSection): string {
  const random = chance(5)
  return upTo(70)
    .map(() => {
      const angle = (random() * 92 - 46) * (Math.PI / 180)
      const radius = 990 + random() * 150
      const spot = onSlope([FOCUS[0] + Math.sin(angle) * radius, FOCUS[1] + Math.cos(angle) * radius])
      const [x, y] = see(camera, spot)
      const size = scaleAt(camera, spot)
      const fill = ['#f4e9fb', '#f3bc55', '#d9b0f8', '#84bff7'][section.id + Math.floor(random() * 4) - section.id] ?? ''
      return rect([x - size * 0.3, y - size * 0.2, size * 0.6, size * 0.4], { fill, opacity: 0.85, r: 3 })
    })
    .join('')
}

function outlineOf(camera: Camera, section: LaidOutSection): Pixel[] {
  return simplifyOutline(seeSurface(camera, section.outline.map(onSlope)), 1.5).map(([x, y]) => [Math.round(x), Math.round(y)])
}

function drawLabel(camera: Camera, { id, labelX, labelY }: LaidOutSection): string {
  const [, , text = ''] = LOOKS[id] ?? []
  const [x, y] = see(camera, onSlope([labelX, labelY]))
  const plate = rect([x - 15 - text.length * 9, y - 21, 30 + text.length * 18, 42], { fill: '#120d18', opacity: 0.82, r: 21 })
  return plate + lettering({ text, face: 'sans', size: 30, fill: '#ffffff', x, y: y + 11, middle: true })
}
