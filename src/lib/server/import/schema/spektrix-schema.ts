import { z } from 'zod'
import { writtenAs } from './write-issue.ts'

/** A seating plan as Spektrix tells it: a tree of areas, whose leaves are seats with their places, or a capacity. Other keys may be there too. */

const label = z.union([z.string(), z.number()]).transform((text) => String(text).trim())
const place = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/, writtenAs('a number such as 120'))
      .transform(Number),
  ]) // prettier-ignore
  .pipe(z.number().min(-1_000_000).max(1_000_000))

const seat = z.looseObject({ id: label.optional(), row: label.optional(), number: label, x: place, y: place })

/** An area with those inside it. */
export interface SpektrixArea {
  readonly type?: string | undefined
  readonly id?: string | undefined
  readonly name: string
  readonly capacity?: number | undefined
  readonly seats?: readonly SpektrixSeat[] | null | undefined
  readonly areas?: readonly SpektrixArea[] | null | undefined
}
const area: z.ZodType<SpektrixArea> = z.looseObject({
  type: z.string().optional(),
  id: label.optional(),
  name: label.default(''),
  capacity: z.int().min(0).max(500_000).optional(),
  seats: z.array(seat).max(150_000).nullish(),
  areas: z.array(z.lazy(() => area)).nullish(),
})

export const spektrixPlan = z.looseObject({ id: label.optional(), name: label.default(''), baseSeatingArea: area })

export type SpektrixSeat = z.output<typeof seat>
