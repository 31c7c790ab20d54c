import { z } from 'zod'
import { id, name } from './seatplan-schema.ts'
import { shekels } from './value-schema.ts'

/** The terms under which customers may cancel by themselves. */

const days = z.int().min(0).max(3_650)

const charge = z
  .union([
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.enum(['fixed', 'perTicket']), amount: shekels }),
    z.strictObject({ kind: z.literal('percent'), percent: z.number().min(0).max(100).multipleOf(0.001) }),
  ])
  .describe('What the house keeps of what was paid: nothing, an amount for the cancellation or for each ticket, or a percentage.')

export const cancellationPolicy = z
  .union([
    z.strictObject({ id, name, preset: z.literal('israeli-consumer-law') }),
    z.strictObject({
      id,
      name,
      preset: z.never().optional().describe('Only without terms of its own.'),
      withinDays: days.nullish().describe('Days since the purchase; left out: any.'),
      beforeDays: days.nullish().describe('Days that must lie before the presentation; left out: until it begins.'),
      countsRestDays: z.boolean().default(true).describe('false: Saturdays and holidays do not count among the days before.'),
      charge: charge.default({ kind: 'none' }),
      chargeLimit: shekels.nullish().describe('The most that is kept.'),
    }),
  ])
  .describe('Terms of cancelling. "israeli-consumer-law": 14 days from the purchase, 7 working days before, 5 % but at most ₪100.')

export type CancellationPolicyItem = z.output<typeof cancellationPolicy>
