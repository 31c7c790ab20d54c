import type { Box, Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unitOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { DIM, SELECTED, sizeFor, type Size, UNITS_PER_PITCH } from './looks.ts'
import { countSteps, layOutForms, type SeatForms } from './seat-forms.ts'
import { openPixels, type SeatPixels } from './seat-pixels.ts'
import { CHANGE_MS, drawApart } from './seats-apart.ts'
import { FORMS, openSprites, takePen, type Pen, type SpriteBook } from './sprites.ts'
import { meets, prefersStillness, type View } from './view.ts'

const STEP_MS = 8
/** So many seats change one by one; more are drawn at once. */
const FEW = 300
/** A chosen seat never shrinks below this, so that it is found again in the largest hall. */
const LEAST_SELECTED = 14 / 30

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

/** How the hall was drawn last. */
interface Shown {
  readonly view: View
  readonly size: Size
  readonly unit: number
  readonly book: SpriteBook
}

/** @param redraw asks for `patch` in the next frame, or for all of it to be drawn */
export function openSeatLayer(canvas: HTMLCanvasElement, hall: Hall, redraw: (isAll: boolean) => void): SeatLayer {
  const pixels = openPixels(canvas)
  const layout = layOutForms(hall)
  const { kinds, forms, changing } = layout
  let pen = takePen(canvas)
  let sprites = openSprites(pen, kinds)
  let shown: Shown | undefined
  const paint = openPainter(hall, layout, pixels)
  canvas.addEventListener('contextrestored', () => redraw(true))

  /** What has glided to its new look is done; the rest goes on. */
  const settle = () => {
    const time = performance.now()
    for (const [seat, { at }] of changing) if (time - at >= CHANGE_MS) changing.delete(seat)
    // Not in the very next frame: the one that answers a press must not wait for it.
    if (changing.size > 0) setTimeout(redraw, STEP_MS, false)
  }
  const refresh = () => {
    pen = takePen(canvas)
    sprites = openSprites(pen, kinds)
    pixels.fit()
  }
  refresh()
  return {
    draw(view, isMoving) {
      const css = (hall.pitch / UNITS_PER_PITCH) * view.zoom
      const [size, unit] = [sizeFor(css), css * pixels.ratio]
      // While it moves, sizes go in steps, so that few sprites are made; at rest they are exact.
      const scale = isMoving ? 1.07 ** Math.round(Math.log(unit) / Math.log(1.07)) : unit
      shown = { view, size, unit, book: sprites(scale, size, isMoving) }
      paint(shown, pen, [0, 0, pixels.width, pixels.height])
      settle()
    },
    patch() {
      if (!shown) return
      for (const changed of changing.keys())
        for (const seat of unitOf(hall, changed)) paint(shown, pen, partAround(pixels, shown, [hall.x[seat] ?? 0, hall.y[seat] ?? 0]))
      settle()
    },
    change(next, changed) {
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
    },
    refresh,
  }
}

/** How far from its centre a seat may reach, in pixels of the canvas. */
function reachOf({ unit }: Shown, ratio: number): number {
  return 21 * Math.max(unit, LEAST_SELECTED * ratio) + 2
}

/** The part of the canvas that a seat may reach into, by its place in the plan. */
function partAround({ width, height, ratio }: SeatPixels, shown: Shown, [planX, planY]: readonly [number, number]): Box {
  const { view } = shown
  const far = Math.ceil(reachOf(shown, ratio))
  const [x, y] = [Math.round((planX * view.zoom + view.x) * ratio), Math.round((planY * view.zoom + view.y) * ratio)]
  return [Math.max(0, x - far), Math.max(0, y - far), Math.min(width, x + far), Math.min(height, y + far)]
}

/** @returns what draws all that lies in a part of the canvas */
function openPainter(hall: Hall, { kinds, forms, sofas, changing }: SeatForms, pixels: SeatPixels) {
  const { sections, x, y } = hall
  let steps: Uint8Array | undefined
  // oxlint-disable-next-line complexity -- One loop over all seats, without calls, and within the last bytes of what a map may send.
  return (shown: Shown, pen: Pen, part: Box): void => {
    const [x0, y0, x1, y1] = part
    if (x1 <= x0 || y1 <= y0) return
    const { view, size, unit, book } = shown
    const { ratio } = pixels
    const { shifts } = book
    const half = shifts - 1
    const [zoom, panX, panY] = [view.zoom * ratio, view.x * ratio, view.y * ratio]
    const margin = reachOf(shown, ratio)
    const [left, top, right, bottom] = [x0 - margin, y0 - margin, x1 + margin, y1 + margin]
    // From afar nothing is turned.
    if (size < 2) steps ??= countSteps(hall)
    const joined = size === 0 ? sofas : null
    const isChanging = changing.size > 0
    const apart: number[] = []
    pixels.begin(part)
    const around = { zoom, x: panX - left, y: panY - top, width: right - left, height: bottom - top }
    for (const { first, end, box } of sections) {
      if (!meets(box, around)) continue
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
        pixels.stamp(book.of(form, steps?.[seat] ?? 0, shift), wholeX >> half, wholeY >> half)
      }
    }
    pixels.show((to) => {
      const place = (seat: number, scale: number) =>
        to.setTransform(scale, 0, 0, scale, (x[seat] ?? 0) * zoom + panX, (y[seat] ?? 0) * zoom + panY)
      drawApart(
        {
          hall,
          forms,
          kinds,
          pen,
          to,
          place,
          draw: pen.on(to, size),
          unit,
          leastChosen: LEAST_SELECTED * ratio,
          changing,
          joined: joined ?? [],
        },
        apart,
      )
    })
  }
}
