import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { featureCode, id, levelName, name, sellWhole, tableKind } from './seatplan-schema.ts'

/** The points form (published as public/points.schema.json): every seat with its place. Lengths are units of the file; y grows away from the top. */

/** A number, or one that is written as text. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/, writtenAs('a number such as 12.5'))
      .transform(Number),
  ]) // prettier-ignore
  .pipe(z.number().min(-1_000_000).max(1_000_000))
const length = z.number().min(0).max(1_000_000)
const label = z
  .union([z.string(), z.number()])
  .transform((text) => String(text).trim())
  .pipe(z.string().min(1).max(200))
const point = z.tuple([number, number])
const points = z.array(point).min(3).max(5_000)
const color = z.string().max(60).describe('A colour of CSS, for example "#b00020".')
const rotation = number.default(0).describe('Degrees clockwise around x and y.')

const seat = z.strictObject({
  x: number.optional().describe('Left out, like y, by all seats of a section that has no picture.'),
  y: number.optional(),
  section: label.default('1'),
  row: label,
  seat: label.describe('The name of the seat: 12, "12a", any letters. It says nothing of the place.'),
  category: label.optional().describe('Price category; left out: the first of `categories`, else the section.'),
  features: z.array(featureCode).default([]),
  guid: label.optional().describe('Keeps the seat’s identity when it is renamed; left out: section, row and seat.'),
  radius: z.number().min(0.01).max(10_000).optional(),
})

const section = z.strictObject({
  name,
  id: id.optional().describe('Keeps its identity when it is renamed or moved in the list.'),
  capacity: z.int().min(0).max(500_000).optional().describe('Makes it general admission: places without seats.'),
  category: name.optional().describe('Price category of general admission; left out: its name.'),
  outline: points.optional().describe('Drawn from its rows where left out.'),
  labelAt: point.optional(),
  level: levelName.optional(),
})

const text = z.string().max(200)
const level = levelName.optional().describe('The level that it is drawn on; left out: every one.')
const shape = z.discriminatedUnion('shape', [
  z.strictObject({ shape: z.literal('polygon'), points, color: color.optional(), border: color.optional(), text: text.optional(), level }),
  z.strictObject({
    shape: z.literal('rectangle'),
    x: number,
    y: number,
    width: length,
    height: length,
    rotation,
    color: color.optional(),
    border: color.optional(),
    text: text.optional(),
    level,
  }),
  z.strictObject({
    shape: z.literal('ellipse'),
    x: number,
    y: number,
    rx: length,
    ry: length,
    rotation,
    color: color.optional(),
    border: color.optional(),
    text: text.optional(),
    level,
  }),
  z.strictObject({
    shape: z.literal('text'),
    x: number,
    y: number,
    text,
    size: z.number().min(1).max(1_000).default(16),
    rotation,
    color: color.optional(),
    level,
  }),
])

export const pointsPlan = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal('points'),
    name: name.optional(),
    width: length.optional().describe('Left out, like height: as wide as what is drawn, with a margin.'),
    height: length.optional(),
    categories: z.array(z.strictObject({ name, color: color.optional() })).max(200).default([]), // prettier-ignore
    stage: z
      .strictObject({ outline: points, label: z.string().max(60).default('') })
      .optional()
      .describe('The stage, screen or pitch as a closed polygon. It is drawn by Shura unless one of the shapes is the same polygon.'),
    foci: z.array(point).max(20).optional().describe('What seats look to; left out: the stage, else a guess by the order of the rows.'),
    sections: z.array(section).max(2_000).default([]).describe('In the order of the list; sections that only seats name follow.'),
    tables: z
      .array(z.strictObject({ section: label, row: label, kind: tableKind.default('table'), sellWhole, outline: points.optional() }))
      .max(5_000)
      .default([])
      .describe('Rows that are tables, benches or boxes; `outline` is drawn under their seats.'),
    shapes: z.array(shape).max(5_000).default([]).describe('Drawn under the seats, in this order.'),
    seats: z.array(seat).max(150_000).default([]),
  })
  .describe('A seat plan as seats with their places, in the order of list and keyboard.')

export type PointsPlan = z.output<typeof pointsPlan>
