import type { GiftPicture } from './gift.ts'
import shapes from './covers.json' with { type: 'json' }

/** One shape of a picture, in its view box. */
export interface CoverShape {
  readonly d: string
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly opacity?: number
}

/** The view box of all pictures. */
export const COVER = { width: 640, height: 360 } as const

/** The shapes of the pictures that gifts bear, from back to front: pages and files draw the same. */
export const COVERS: Readonly<Record<GiftPicture, readonly CoverShape[]>> = shapes
