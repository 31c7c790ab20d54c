import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { cameraAt, depthOf, scaleAt, see, type Camera, type Spot } from './camera.ts'
import { rect } from './shapes.ts'
import { middleSeat } from './stadium/stadium.ts'
import { VIEW } from './stadium/stadium-views.ts'
import { drawHall } from './theatre-hall.ts'
import { box, CURTAIN, fill, HALL, STAGE } from './theatre-measures.ts'
import { drawArch, drawStage } from './theatre-stage.ts'

/** The demo's theatre: its stalls rise gently, its balcony steeply, its stage lies at the top of the plan. Lengths are metres. */
const METRES = 0.52 / 33
const MIDDLE = 660
const BALCONY = { from: 12.3, floor: 4.6 } as const

/** The position of a seat: x from the middle, y from the top of the plan, z by its row. */
function onFloor(x: number, y: number): Spot {
  const [across, down] = [(x - MIDDLE) * METRES, y * METRES]
  const height = down > BALCONY.from ? BALCONY.floor + (down - BALCONY.from) * 0.62 : Math.max(0, (down - 2.8) * 0.13)
  return [across, down, height]
}

/** Draws the view of the stage from the middle of a section of the theatre. */
export function theatreView(plan: LaidOutPlan, sectionId: number): string {
  const seat = middleSeat(plan, sectionId)
  if (!seat) throw new RangeError(`section ${String(sectionId)} has no seats`)
  const [x, y, floor] = onFloor(seat.seatplanX, seat.seatplanY)
  const camera = cameraAt([x, y, floor + 1.28], [x * 0.25, CURTAIN, STAGE.floor + (floor > BALCONY.floor ? 0.6 : 1.5)], {
    angle: floor > BALCONY.floor ? 56 : 68,
    ...VIEW,
  })
  return (
    DEFS +
    rect([0, 0, VIEW.width, VIEW.height], { fill: '#120d18' }) +
    drawStage(camera) +
    drawHall(camera) +
    drawArch(camera) +
    drawSeats(camera, plan)
  )
}

const DEFS = `<defs><linearGradient id="cyclorama" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b1150"/><stop offset=".6" stop-color="#8b3ac6"/><stop offset="1" stop-color="#f3bc55"/></linearGradient><linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff1c9" stop-opacity=".5"/><stop offset="1" stop-color="#fff1c9" stop-opacity="0"/></linearGradient><linearGradient id="velvet" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#45106b"/><stop offset=".5" stop-color="#6c1aa6"/><stop offset="1" stop-color="#3a0d5c"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#ffe3a6" stop-opacity=".8"/><stop offset="1" stop-color="#ffe3a6" stop-opacity="0"/></radialGradient><g id="s"><rect x="-25" y="-52" width="50" height="66" rx="15" fill="#160c20"/><rect x="-22" y="-50" width="44" height="54" rx="13" fill="url(#velvet)"/><path d="M-14-44h28" stroke="#b56be8" stroke-width="3.500" stroke-linecap="round" opacity=".8"/></g></defs>`

/** Every seat in front, the furthest first; on the balcony also its rail. */
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
  const front = box([-HALL.half, HALL.half], y, [BALCONY.floor - 0.6, BALCONY.floor + 0.62])
  return (
    fill(camera, front, '#2c1a3b') + fill(camera, box([-HALL.half, HALL.half], y, [BALCONY.floor + 0.62, BALCONY.floor + 0.74]), '#c9a2e2')
  )
}

function drawBack(camera: Camera, [x, y, z]: Spot): string {
  const spot: Spot = [x, y, z + 0.42]
  const [px, py] = see(camera, spot)
  const size = scaleAt(camera, spot) / 100
  if (px < -40 * size || px > camera.width + 40 * size || py - 60 * size > camera.height) return ''
  return `<use href="#s" transform="translate(${px.toFixed()} ${py.toFixed()})scale(${size.toFixed(2)})"/>`
}
