import type { Box, Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unitOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { AVAILABLE, DIM, SELECTED, sizeFor, type Size, UNITS_PER_PITCH } from './looks.ts'
import { countSteps, layOutForms } from './seat-forms.ts'
import { drawSofa } from './sofas.ts'
import { FORMS, openSprites, takePen, type Sprite, type SpriteBook } from './sprites.ts'
import { meets, prefersStillness, type View } from './view.ts'

const CHANGE_MS = 260
const STEP_MS = 8
/** So many seats change one by one; more are drawn at once. */
const FEW = 300
/** A chosen seat never shrinks below this, so that it is found again in the largest hall. */
const LEAST_SELECTED = 14 / 30
/** Pixels of the canvas: more are no sharper to the eye and dear to a phone. */
const MOST_PIXELS = 4_000_000

/** The canvas that shows every seat of the hall. */
export interface SeatLayer {
  draw(view: View, isMoving: boolean): void
  /** Draws what has changed since, and nothing else, where the hall stands as it was drawn last. */
  patch(): void
  /** Takes new looks; seats that changed glide from the old look to the new. */
  change(looks: Uint8Array, changed: readonly number[] | null): void
  /** Fits the canvas to its place and takes the colours of the moment. */
  refresh(): void
}

/** @param redraw asks for `patch` in the next frame, or for all of it to be drawn */
export function openSeatLayer(canvas: HTMLCanvasElement, hall: Hall, redraw: (isAll: boolean) => void): SeatLayer {
  const context = canvas.getContext('2d')
  const { sections, x, y, pitch } = hall
  const { kinds, forms, sofas } = layOutForms(hall)
  let steps: Uint8Array | undefined
  let pen = takePen(canvas)
  let sprites = openSprites(pen, kinds)
  let [width, height, ratio] = [0, 0, 1]
  let image: ImageData | undefined
  let pixels = new Int32Array()
  let shown: { readonly view: View; readonly size: Size; readonly unit: number; readonly book: SpriteBook } | undefined
  const changing = new Map<number, { readonly from: number; readonly at: number }>()
  canvas.addEventListener('contextrestored', () => redraw(true))

  function draw(view: View, isMoving: boolean): void {
    const css = (pitch / UNITS_PER_PITCH) * view.zoom
    const [size, unit] = [sizeFor(css), css * ratio]
    // While it moves, sizes go in steps, so that few sprites are made; at rest they are exact.
    const scale = isMoving ? 1.07 ** Math.round(Math.log(unit) / Math.log(1.07)) : unit
    shown = { view, size, unit, book: sprites(scale, size, isMoving) }
    paint([0, 0, width, height])
    settle()
  }

  function patch(): void {
    if (!shown) return
    const { view } = shown
    const far = Math.ceil(reach())
    for (const changed of changing.keys()) {
      for (const seat of unitOf(hall, changed)) {
        const atX = Math.round(((x[seat] ?? 0) * view.zoom + view.x) * ratio)
        const atY = Math.round(((y[seat] ?? 0) * view.zoom + view.y) * ratio)
        paint([Math.max(0, atX - far), Math.max(0, atY - far), Math.min(width, atX + far), Math.min(height, atY + far)])
      }
    }
    settle()
  }

  /** How far from its centre a seat may reach, in pixels of the canvas. */
  function reach(): number {
    return 21 * Math.max(shown?.unit ?? 0, LEAST_SELECTED * ratio) + 2
  }

  /** What has glided to its new look is done; the rest goes on. */
  function settle(): void {
    const time = performance.now()
    for (const [seat, { at }] of changing) if (time - at >= CHANGE_MS) changing.delete(seat)
    // Not in the very next frame: the one that answers a press must not wait for it.
    if (changing.size > 0) setTimeout(redraw, STEP_MS, false)
  }

  /** Draws all that lies in a part of the canvas, given in its pixels. */
  function paint(part: Box): void {
    const [x0, y0, x1, y1] = part
    if (!context || !image || !shown || x1 <= x0 || y1 <= y0) return
    const { view, size, book } = shown
    const { shifts } = book
    const half = shifts - 1
    const [zoom, panX, panY] = [view.zoom * ratio, view.x * ratio, view.y * ratio]
    const margin = reach()
    const [left, top, right, bottom] = [x0 - margin, y0 - margin, x1 + margin, y1 + margin]
    // From afar nothing is turned.
    if (size < 2) steps ??= countSteps(hall)
    const joined = size === 0 ? sofas : null
    const isChanging = changing.size > 0
    const apart: number[] = []
    for (let row = y0; row < y1; row++) pixels.fill(0, row * width + x0, row * width + x1)
    const around = { zoom, x: panX - left, y: panY - top }
    for (const { first, end, box } of sections) {
      if (!meets(box, around, right - left, bottom - top)) continue
      // The hottest loop of all, and run before the engine has it compiled: no calls where none are needed.
      for (let seat = first; seat < end; seat++) {
        const atX = (x[seat] ?? 0) * zoom + panX
        const atY = (y[seat] ?? 0) * zoom + panY
        if (atX < left || atX > right || atY < top || atY > bottom) continue
        const form = forms[seat] ?? 0
        if (form % DIM === SELECTED || (isChanging && changing.has(seat)) || (joined && joined[seat] !== -1)) {
          apart.push(seat)
          continue
        }
        const wholeX = Math.floor(atX * shifts + 0.5)
        const wholeY = Math.floor(atY * shifts + 0.5)
        const shift = (wholeY & half) * 2 + (wholeX & half)
        stamp(book.of(form, steps?.[seat] ?? 0, shift), wholeX >> half, wholeY >> half, x0, y0, x1, y1)
      }
    }
    context.putImageData(image, 0, 0, x0, y0, x1 - x0, y1 - y0)
    context.save()
    context.beginPath()
    context.rect(x0, y0, x1 - x0, y1 - y0)
    context.clip()
    drawApart(context, apart, view, size, joined)
    context.restore()
  }

  /** Copies a sprite as far as it lies in a part; where two meet, the denser pixel stays. Small and plain: the engine soon has it compiled. */
  function stamp(sprite: Sprite, atX: number, atY: number, x0: number, y0: number, x1: number, y1: number): void {
    const { wide, pixels: from } = sprite
    const fromX = atX + sprite.left
    const fromY = atY + sprite.top
    const startX = Math.max(0, x0 - fromX)
    const endX = Math.min(wide, x1 - fromX)
    const endY = Math.min(sprite.high, y1 - fromY)
    for (let row = Math.max(0, y0 - fromY); row < endY; row++) {
      let to = (fromY + row) * width + fromX + startX
      for (let at = row * wide + startX, last = row * wide + endX; at < last; at++, to++) {
        const pixel = from[at] ?? 0
        if (pixel >>> 24 > (pixels[to] ?? 0) >>> 24) pixels[to] = pixel
      }
    }
  }

  /** Seats drawn one by one over the others: the chosen ones, sofas, and what is just changing. */
  function drawApart(to: CanvasRenderingContext2D, seats: readonly number[], view: View, size: Size, joined: Int32Array | null): void {
    const time = performance.now()
    const unit = shown?.unit ?? 0
    const place = (seat: number, scale: number) => {
      const [atX, atY] = [(x[seat] ?? 0) * view.zoom + view.x, (y[seat] ?? 0) * view.zoom + view.y]
      to.setTransform(scale, 0, 0, scale, atX * ratio, atY * ratio)
    }
    const sofaOf = (seat: number) => joined?.[seat] ?? -1
    for (const first of new Set(seats.map(sofaOf))) if (first >= 0) drawSofa({ hall, forms, pen, to, place }, first, unit)
    for (const seat of seats) {
      const form = forms[seat] ?? 0
      const look = form % FORMS
      const kind = kinds[Math.floor(form / FORMS)] ?? 0
      const turn = hall.angle[seat] ?? 0
      const change = changing.get(seat)
      const part = change ? Math.min(1, (time - change.at) / CHANGE_MS) : 1
      const isChosen = look % DIM === SELECTED
      const isSofa = sofaOf(seat) >= 0
      const scale = unit * (isSofa ? 0.8 : 1)
      const isPlain = (one: number) => isSofa && one % DIM === AVAILABLE
      if (change && part < 1 && !isChosen && !isPlain(change.from)) {
        place(seat, scale)
        to.globalAlpha = 1 - part
        pen.draw(to, change.from, kind, size, turn)
      }
      place(seat, isChosen ? Math.max(unit * (0.8 + 0.2 * part), LEAST_SELECTED * ratio) : scale)
      to.globalAlpha = isChosen ? 1 : part
      if (!isPlain(look)) pen.draw(to, look, isSofa ? 0 : kind, size, turn)
      to.globalAlpha = 1
    }
  }

  function change(next: Uint8Array, changed: readonly number[] | null): void {
    const few = changed && changed.length <= FEW ? changed : null
    // What does not glide is at its end as soon as it begins.
    const at = prefersStillness() ? -Infinity : performance.now()
    for (let n = 0, { length } = few ?? next; n < length; n++) {
      const seat = few ? (few[n] ?? 0) : n
      const form = forms[seat] ?? 0
      const from = form % FORMS
      const look = next[seat] ?? 0
      if (from === look) continue
      forms[seat] = form - from + look
      // One's own press is answered at once, and a chosen seat grows a little; what others do glides.
      if (few) changing.set(seat, { from, at: from === SELECTED ? -Infinity : at })
    }
    redraw(!few)
  }

  function refresh(): void {
    pen = takePen(canvas)
    sprites = openSprites(pen, kinds)
    const { clientWidth, clientHeight } = canvas
    ratio = Math.min(3, Math.max(1, devicePixelRatio), Math.sqrt(MOST_PIXELS / (clientWidth * clientHeight || 1)))
    const [wide, high] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)]
    if (!context || wide === 0 || high === 0 || (wide === width && high === height)) return
    canvas.width = width = wide
    canvas.height = height = high
    image = context.createImageData(width, height)
    pixels = new Int32Array(image.data.buffer)
  }

  refresh()
  return { draw, patch, change, refresh }
}
