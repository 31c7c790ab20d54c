import { z } from 'zod'

/** The files of Shura's own plan formats (published as public/seatplan.schema.json). Lengths are plan units: a seat is about 22, its pitch 33. */
export const id = z.int().min(1).max(2_000_000_000)
export const name = z.string().trim().min(1).max(200)
const length = z.number().min(0).max(100_000)
const place = z.number().min(-100_000).max(100_000)
const angle = z.number().min(-720).max(720)
const point = z.tuple([place, place])
const outline = z.array(point).min(3).max(2_000)
const categoryName = z.string().trim().min(1).max(60)
export const featureCode = z
  .literal([1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 20, 31, 32, 33, 40, 41, 42, 50])
  .describe('A seat feature code, for example 10 for a wheelchair place, 13 for premium.')
const seatNumbers = z.union([
  z.int().min(0).max(500).describe('How many seats: 14 means the seats 1 to 14.'),
  z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe(
      'Seats by name: "1-10,12-16" with a gap, "1-19/2" odd numbers, "101-120", letters of an alphabet such as "A-K", "1-8 | 9-16" with an aisle, "_" for a free place.',
    ),
])

export const tableKind = z.enum(['table', 'bench', 'box']).describe('Seats go around a table; a bench and a box have two ends.')
export const sellWhole = z.boolean().optional().describe('Its seats are sold together only.')
/** Rows of a drawn plan that are no rows. */
export const tableRows = z.strictObject({
  section: z.string().max(200).optional().describe('Left out: all sections.'),
  rows: z.array(z.string().max(200)).min(1).max(2_000).optional().describe('Names of rows; left out: all of the section.'),
  kind: z.enum(['table', 'bench', 'box', 'row']).optional().describe('Left out: as found; "row" if it is none of these.'),
  sellWhole,
})

export const levelName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe(
    'The floor or level, for example "Stalls" or "Balcony": the map shows one at a time. All sections have one, or none; levels may be drawn over each other.',
  )

const table = z.strictObject({
  section: id,
  name: z.string().trim().min(1).max(20),
  kind: tableKind.default('table'),
  at: point.describe('The middle of the table, or of the row of seats at a bench or in a box.'),
  seats: seatNumbers.describe('How many, or their numbers; from the seat at the top clockwise, at a bench from the left.'),
  size: z
    .tuple([length, length])
    .optional()
    .describe('Width and depth of a table with corners, whose seats stand along both sides; left out: it is round.'),
  rotate: z.number().min(-360).max(360).optional(),
  sellWhole,
  category: categoryName.optional().describe('Left out: that of the section.'),
  features: z.array(featureCode).optional(),
})

const stage = z.strictObject({
  outline: outline.describe('The stage, screen or pitch as a closed polygon.'),
  label: z.string().max(60).default(''),
  labelAt: point.optional(),
})

const section = z.strictObject({
  id,
  name,
  category: categoryName.describe('Price category of its seats or places; a presentation gives each category a ticket group.'),
  capacity: z.int().min(0).max(500_000).optional().describe('Makes it general admission: places without seats.'),
  outline: outline.optional().describe('Drawn from its rows where left out.'),
  ring: z
    .strictObject({ from: length, to: length, angles: z.tuple([angle, angle]) })
    .optional()
    .describe('An outline that is part of a ring about the focus: radii, and degrees from straight below it, positive to the right.'),
  labelAt: point.optional(),
  level: levelName.optional(),
  isDrawn: z.boolean().optional().describe('false: its seats have no place in the picture and are sold by the list and by best available.'),
})

const row = z.strictObject({
  name: z.string().trim().min(1).max(20),
  seats: z
    .union([seatNumbers, z.array(seatNumbers).min(1).max(20)])
    .describe('For each block of the tier a count or numbers; one value where there is one block.'),
  before: length.optional().describe('Room before this row beyond the row pitch, for example a cross aisle.'),
  offset: place.optional().describe('Shift along the row to the right.'),
})

