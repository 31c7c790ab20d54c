import type { LaidOutPlan, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { pointFrom, type Standpoint } from '#lib/domain/seating/plan/plan-geometry.ts'
import { cameraAt, depthOf, scaleAt, see, seeSurface, trace, type Camera, type Spot } from '../camera.ts'
import { path, rect, short, upTo } from '../shapes.ts'
import { drawBoards, drawGround, drawPlayers } from './stadium-field.ts'
import { drawRoof, drawStands } from './stadium-stands.ts'
import { METRES, metres, middleSeat, onStand } from './stadium.ts'

export const VIEW = { width: 1_200, height: 750 } as const

const SKY = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#120d18"/><stop offset=".1" stop-color="#3a1458"/><stop offset=".3" stop-color="#b56be8"/><stop offset=".4" stop-color="#f3bc55"/><stop offset=".42" stop-color="#1d1029"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#fff1c9" stop-opacity=".75"/><stop offset=".3" stop-color="#e7cbfb" stop-opacity=".25"/><stop offset="1" stop-color="#e7cbfb" stop-opacity="0"/></radialGradient></defs>`

/** Draws the view of the pitch from the middle of a section of the stadium. */
export function stadiumView(plan: LaidOutPlan, sectionId: number): string {
  const seat = middleSeat(plan, sectionId)
  if (!seat) throw new RangeError(`section ${String(sectionId)} has no seats`)
  const [x, y, floor] = onStand([seat.seatplanX, seat.seatplanY])
  const eye: Spot = [x, y, floor + 1.5]
  const camera = cameraAt(eye, [x * 0.12, y * 0.12, 0.5], { angle: 66, ...VIEW })
  return (
    SKY +
    rect([0, 0, VIEW.width, VIEW.height], { fill: 'url(#sky)' }) +
    drawRoof(camera, false) +
    drawGround(camera) +
    drawStands(camera, plan, 26) +
    drawBoards(camera, false) +
    drawPlayers(camera) +
    drawBoards(camera, true) +
    drawRowsBefore(camera, { at: [seat.seatplanX, seat.seatplanY], rotate: seat.rotate })
  )
}

/** The backs of the seats in front, down to the first row. */
function drawRowsBefore(camera: Camera, viewer: Standpoint): string {
  const step = 0.5 / METRES
  const rows = upTo(7)
    .map((row) => 6 - row)
    .map((row) => {
      const ahead = (1.5 + row * 0.9) / METRES
      const seats = upTo(41).map((place) => {
        const at = pointFrom(viewer, (place - 20.5 + (row % 2) * 0.5) * step * 1.1, ahead)
        const [px, py] = metres(at)
        const spot: Spot = [px, py, camera.eye[2] - 1.22 - row * 0.62]
        return depthOf(camera, spot) > 0.6 ? drawBack(camera, spot) : ''
      })
      return drawRiser(camera, (along) => pointFrom(viewer, along, ahead), camera.eye[2] - 1.2 - row * 0.62) + seats.join('')
    })
  return `<defs><g id="s"><rect x="-24" y="-46" width="48" height="60" rx="11" fill="#1a0f26"/><rect x="-21" y="-44" width="42" height="50" rx="9" fill="#6c1aa6"/><path d="M-15-39h30" stroke="#b56be8" stroke-width="4" stroke-linecap="round"/></g></defs>${rows.join('')}`
}

/** The step that a row of seats stands on. */
function drawRiser(camera: Camera, pointAlong: (along: number) => Point, height: number): string {
  const ends = [-13, 13].map((along) => metres(pointAlong(along / METRES)))
  const top = ends.map(([px, py]): Spot => [px, py, height])
  const foot = ends.map(([px, py]): Spot => [px, py, height - 1]).reverse()
  const d = trace(seeSurface(camera, [...top, ...foot]))
  return d === '' ? '' : path(d, { fill: '#1d1029' })
}

function drawBack(camera: Camera, spot: Spot): string {
  const [x, y] = see(camera, spot)
  const size = scaleAt(camera, spot) / 100
  if (x < -60 * size || x > camera.width + 60 * size || y - 60 * size > camera.height) return ''
  return `<use href="#s" transform="translate(${x.toFixed()} ${y.toFixed()})scale(${short(size * 10) === '0' ? '.1' : size.toFixed(2)})"/>`
}
