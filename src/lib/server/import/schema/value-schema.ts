import { z } from 'zod'
import { writtenAs } from './write-issue.ts'

/** Values of the catalogue file: amounts are shekels, dates and times are local, Asia/Jerusalem. */

export const shekels = z.number().min(0).max(1_000_000).multipleOf(0.01).describe('Shekels, at most two decimals.')

/** Words of any length that a page still shows. */
export const text = z.string().trim().max(20_000)

export const fileName = z
  .string()
  .regex(/^[^\\:]+$/, writtenAs('a path of a file beside this one, with / and without a drive'))
  .describe('A file beside this one, by relative path.')

export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, writtenAs('a date such as 2026-12-01'))
  .describe('YYYY-MM-DD')

export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, writtenAs('a time such as 20:30'))
  .describe('HH:MM, 24 hours')

export const moment = z
  .union([
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, writtenAs('a date and time such as 2026-12-01T20:30'))
      .describe('YYYY-MM-DDTHH:MM'),
    z.strictObject({ day: z.int().min(-3_650).max(3_650), time }).describe('Days after the day of the import: 0 is today.'),
  ])
  .describe('A local date and time in Asia/Jerusalem.')

export type Moment = z.output<typeof moment>

export const svg = z
  .union([z.strictObject({ file: fileName }), z.strictObject({ svg: z.string().max(400_000) })])
  .describe('A file of an SVG drawing or of a JPEG, PNG, WebP or AVIF picture, or an SVG drawing itself.')
