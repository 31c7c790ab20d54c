import { path, type Paint } from './shapes.ts'

/** A point of a hall in metres: x and y as in its plan (y grows downwards in the drawing), z is the height above the floor. */
export type Spot = readonly [x: number, y: number, z: number]
/** A point of a picture in pixels. */
export type Pixel = readonly [number, number]

export interface Camera {
  readonly eye: Spot
  readonly right: Spot
  readonly up: Spot
  readonly ahead: Spot
  /** Pixels per metre at a distance of one metre. */
  readonly zoom: number
  readonly width: number
  readonly height: number
}

/** Nothing nearer than this is drawn. Metres. */
const NEAR = 0.45

/** What a camera takes: a picture of so many pixels, whose width is an angle in degrees. */
interface Lens extends Pick<Camera, 'width' | 'height'> {
  readonly angle: number
}

/** Looks from one point to another. Plans are never mirrored. */
export function cameraAt(eye: Spot, target: Spot, { angle, width, height }: Lens): Camera {
  const ahead = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]])
  const right = unit([-ahead[1], ahead[0], 0])
  const up = unit([-ahead[0] * ahead[2], -ahead[1] * ahead[2], ahead[0] ** 2 + ahead[1] ** 2])
  return { eye, right, up, ahead, zoom: width / 2 / Math.tan((angle * Math.PI) / 360), width, height }
}

function unit([x, y, z]: Spot): Spot {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

function dot(a: Spot, b: Spot): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Distance of a point ahead of the camera. Metres; negative behind it. */
export function depthOf({ eye, ahead }: Camera, [x, y, z]: Spot): number {
  return dot([x - eye[0], y - eye[1], z - eye[2]], ahead)
}

/** Pixels per metre at a point. */
export function scaleAt(camera: Camera, spot: Spot): number {
  return camera.zoom / Math.max(NEAR, depthOf(camera, spot))
}

export function see(camera: Camera, [x, y, z]: Spot): Pixel {
  const { eye, right, up, zoom, width, height } = camera
  const from: Spot = [x - eye[0], y - eye[1], z - eye[2]]
  const scale = zoom / Math.max(NEAR, dot(from, camera.ahead))
  return [width / 2 + dot(from, right) * scale, height / 2 - dot(from, up) * scale]
}

/** A surface in the picture, without its part behind the camera. Empty if none of it is visible. */
export function seeSurface(camera: Camera, corners: readonly Spot[]): Pixel[] {
  const seen = cut(camera, corners, true).map((spot) => see(camera, spot))
  return isInside(camera, seen) ? seen : []
}

/** The parts of a line that are ahead of the camera. */
export function seeLine(camera: Camera, spots: readonly Spot[]): Pixel[] {
  const seen = cut(camera, spots, false).map((spot) => see(camera, spot))
  return isInside(camera, seen) ? seen : []
}

function cut(camera: Camera, spots: readonly Spot[], isClosed: boolean): Spot[] {
  return spots.flatMap((spot, index) => {
    const before = spots[index - 1] ?? (isClosed ? spots.at(-1) : undefined)
    const crossing = before && crossingOf(camera, before, spot)
    return [...(crossing ? [crossing] : []), ...(depthOf(camera, spot) > NEAR ? [spot] : [])]
  })
}

/** Where the line between two points comes too near to be drawn; undefined if it does not. */
function crossingOf(camera: Camera, a: Spot, b: Spot): Spot | undefined {
  const [from, to] = [depthOf(camera, a), depthOf(camera, b)]
  if (from > NEAR === to > NEAR) return undefined
  const part = (NEAR - from) / (to - from)
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]
}

function isInside({ width, height }: Camera, pixels: readonly Pixel[]): boolean {
  const [xs, ys] = [pixels.map(([x]) => x), pixels.map(([, y]) => y)]
  return pixels.length > 1 && Math.min(...xs) < width && Math.max(...xs) > 0 && Math.min(...ys) < height && Math.max(...ys) > 0
}

/** A path in whole pixels, each point relative to the previous one: short, and exact enough for a picture. */
export function trace(pixels: readonly Pixel[], isClosed = true): string {
  let [px, py] = [0, 0]
  const steps = pixels.map(([x, y], index) => {
    const [rx, ry] = [Math.round(clamp(x)), Math.round(clamp(y))]
    const step = index === 0 ? `M${String(rx)} ${String(ry)}` : `l${String(rx - px)}${ry - py < 0 ? '' : ' '}${String(ry - py)}`
    ;[px, py] = [rx, ry]
    return step
  })
  return pixels.length < 2 ? '' : steps.join('') + (isClosed ? 'z' : '')
}

/** Limits the size of coordinates: far outside the picture the exact position does not show. */
function clamp(value: number): number {
  return Math.max(-9_000, Math.min(9_000, value))
}

/** A surface in one colour; nothing where none of it is in front of the camera. */
export function drawSurface(camera: Camera, corners: readonly Spot[], look: Paint): string {
  const d = trace(seeSurface(camera, corners))
  return d === '' ? '' : path(d, look)
}

export function middle(a: Spot, b: Spot): Spot {
  return between(a, b, 0.5)
}

export function between(a: Spot, b: Spot, part: number): Spot {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]
}
