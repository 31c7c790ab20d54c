/** The parts of the peers that the benchmark uses. They are installed on its first run, outside the product's dependencies. */
declare module 'konva/lib/Core.js' {
  export namespace Konva {
    interface Point {
      readonly x: number
      readonly y: number
    }
    interface Context {
      beginPath(): void
      moveTo(x: number, y: number): void
      lineTo(x: number, y: number): void
      closePath(): void
      fill(): void
      fillText(text: string, x: number, y: number): void
      stroke(): void
      setAttr(name: string, value: string | number): void
    }
    interface Bitmap {
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly pixelRatio: number
      readonly hitCanvasPixelRatio: number
    }
    class Node {
      visible(isVisible: boolean): void
      cache(bitmap: Bitmap): void
      clearCache(): void
      getStage(): Stage | null
    }
    class Shape extends Node {
      constructor(options: { listening: boolean; perfectDrawEnabled?: boolean; sceneFunc?(context: Context): void })
    }
    class Group extends Node {
      constructor(options: { listening: boolean })
      add(node: Node): void
    }
    class Layer {
      constructor(options: { listening: boolean })
      add(node: Node): void
      batchDraw(): void
    }
    class Stage {
      constructor(options: { container: HTMLDivElement; width: number; height: number; listening: boolean })
      add(...layers: Layer[]): void
      scale(scale: Point): void
      position(point: Point): void
      size(): { readonly width: number; readonly height: number }
      scaleX(): number
      x(): number
      y(): number
      batchDraw(): void
    }
  }
}
declare module 'konva/lib/shapes/Rect.js' {
  import type { Konva } from 'konva/lib/Core.js'
  export class Rect extends Konva.Shape {
    constructor(options: { listening: boolean; [name: string]: unknown })
  }
}
declare module 'konva/lib/shapes/Line.js' {
  export { Rect as Line } from 'konva/lib/shapes/Rect.js'
}
declare module 'konva/lib/shapes/Text.js' {
  export { Rect as Text } from 'konva/lib/shapes/Rect.js'
}
declare module '@alisaitteke/seatmap-canvas' {
  export class SeatMapCanvas {
    constructor(container: string, options: object)
    readonly data: { replaceData(blocks: readonly object[]): void }
    readonly eventManager: { addEventListener(type: string, act: (seat: { isSelected(): boolean; select(): void }) => void): void }
    readonly zoomManager: { readonly zoomLevels: { BLOCK: object } }
  }
}
