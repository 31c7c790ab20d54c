import { z } from 'zod'
import { ringOutline, roundPoint } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/**
 * The pretix seating-plan format (its schema "0.0.1"), parsed tolerantly: unknown keys are ignored, numbers may be strings, and required keys that a plan can
 * do without (guids, positions, names) may be missing.
 */
const number = z.coerce.number().refine(Number.isFinite)
const label = z.union([z.string(), z.number()]).transform((text) => String(text).trim())
const position = z.object({ x: number.default(0), y: number.default(0) }).default({ x: 0, y: 0 })

const seat = z.object({
  seat_guid: label.default(''),
  seat_number: label,
  position,
  category: label.default(''),
  radius: number.optional(),
})

const row = z.object({
  row_number: label.default(''),
  row_label: z.string().nullish(),
  seat_label: z.string().nullish(),
  position,
  seats: z.array(seat),
})

const area = z.object({
  shape: z.string(),
  position,
  rotation: number.default(0),
  text: z.object({ text: z.string().default('') }).nullish(),
  rectangle: z.object({ width: number, height: number }).nullish(),
  circle: z.object({ radius: number }).nullish(),
  ellipse: z.object({ radius: z.object({ x: number, y: number }) }).nullish(),
  polygon: z.object({ points: z.array(z.object({ x: number, y: number })) }).nullish(),
})

const zone = z.object({
  name: label.default(''),
  zone_id: label.optional(),
  position,
  rows: z.array(row),
  areas: z.array(area).default([]),
})

export const pretixPlan = z.object({
  name: label.default(''),
  categories: z.array(z.object({ name: label })).default([]),
  zones: z.array(zone),
  size: z.object({ width: number, height: number }),
})

export type PretixPlan = z.infer<typeof pretixPlan>
export type PretixZone = PretixPlan['zones'][number]
export type PretixRow = PretixZone['rows'][number]
export type PretixSeat = PretixRow['seats'][number]
export type PretixArea = PretixZone['areas'][number]

const KNOWN = {
  plan: ['name', 'categories', 'zones', 'size'],
  zone: ['name', 'zone_id', 'uuid', 'position', 'rows', 'areas'],
  row: ['row_number', 'row_label', 'seat_label', 'row_number_position', 'position', 'seats', 'uuid'],
  seat: ['seat_guid', 'seat_number', 'seat_number_position', 'position', 'category', 'radius', 'start_direction', 'uuid'],
}

/** Keys of a plan that the format does not know, each with its level and count. */
export function unknownKeys(written: unknown): Map<string, number> {
  const counts = new Map<string, number>()
  const look = (thing: unknown, level: keyof typeof KNOWN): void => {
    if (typeof thing !== 'object' || thing === null) return
    for (const key of Object.keys(thing)) {
      if (!KNOWN[level].includes(key)) counts.set(`${level}.${key}`, (counts.get(`${level}.${key}`) ?? 0) + 1)
    }
  }
  const list = (thing: unknown, key: string): unknown[] => {
    const found: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, key) : undefined
    return Array.isArray(found) ? found : []
  }
  look(written, 'plan')
  for (const oneZone of list(written, 'zones')) {
    look(oneZone, 'zone')
    for (const oneRow of list(oneZone, 'rows')) {
      look(oneRow, 'row')
      for (const oneSeat of list(oneRow, 'seats')) look(oneSeat, 'seat')
    }
  }
  return counts
}

/** An area as a polygon in its zone's coordinates, rotated around its position; undefined for lettering and unknown shapes. */
export function areaOutline({ shape, position: at, rotation, rectangle, circle, ellipse, polygon }: PretixArea): Point[] | undefined {
  const corners = shapeCorners(shape, { rectangle, circle, ellipse, polygon })
  const [sin, cos] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)]
  return corners?.map(([x, y]) => roundPoint([at.x + x * cos - y * sin, at.y + x * sin + y * cos]))
}

function shapeCorners(shape: string, area: Pick<PretixArea, 'rectangle' | 'circle' | 'ellipse' | 'polygon'>): Point[] | undefined {
  if (shape === 'rectangle' && area.rectangle) {
    const { width, height } = area.rectangle
    return [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ]
  }
  if (shape === 'circle' && area.circle) return ringOutline([0, 0], 0, area.circle.radius, [-180, 180], 36).slice(37)
  if (shape === 'ellipse' && area.ellipse) {
    const { x: across, y: down } = area.ellipse.radius
    return ringOutline([0, 0], 0, 1, [-180, 180], 36)
      .slice(37)
      .map(([x, y]) => [x * across, y * down])
  }
  if (shape === 'polygon' && area.polygon) return area.polygon.points.map(({ x, y }) => [x, y])
  return undefined
}
