import { DIM, glyphOf, HELD, SMALL_GLYPHS, TAKEN, TINT, type GlyphPart, type Size } from './looks.ts'

/** Pixels of one seat as they are copied into the layer, and where they begin from the pixel of its centre. */
export interface Sprite {
  readonly left: number
  readonly top: number
  readonly wide: number
  readonly high: number
  /** Signed: opaque colours are small numbers then, for which the engine needs no memory. */
  readonly pixels: Int32Array
}

/** Draws in the colours that the page has at this moment; a change of theme takes a new one. */
export interface Pen {
  /** @param tint of a price category: its own --1seat-default-stroke and the like, where the page has them */
  readonly colour: (name: string, tint?: number) => string
  /** What draws seats of a size, one by one, around the origin of the context. */
  on(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, size: Size): DrawSeat
}

/** @param angle in radians */
export type DrawSeat = (look: number, kind: number, angle: number) => void

const outlines = new Map<string, Path2D>()

export function takePen(host: HTMLElement): Pen {
  const style = getComputedStyle(host)
  const colours = new Map<string, string>()
  const colour = (name: string, tint = 0) => {
    const key = `${tint}${name}`
    const known = colours.get(key)
    if (known) return known
    // Only the page itself knows what a system colour is under forced colours.
    host.style.color = `var(--${key},var(--${name}))`
    colours.set(key, style.color)
    return style.color
  }
  return {
    colour,
    on: (context, size) => (look, kind, angle) => {
      const tint = kind >>> TINT
      const drawPart = ({ path, fill, stroke, width = 0, dash = [] }: GlyphPart) => {
        const outline = outlines.get(path) ?? new Path2D(path)
        outlines.set(path, outline)
        if (fill) {
          context.fillStyle = colour(fill, tint)
          context.fill(outline)
        }
        if (!stroke) return
        context.strokeStyle = colour(stroke, tint)
        context.lineWidth = width
        context.setLineDash(dash)
        context.stroke(outline)
      }
      const parts = size === 0 ? glyphOf(look % DIM, kind) : (SMALL_GLYPHS[size][look % DIM] ?? [])
      context.lineCap = context.lineJoin = 'round'
      const alpha = context.globalAlpha
      if (look >= DIM) context.globalAlpha = alpha * 0.25
      for (const part of parts) {
        if (!part.isSign) context.rotate(angle)
        drawPart(part)
        if (!part.isSign) context.rotate(-angle)
      }
      context.globalAlpha = alpha
    },
  }
}

/**
 * Sprites of one scale, each made when first asked for.
 * @param form look + 32 × index of the kind
 * @param step of a full turn in `TURN` steps
 * @param shift sub-pixel position: y × shifts + x
 */
export interface SpriteBook {
  readonly shifts: number
  of(form: number, step: number, shift: number): Sprite
}

/** Into how many steps the turns of seats are rounded. */
export const TURN = 240
/** Looks and filter in one form; the rest is the kind. */
export const FORMS = 32
const LARGEST = 256
/** Pixels that are kept in sprites; beyond it all are made anew. */
const MOST_KEPT = 400_000

let bench: OffscreenCanvasRenderingContext2D | null | undefined

/** @param kinds of the hall, by the index that forms have */
export function openSprites(pen: Pen, kinds: readonly number[]): (scale: number, size: Size, isMoving: boolean) => SpriteBook {
  const books = new Map<string, SpriteBook>()
  let kept = 0
  bench ??= new OffscreenCanvas(LARGEST, LARGEST).getContext('2d', { willReadFrequently: true })

  return (scale, size, isMoving) => {
    const shifts = isMoving || size === 2 || scale > 2 ? 1 : 2
    const turns = size === 2 ? 1 : Math.max(24, Math.min(TURN, Math.round(2 * Math.PI * scale * (isMoving ? 6 : 20))))
    if (kept > MOST_KEPT) {
      books.clear()
      kept = 0
    }
    const key = `${scale.toFixed(3)} ${turns} ${shifts}`
    const book = books.get(key) ?? openBook(scale, size, { turns, shifts })
    books.set(key, book)
    return book
  }

  function openBook(scale: number, size: Size, { turns, shifts }: { readonly turns: number; readonly shifts: number }): SpriteBook {
    const body = size === 2 ? wholePixels(scale) : 0
    const drawn = body > 0 ? body / 24 : scale
    const made: (Sprite | undefined)[][] = []
    const make = (form: number, turn: number, shift: number): Sprite => {
      const kind = kinds[Math.floor(form / FORMS)] ?? 0
      const side = Math.min(LARGEST, Math.ceil((size === 2 ? 26 : kind === 0 ? 34 : 42) * drawn) + 2)
      if (!bench) return trim(new Int32Array(), 0)
      const middle = (side >> 1) + (body % 2) / 2
      bench.setTransform(1, 0, 0, 1, 0, 0)
      bench.clearRect(0, 0, side, side)
      bench.setTransform(drawn, 0, 0, drawn, middle + (shift % shifts) / shifts, middle + Math.floor(shift / shifts) / shifts)
      pen.on(bench, size)(form % FORMS, kind, (turn * 2 * Math.PI) / turns)
      const sprite = trim(new Int32Array(bench.getImageData(0, 0, side, side).data.buffer), side)
      kept += sprite.pixels.length
      return sprite
    }
    return {
      shifts,
      of(form, step, shift) {
        const look = form % DIM
        const turn = turns === 1 || look === TAKEN || look === HELD ? 0 : Math.round((step * turns) / TURN) % turns
        const sprites = (made[form] ??= [])
        const at = turn * shifts * shifts + shift
        return (sprites[at] ??= make(form, turn, shift))
      },
    }
  }
}

/** Cuts off the empty edge of a drawn square: every pixel of it would be looked at for every seat in every frame. */
export function trim(pixels: Int32Array, side: number): Sprite {
  let left = side
  let top = side
  let right = 0
  let bottom = 0
  // Plain loops: hundreds of sprites are made before the hall is first seen.
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) {
      if ((pixels[at] ?? 0) >>> 24 === 0) continue
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      bottom = y + 1
    }
  }
  const [wide, high, middle] = [Math.max(0, right - left), Math.max(0, bottom - top), side >> 1]
  const kept = new Int32Array(wide * high)
  for (let y = 0; y < high; y++) kept.set(pixels.subarray((top + y) * side + left, (top + y) * side + right), y * wide)
  return { left: left - middle, top: top - middle, wide, high, pixels: kept }
}

/** Tiny squares are drawn on whole pixels, else all of them would be grey: their side, or 0 where there is room enough. */
function wholePixels(scale: number): number {
  const pitch = scale * 33
  if (pitch >= 9) return 0
  return pitch < 2.6 ? Math.ceil(pitch * 0.8) : Math.round(pitch * 0.75)
}
