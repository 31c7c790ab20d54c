import type { Box } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Sprite } from './sprites.ts'

/** Pixels of the canvas: more are no sharper to the eye and dear to a phone. */
const MOST_PIXELS = 4_000_000

/** The pixels of a canvas, as large as its place on the page and as fine as its screen. Parts of it are given in its pixels. */
export interface SeatPixels {
  readonly width: number
  readonly height: number
  /** Pixels of the canvas to one of the page. */
  readonly ratio: number
  /** Fits the canvas to its place. */
  fit(): void
  /** Empties a part, which is drawn anew from now on. */
  begin(part: Box): void
  stamp(sprite: Sprite, x: number, y: number): void
  /** Shows the part as it is now, and over it what is drawn with the context, which is cut at its edges. */
  show(drawOver: (context: CanvasRenderingContext2D) => void): void
}

export function openPixels(canvas: HTMLCanvasElement): SeatPixels {
  const context = canvas.getContext('2d')
  let image: ImageData | undefined
  let pixels = new Int32Array()
  let [x0, y0, x1, y1]: Box = [0, 0, 0, 0]
  const opened = {
    width: 0,
    height: 0,
    ratio: 1,
    fit() {
      const { clientWidth, clientHeight } = canvas
      const ratio = Math.min(3, Math.max(1, devicePixelRatio), Math.sqrt(MOST_PIXELS / (clientWidth * clientHeight || 1)))
      const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)]
      opened.ratio = ratio
      if (!context || width === 0 || height === 0 || (width === opened.width && height === opened.height)) return
      canvas.width = opened.width = width
      canvas.height = opened.height = height
      image = context.createImageData(width, height)
      pixels = new Int32Array(image.data.buffer)
    },
    begin(part: Box) {
      ;[x0, y0, x1, y1] = part
      const { width } = opened
      for (let row = y0; row < y1; row++) pixels.fill(0, row * width + x0, row * width + x1)
    },
    /** Copies a sprite as far as it lies in the part; where two meet, the denser pixel stays. Small and plain: the engine soon has it compiled. */
    stamp(sprite: Sprite, x: number, y: number) {
      const { wide, pixels: from } = sprite
      const { width } = opened
      const fromX = x + sprite.left
      const fromY = y + sprite.top
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
    },
    show(drawOver: (context: CanvasRenderingContext2D) => void) {
      if (!context || !image) return
      context.putImageData(image, 0, 0, x0, y0, x1 - x0, y1 - y0)
      context.save()
      context.beginPath()
      context.rect(x0, y0, x1 - x0, y1 - y0)
      context.clip()
      drawOver(context)
      context.restore()
    },
  }
  return opened
}
