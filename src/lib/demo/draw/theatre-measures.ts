import { drawSurface, type Camera, type Spot } from './camera.ts'

/** The y of the curtain. All lengths of the demo's theatre are metres. */
export const CURTAIN = -3.2
export const STAGE = { half: 5.6, floor: 1.1, arch: 6.4, back: -10 } as const
export const HALL = { half: 11.5, ceiling: 10.5, back: 17 } as const

type Span = readonly [from: number, to: number]

/** An upright rectangle across the hall. */
export function box([x1, x2]: Span, y: number, [z1, z2]: Span): Spot[] {
  return [
    [x1, y, z1],
    [x2, y, z1],
    [x2, y, z2],
    [x1, y, z2],
  ]
}

export function fill(camera: Camera, corners: readonly Spot[], colour: string): string {
  return drawSurface(camera, corners, { fill: colour })
}
