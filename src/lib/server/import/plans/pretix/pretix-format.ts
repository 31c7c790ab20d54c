import { z } from 'zod'

/**
 * The pretix seating-plan format (its schema "0.0.1"), parsed tolerantly: unknown keys are kept, numbers may be strings, and required keys that a plan can
 * do without (guids, positions, names, rows, categories) may be missing.
 */
const number = z.coerce.number('must be a number').refine(Number.isFinite, 'must be a number')
const label = z
  .union([z.string(), z.number(), z.null()])
  .transform((text) => String(text ?? '').trim())
  .default('')
const point = z.object({ x: number.default(0), y: number.default(0) })
const position = point.nullish()
const colour = z.string().nullish()

function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])
}

const seat = z.looseObject({
  seat_guid: label,
  seat_number: z.union([z.string(), z.number()], 'must be a text or a number').transform((text) => String(text).trim()),
  position,
  category: label,
  radius: number.nullish(),
})

const row = z.object({
  row_number: label,
  position,
  seats: listOf(seat),
})

const area = z.looseObject({
  shape: z.string().default(''),
  position,
  rotation: number.default(0),
  color: colour,
  border_color: colour,
  text: z.object({ text: label, position, color: colour, size: number.nullish() }).nullish(),
  rectangle: z.object({ width: number, height: number }).nullish(),
  circle: z.object({ radius: number }).nullish(),
  ellipse: z.object({ radius: point }).nullish(),
  polygon: z.object({ points: z.array(point) }).nullish(),
})

const zone = z.object({
  name: label,
  zone_id: label,
  position,
  rows: listOf(row),
  areas: listOf(area),
})

export const pretixPlan = z.object({
  name: label,
  categories: listOf(z.object({ name: label, color: colour })),
  zones: z.array(zone),
  size: z.object({ width: number, height: number }),
})

export type PretixPlan = z.infer<typeof pretixPlan>
export type PretixZone = PretixPlan['zones'][number]
export type PretixRow = PretixZone['rows'][number]
export type PretixSeat = PretixRow['seats'][number]
export type PretixArea = PretixZone['areas'][number]

export const KNOWN = {
  plan: ['name', 'categories', 'zones', 'size'],
  zone: ['name', 'zone_id', 'uuid', 'position', 'rows', 'areas'],
  row: ['row_number', 'row_label', 'seat_label', 'row_number_position', 'position', 'seats', 'uuid'],
  seat: ['seat_guid', 'seat_number', 'seat_number_position', 'position', 'category', 'radius', 'start_direction', 'uuid'],
}
const NUMBERS = ['x', 'y', 'radius', 'width', 'height', 'rotation', 'size']

/** What a file has beyond the format, with counts: keys that it does not know, by level, and numbers that are written as text. */
export function findOddities(written: unknown): { readonly unknownKeys: ReadonlyMap<string, number>; readonly textNumbers: number } {
  const unknownKeys = new Map<string, number>()
  let textNumbers = 0
  const look = (thing: unknown, level: keyof typeof KNOWN): void => {
    if (typeof thing !== 'object' || thing === null) return
    for (const key of Object.keys(thing)) {
      if (!KNOWN[level].includes(key)) unknownKeys.set(`${level}.${key}`, (unknownKeys.get(`${level}.${key}`) ?? 0) + 1)
    }
  }
  const count = (thing: unknown): void => {
    if (typeof thing !== 'object' || thing === null) return
    for (const [key, value] of Object.entries(thing)) {
      if (typeof value === 'string' && NUMBERS.includes(key)) textNumbers++
      else count(value)
    }
  }
  look(written, 'plan')
  for (const oneZone of listIn(written, 'zones')) {
    look(oneZone, 'zone')
    for (const oneRow of listIn(oneZone, 'rows')) {
      look(oneRow, 'row')
      for (const oneSeat of listIn(oneRow, 'seats')) look(oneSeat, 'seat')
    }
  }
  count(written)
  return { unknownKeys, textNumbers }
}

function listIn(thing: unknown, key: string): unknown[] {
  const found: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, key) : undefined
  return Array.isArray(found) ? found : []
}
