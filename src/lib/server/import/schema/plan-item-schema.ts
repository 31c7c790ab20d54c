import { z } from 'zod'
import { bowlLayout, featureCode, id, levelName, name, rowsPlan, tableRows } from './seatplan-schema.ts'
import { sheetLayout } from './sheet-schema.ts'
import { svgMapping } from './svg-schema.ts'
import { fileName, text } from './value-schema.ts'
import { wordsOf } from './words-schema.ts'

const distance = z.number().min(-100_000).max(100_000)
const side = z.number().min(1).max(200_000)
const planPicture = z
  .strictObject({ file: fileName, x: distance.optional(), y: distance.optional(), width: side.optional(), height: side.optional() })
  .describe(
    'A picture behind the seats, an SVG drawing or a JPEG, PNG, WebP or AVIF picture, shown faintly. x, y, width and height in units of the drawing as it is shown, in the picture’s own ratio. Left out: the whole drawing.',
  )
const planHead = {
  id,
  venueId: id,
  name,
  words: wordsOf({
    sections: z.record(z.string(), name).describe('By their Hebrew names.'),
    levels: z.record(z.string(), name).describe('By their Hebrew names.'),
    stage: name.max(60),
  }),
  picture: planPicture.optional(),
}
const away = z.strictObject({ x: distance, y: distance })
/** What a catalogue adds to a plan whose file says where everything stands. */
const drawn = {
  file: fileName,
  stage: text
    .optional()
    .describe(
      'The area that is the stage, by its text or its path such as "zones[0].areas[1]", or "none". Left out: what the file calls so.',
    ),
  stageLabel: text.optional(),
  sectionNames: z.record(z.string(), name).optional().describe('Own names for zones, or for their blocks as "zone 2".'),
  categoryNames: z.record(z.string(), name).optional().describe('Own names for the categories of the file.'),
  seatFeatures: z.record(z.string(), z.array(featureCode)).optional().describe('Feature codes by seat_guid.'),
  foci: z
    .array(away)
    .max(20)
    .optional()
    .describe(
      'What seats look to, in units of the file: several for two stages. Left out: the stage, else a guess by the order of the rows.',
    ),
  tables: z
    .array(tableRows)
    .max(2_000)
    .optional()
    .describe('Rows that are tables, benches or boxes, beside those that the file shows; later ones win.'),
  standing: z
    .record(z.string(), z.strictObject({ capacity: z.int().min(0).max(500_000), category: name.optional() }))
    .optional()
    .describe('General admission: how many stand on a shape, by its text or the name of its zone; category left out: that name.'),
  levels: z
    .record(levelName, z.array(z.string().max(200)).min(1).max(2_000))
    .optional()
    .describe(
      'Floors or levels, each with the sections on it, by the names of the file or their own: the map shows one at a time. They may be drawn over each other.',
    ),
  scale: z.number().min(0.05).max(20).optional(),
  trim: z.boolean().optional().describe('Leave out the empty room round the drawing.'),
}

/** A seat plan in the catalogue file, by the form of what it is read from. */
export const seatplan = z.union([
  z.strictObject({ ...planHead, format: z.literal('rows'), plan: rowsPlan }),
  z.strictObject({ ...planHead, format: z.literal('rows'), file: fileName }),
  z.strictObject({
    ...planHead,
    format: z.literal('pretix'),
    ...drawn,
    zoneOffsets: z
      .record(z.string(), away)
      .optional()
      .describe('Draws a zone elsewhere, in pixels of the file: for a floor that the file draws over another.'),
  }),
  z.strictObject({ ...planHead, format: z.literal('points'), ...drawn }),
  z.strictObject({ ...planHead, format: z.literal('spektrix'), ...drawn }),
  z.strictObject({ ...planHead, format: z.literal('sheet'), ...drawn, ...sheetLayout }),
  z.strictObject({ ...planHead, format: z.literal('svg'), ...drawn, mapping: svgMapping.optional() }),
  z.strictObject({ ...planHead, format: z.literal('counts'), file: fileName, layout: bowlLayout }),
])