const mark = z.strictObject({
  section: id.optional(),
  rows: z.string().optional().describe('Row names, for example "4-10,12".'),
  seats: z.string().optional().describe('Seat numbers in each of those rows.'),
  category: categoryName.optional(),
  features: z.array(featureCode).optional(),
  together: z
    .int()
    .min(2)
    .max(12)
    .optional()
    .describe('Seats sold as one, for example 2 for a couch: they get the left, middle and right codes.'),
})

const tier = z.strictObject({
  blocks: z.array(id).min(1).max(20).describe('The sections across the tier, from the left of the hall to its right.'),
  aisles: z.union([length, z.array(length)]).optional(),
  radius: length.optional().describe('Radius of the first row about the focus; the rows are arcs.'),
  angle: z.number().min(-180).max(180).optional().describe('Degrees by which the tier is swung about the focus, positive to the right.'),
  origin: z
    .strictObject({ x: place, y: place, rotate: z.number().min(-360).max(360).optional() })
    .optional()
    .describe('Middle of the first row; the rows are straight.'),
  seatPitch: length.optional(),
  rowPitch: length.optional(),
  numbering: z
    .strictObject({ from: z.enum(['right', 'left']).optional(), across: z.enum(['row', 'block']).optional() })
    .optional()
    .describe('Seat 1 is at the right by default, and numbers run on across the blocks of a row.'),
  rows: z.array(row).min(1).max(200),
  marks: z.array(mark).max(500).optional().describe('Categories and features of some seats; later marks win.'),
})

export const rowsPlan = z
  .strictObject({
    $schema: z.string().optional(),
    width: length,
    height: length,
    stage: stage.nullish(),
    seatSize: z.number().min(1).max(200).optional(),
    seatPitch: z.number().min(1).max(500).optional(),
    rowPitch: z.number().min(1).max(500).optional(),
    focus: z.strictObject({ x: place, y: place }).optional().describe('The point that curved rows go round.'),
    sections: z.array(section).min(1).max(2_000),
    tiers: z.array(tier).max(200).optional(),
    tables: z.array(table).max(5_000).optional(),
  })
  .describe('A seat plan as sections and rows of counts, laid out by Shura.')

/** How a counts file (tribunes, sectors, rows with counts) is laid out around a pitch. Lengths are plan units. */
export const bowlLayout = z.strictObject({
  straights: z
    .tuple([length, length])
    .describe('Straight parts of the first rows: along the top and bottom, and along the right and left side.'),
  cornerRadius: z.number().min(1).max(100_000),
  pitch: z.strictObject({ width: length, height: length, label: z.string().max(60).default('') }),
  seatSize: z.number().min(1).max(200).default(22),
  seatPitch: z.number().min(1).max(500).default(32),
  rowPitch: z.number().min(1).max(500).default(40),
  gap: length.default(60).describe('Free room between two sectors.'),
  margin: length.default(120),
  sectionNames: z.string().default('{sector}').describe('Pattern of the section names; {sector} and {tribune} are filled in.'),
  rangedRowsCategory: categoryName
    .optional()
    .describe('Price category of the rows that the file gives by seat numbers instead of a count.'),
  tribunes: z
    .array(
      z.strictObject({
        key: z.string().describe('The key of the tribune in the file.'),
        name: z.string(),
        side: z.enum(['top', 'right', 'bottom', 'left']),
        category: categoryName,
        bays: z
          .array(
            z.array(
              z.array(
                z.union([
                  z.string(),
                  z.strictObject({
                    sector: z.string(),
                    behind: z.int().min(0).max(200).optional().describe('Rows kept free before its row 1.'),
                    category: categoryName.optional(),
                    name: name.optional(),
                  }),
                ]),
              ),
            ),
          )
          .describe('Bays clockwise; a bay is storeys from the pitch outwards; a storey is sectors beside each other.'),
      }),
    )
    .min(1),
})

export type BowlLayout = z.infer<typeof bowlLayout>
