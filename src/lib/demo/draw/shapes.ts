/** Shapes of the demo's drawings as SVG. Lengths are units of a 600 × 840 poster. */

export interface Paint {
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly opacity?: number
  readonly round?: boolean
  readonly turn?: string
  readonly clip?: string
  /** Of the corners of a rectangle. */
  readonly r?: number
}

function paint({ fill = 'none', stroke, width = 1, opacity, round, turn, clip }: Paint): string {
  const line =
    stroke === undefined
      ? ''
      : ` stroke="${stroke}" stroke-width="${short(width)}"${round ? ' stroke-linecap="round" stroke-linejoin="round"' : ''}`
  const rest = `${opacity === undefined ? '' : ` opacity="${short(opacity)}"`}${turn === undefined ? '' : ` transform="${turn}"`}`
  return `fill="${fill}"${line}${rest}${clip === undefined ? '' : ` clip-path="url(#${clip})"`}`
}

/** A number with at most one decimal. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export type Point = readonly [x: number, y: number]

/** Of a rectangle the corner, the width and the height; of an ellipse the middle and both radii. */
export type Frame = readonly [x: number, y: number, across: number, down: number]

export function circle([x, y]: Point, r: number, look: Paint): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" ${paint(look)}/>`
}

export function ellipse([x, y, rx, ry]: Frame, look: Paint): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" ${paint(look)}/>`
}

export function rect([x, y, w, h]: Frame, look: Paint): string {
  const { r = 0 } = look
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"${r === 0 ? '' : ` rx="${short(r)}"`} ${paint(look)}/>`
}

export function path(d: string, look: Paint): string {
  return `<path d="${d}" ${paint(look)}/>`
}

export function line(points: readonly Point[], look: Paint): string {
  return path(`M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`, look)
}

/** The background of a poster, plain or a gradient downwards. */
export function ground(...colours: readonly string[]): string {
  if (colours.length === 1) return rect([0, 0, 600, 840], { fill: colours[0] ?? '' })
  const stops = colours.map((colour, index) => `<stop offset="${short(index / (colours.length - 1))}" stop-color="${colour}"/>`)
  return `<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient></defs>${rect([0, 0, 600, 840], { fill: 'url(#ground)' })}`
}

/** How high its waves are, how many of them, and where in one the line begins, in radians. */
interface Wave {
  readonly height: number
  readonly waves: number
  readonly shift: number
}

/** A band of the poster below a wavy line. `look`: its colour, and how deep it goes if not to the foot of the poster. */
export function wave(y: number, { height, waves, shift }: Wave, look: string | { fill: string; bottom: number }): string {
  const { fill, bottom } = typeof look === 'string' ? { fill: look, bottom: 840 } : look
  const points = upTo(41).map((step) => [step * 15, y + height * Math.sin((step / 40) * waves * 2 * Math.PI + shift)] as const)
  return path(`M${points.map(([px, py]) => `${short(px)} ${short(py)}`).join('L')}L600 ${short(bottom)}L0 ${short(bottom)}Z`, { fill })
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

export function times(count: number, draw: (index: number) => string): string {
  return upTo(count).map(draw).join('')
}

/** A point on a circle; degrees clockwise from the top. */
export function around([x, y]: Point, r: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180
  return [x + r * Math.sin(turn), y - r * Math.cos(turn)]
}

/** A generator of numbers from 0 to 1, the same in every run (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
