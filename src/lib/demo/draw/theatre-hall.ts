import { depthOf, scaleAt, see, seeSurface, trace, type Camera, type Spot } from './camera.ts'
import { circle, ellipse, times } from './shapes.ts'
import { box, CURTAIN, fill, HALL, STAGE } from './theatre-measures.ts'

/** The walls, floor and ceiling around the stage. */
export function drawHall(camera: Camera): string {
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
  const opening = box([-STAGE.half, STAGE.half], CURTAIN, [STAGE.floor - 0.6, STAGE.arch])
  const front = `<path d="${trace(seeSurface(camera, box([-half, half], CURTAIN, [0, ceiling])))}${trace(seeSurface(camera, opening))}" fill="#23152f" fill-rule="evenodd"/>`
  const ribs = [-1, 1].map((side) => times(4, (rib) => drawRib(camera, side * (STAGE.half + 1.15 + rib * 1.3))))
  return (
    front +
    ribs.join('') +
    fill(camera, above, '#1a1024') +
    drawLamps(camera) +
    sides.join('') +
    fill(camera, floor, '#1d1228') +
    fill(camera, box([-STAGE.half - 0.4, STAGE.half + 0.4], CURTAIN + 0.9, [0, STAGE.floor]), '#3b2415')
  )
}

/** A tall panel of the wall beside the stage, lit from below. */
function drawRib(camera: Camera, x: number): string {
  const [lx, ly] = see(camera, [x, CURTAIN + 0.1, 1.6])
  const size = scaleAt(camera, [x, CURTAIN + 0.1, 1.6])
  const panel = fill(camera, box([x - 0.5, x + 0.5], CURTAIN + 0.05, [1.3, 8.4]), '#3a2350')
  return (
    panel +
    ellipse([lx, ly - size * 0.9, size * 0.5, size * 2.2], { fill: 'url(#glow)', opacity: 0.5 }) +
    circle([lx, ly], size * 0.13, { fill: '#fff1c9' })
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
      ? circle([lx, ly], size * 1.5, { fill: 'url(#glow)', opacity: 0.7 }) + circle([lx, ly], size * 0.1, { fill: '#fff1c9' })
      : ''
  return fill(camera, panel, '#3a2350') + light
}

function drawLamps(camera: Camera): string {
  return times(7, (row) =>
    times(7, (place) => {
      const spot: Spot = [(place - 3) * 3, -1 + row * 2, HALL.ceiling - 0.05]
      const [x, y] = see(camera, spot)
      const size = scaleAt(camera, spot)
      return depthOf(camera, spot) < 1 ? '' : ellipse([x, y, size * 0.09, size * 0.04], { fill: '#ffe3a6', opacity: 0.85 })
    }),
  )
}
