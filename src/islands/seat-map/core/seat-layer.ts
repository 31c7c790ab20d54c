import type { Hall } from '#lib/domain/seat-hall.ts'
import { unitOf } from '#lib/domain/seat-rules.ts'
import { AVAILABLE, DIM, LIMITED, SELECTED, sizeFor, TAKEN, type Size } from './looks.ts'
import { openSprites, takePen, type Pen, type Sprite, type SpriteBook } from './sprites.ts'
import { prefersStillness, type View } from './view.ts'

/** How many glyph units one pitch is: seats of the reference drawing stand 33 units apart. */
export const UNITS_PER_PITCH = 33
const CHANGE_MS = 260
const FEW = 300
/** A chosen seat never shrinks below this, so that it is found again in the largest hall. */
const LEAST_SELECTED = 14 / 30

/** The canvas that shows every seat of the hall. */
export interface SeatLayer {
  draw(view: View, isMoving: boolean): void
  /** Takes new looks; seats that changed glide from the old look to the new. */
  change(looks: Uint8Array, changed: readonly number[] | null): void
  /** Fits the canvas to its place and takes the colours of the moment. */
  refresh(): void
}

export function openSeatLayer(canvas: HTMLCanvasElement, hall: Hall, redraw: () => void): SeatLayer {
  const context = canvas.getContext('2d')
  const { sections, x, y, angle, pitch } = hall
  /** First seat of the sofa or bed that a seat belongs to, or −1. */
  const sofas = sofasOf(hall)
  let pen: Pen = takePen(canvas)
  let looks = new Uint8Array(hall.count)
  let [width, height, ratio] = [0, 0, 1]
  let image: ImageData | undefined
  let pixels = new Uint32Array()
  const books = new Map<string, SpriteBook>()
  const changing = new Map<number, { from: number; at: number }>()

  function bookOf(scale: number, size: Size, isMoving: boolean): { book: SpriteBook; shifts: number } {
    const shifts = isMoving || size === 2 || scale > 2 ? 1 : 2
    const turns = size === 2 ? 1 : Math.max(24, Math.min(240, Math.round(2 * Math.PI * scale * (isMoving ? 6 : 20))))
    const key = `${scale.toFixed(3)} ${turns} ${shifts}`
    const book = books.get(key) ?? openSprites(pen, scale, size, turns, shifts)
    if (books.size > 24) books.clear()
    books.set(key, book)
    return { book, shifts }
  }

  function blit({ side, pixels: from }: Sprite, left: number, top: number): void {
    const firstRow = Math.max(0, -top)
    const endRow = Math.min(side, height - top)
    const firstColumn = Math.max(0, -left)
    const endColumn = Math.min(side, width - left)
    for (let row = firstRow; row < endRow; row++) {
      let to = (top + row) * width + left + firstColumn
      for (let at = row * side + firstColumn; at < row * side + endColumn; at++, to++) {
        const pixel = from[at] ?? 0
        if (pixel >>> 24 > (pixels[to] ?? 0) >>> 24) pixels[to] = pixel
      }
    }
  }

  function draw(view: View, isMoving: boolean): void {
    if (!context || !image) return
    pixels.fill(0)
    const zoom = view.zoom * ratio
    const unit = (pitch / UNITS_PER_PITCH) * view.zoom
    const size = sizeFor(unit)
    // While it moves, sizes go in steps, so that few sprites are made; at rest they are exact.
    const exact = unit * ratio
    const scale = isMoving ? 1.07 ** Math.round(Math.log(exact) / Math.log(1.07)) : exact
    const { book, shifts } = bookOf(scale, size, isMoving)
    const margin = 40 * exact
    const apart: number[] = []
    for (const {
      first,
      end,
      box: [left, top, right, bottom],
    } of sections) {
      const [fromX, toX] = [left * zoom + view.x * ratio, right * zoom + view.x * ratio]
      const [fromY, toY] = [top * zoom + view.y * ratio, bottom * zoom + view.y * ratio]
      if (toX < -margin || fromX > width + margin || toY < -margin || fromY > height + margin) continue
      for (let seat = first; seat < end; seat++) {
        const atX = (x[seat] ?? 0) * zoom + view.x * ratio
        const atY = (y[seat] ?? 0) * zoom + view.y * ratio
        if (atX < -margin || atX > width + margin || atY < -margin || atY > height + margin) continue
        const look = looks[seat] ?? 0
        if (look % DIM === SELECTED || changing.has(seat) || (sofas && size === 0 && (sofas[seat] ?? -1) >= 0)) {
          apart.push(seat)
          continue
        }
        const wholeX = Math.floor(atX * shifts + 0.5)
        const wholeY = Math.floor(atY * shifts + 0.5)
        const sprite = book(look, angle[seat] ?? 0, ((wholeX % shifts) + shifts) % shifts, ((wholeY % shifts) + shifts) % shifts)
        blit(sprite, Math.floor(wholeX / shifts) - (sprite.side >> 1), Math.floor(wholeY / shifts) - (sprite.side >> 1))
      }
    }
    context.putImageData(image, 0, 0)
    drawApart(context, apart, view, exact, size)
  }

  /** Seats drawn one by one over the others: the chosen ones, sofas, and what is just changing. */
  function drawApart(to: CanvasRenderingContext2D, seats: readonly number[], view: View, unit: number, size: Size): void {
    const time = performance.now()
    const place = (seat: number, scale: number) => {
      const [atX, atY] = [(x[seat] ?? 0) * view.zoom + view.x, (y[seat] ?? 0) * view.zoom + view.y]
      to.setTransform(scale, 0, 0, scale, atX * ratio, atY * ratio)
      to.rotate(angle[seat] ?? 0)
    }
    for (const seat of seats) if (sofas?.[seat] === seat && size === 0) drawSofa(to, seat, place, unit)
    for (const seat of seats) {
      const look = looks[seat] ?? 0
      const change = changing.get(seat)
      const part = change ? Math.min(1, (time - change.at) / CHANGE_MS) : 1
      if (part === 1) changing.delete(seat)
      const isChosen = look % DIM === SELECTED
      const isSofa = size === 0 && (sofas?.[seat] ?? -1) >= 0
      if (change && part < 1 && !isChosen && !isSofa) {
        place(seat, unit)
        to.globalAlpha = 1 - part
        pen(to, change.from, size)
      }
      place(seat, isChosen ? Math.max(unit * (0.8 + 0.2 * part), LEAST_SELECTED * ratio) : unit * (isSofa ? 0.8 : 1))
      to.globalAlpha = isChosen ? 1 : part
      if (!isSofa || (look % DIM > AVAILABLE && look % DIM !== LIMITED)) pen(to, look, size, isChosen ? part : 1)
      to.globalAlpha = 1
    }
    to.setTransform(1, 0, 0, 1, 0, 0)
    if (changing.size > 0) redraw()
  }

  /** One outline around all seats of a sofa: a thick line in the colour of its edge, and one of its ground inside. */
  function drawSofa(to: CanvasRenderingContext2D, first: number, place: (seat: number, scale: number) => void, unit: number): void {
    const last = unitOf(hall, first).at(-1) ?? first
    const style = getComputedStyle(canvas)
    const isGone = (looks[first] ?? 0) % DIM === TAKEN
    const turn = -(angle[first] ?? 0)
    const [awayX, awayY] = [
      ((x[last] ?? 0) - (x[first] ?? 0)) / (pitch / UNITS_PER_PITCH),
      ((y[last] ?? 0) - (y[first] ?? 0)) / (pitch / UNITS_PER_PITCH),
    ]
    place(first, unit)
    to.setLineDash([])
    to.lineCap = 'round'
    const edges = [
      [24, isGone ? 'seat-taken-fill' : 'seat-default-stroke'],
      [20.4, 'seat-default-fill'],
    ] as const
    for (const [thick, colour] of edges) {
      to.beginPath()
      to.moveTo(0, 0)
      to.lineTo(awayX * Math.cos(turn) - awayY * Math.sin(turn), awayX * Math.sin(turn) + awayY * Math.cos(turn))
      to.lineWidth = thick
      to.strokeStyle = style.getPropertyValue(`--${colour}`)
      to.stroke()
    }
  }

  function change(next: Uint8Array, changed: readonly number[] | null): void {
    if (changed && changed.length <= FEW && !prefersStillness()) {
      const at = performance.now()
      for (const seat of changed) if (looks[seat] !== next[seat]) changing.set(seat, { from: looks[seat] ?? 0, at })
    }
    looks = next.slice()
  }

  function refresh(): void {
    pen = takePen(canvas)
    books.clear()
    ratio = Math.min(3, Math.max(1, devicePixelRatio))
    const [wide, high] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
    if (!context || wide === 0 || high === 0 || (image && wide === width && high === height)) return
    canvas.width = width = wide
    canvas.height = height = high
    image = context.createImageData(width, height)
    pixels = new Uint32Array(image.data.buffer)
  }

  refresh()
  return { draw, change, refresh }
}

function sofasOf(hall: Hall): Int32Array | null {
  if (hall.features.every((mask) => mask === 0)) return null
  const sofas = new Int32Array(hall.count).fill(-1)
  let isAny = false
  for (let seat = 0; seat < hall.count; seat++) {
    if (hall.features[seat] === 0) continue
    const [first, second] = unitOf(hall, seat)
    if (first === undefined || second === undefined) continue
    sofas[seat] = first
    isAny = true
  }
  return isAny ? sofas : null
}
