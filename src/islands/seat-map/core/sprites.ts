import { DIM, SIZES, type GlyphPart, type Size } from './looks.ts'

/** Pixels of one seat as they are copied into the layer: side × side of RGBA. */
export interface Sprite {
  readonly side: number
  readonly pixels: Uint32Array
}

/** Draws one glyph around the origin of the context. `tick` from 0 to 1 is how much of its last stroke is drawn. */
export type Pen = (context: CanvasRenderingContext2D, look: number, size: Size, tick?: number) => void

const outlines = new Map<string, Path2D>()

/** A pen in the colours that the page has at this moment; a change of theme takes a new one. */
export function takePen(host: Element): Pen {
  const style = getComputedStyle(host)
  const colours = new Map<string, string>()
  const colour = (name: string) => {
    const known = colours.get(name) ?? style.getPropertyValue(`--${name}`).trim()
    colours.set(name, known)
    return known
  }
  const drawPart = (context: CanvasRenderingContext2D, { path, fill, stroke, width = 0, dash = [] }: GlyphPart) => {
    const outline = outlines.get(path) ?? new Path2D(path)
    outlines.set(path, outline)
    if (fill) {
      context.fillStyle = colour(fill)
      context.fill(outline)
    }
    if (!stroke) return
    context.strokeStyle = colour(stroke)
    context.lineWidth = width
    context.setLineDash(dash)
    context.stroke(outline)
  }
  return (context, look, size, tick = 1) => {
    const parts = SIZES[size][look % DIM] ?? []
    context.lineCap = context.lineJoin = 'round'
    const alpha = context.globalAlpha
    if (look >= DIM) context.globalAlpha = alpha * 0.25
    for (const part of parts) drawPart(context, tick < 1 && part === parts.at(-1) ? { ...part, dash: [26 * tick, 99] } : part)
    context.globalAlpha = alpha
  }
}

/** Sprites of one scale, made when first asked for. */
export type SpriteBook = (look: number, angle: number, shiftX: number, shiftY: number) => Sprite

const LARGEST = 160
let bench: CanvasRenderingContext2D | null | undefined

/**
 * @param scale device pixels of one glyph unit
 * @param turns into how many steps a full turn is divided
 * @param shifts sub-pixel steps of a position on each axis
 */
export function openSprites(pen: Pen, scale: number, size: Size, turns: number, shifts: number): SpriteBook {
  const body = size === 2 ? wholePixels(scale) : 0
  const drawn = body > 0 ? body / 24 : scale
  const side = Math.min(LARGEST, Math.ceil((size === 2 ? 26 : 34) * drawn) + 2)
  const middle = (side >> 1) + (body % 2) / 2
  const made: (Sprite | undefined)[] = []
  bench ??= new OffscreenCanvas(LARGEST, LARGEST).getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D | null
  const make = (look: number, step: number, shiftX: number, shiftY: number): Sprite => {
    if (!bench) return { side: 0, pixels: new Uint32Array() }
    bench.setTransform(1, 0, 0, 1, 0, 0)
    bench.clearRect(0, 0, side, side)
    bench.translate(middle + shiftX / shifts, middle + shiftY / shifts)
    bench.rotate((step * 2 * Math.PI) / turns)
    bench.scale(drawn, drawn)
    pen(bench, look, size)
    return { side, pixels: new Uint32Array(bench.getImageData(0, 0, side, side).data.buffer) }
  }
  return (look, angle, shiftX, shiftY) => {
    const step = Math.round((angle / (2 * Math.PI)) * turns) % turns
    const key = ((look * shifts + shiftX) * shifts + shiftY) * turns + (step < 0 ? step + turns : step)
    return (made[key] ??= make(look, step, shiftX, shiftY))
  }
}

/** Tiny squares are drawn on whole pixels, else all of them would be grey: their side, or 0 where there is room enough. */
function wholePixels(scale: number): number {
  const pitch = scale * 33
  if (pitch >= 9) return 0
  return pitch < 2.6 ? Math.ceil(pitch * 0.8) : Math.round(pitch * 0.75)
}
