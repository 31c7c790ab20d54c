/** The viewport of svg-pan-zoom 3.6.2: the part that owns the transform of an SVG and moves it once a frame. */
declare module 'svg-pan-zoom/src/shadow-viewport.js' {
  interface Options {
    readonly svg: SVGSVGElement
    readonly width: number
    readonly height: number
    readonly fit: boolean
    readonly center: boolean
    readonly refreshRate: 'auto' | number
    beforeZoom(from: number, to: number): unknown
    onZoom(zoom: number): void
    beforePan(from: DOMPointInit, to: DOMPointInit): unknown
    onPan(to: DOMPointInit): void
    onUpdatedCTM(matrix: DOMMatrix): unknown
  }
  interface Viewport {
    getCTM(): DOMMatrix
    setCTM(matrix: DOMMatrix): void
    getZoom(): number
    getPan(): { x: number; y: number }
  }
  export default function ShadowViewport(viewport: SVGGElement, options: Options): Viewport
}
