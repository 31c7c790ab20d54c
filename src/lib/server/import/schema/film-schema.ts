import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { id, name } from './seatplan-schema.ts'
import { moment, shekels } from './value-schema.ts'

/** The list of the catalogue file of what is watched at home. */

export const film = z
  .strictObject({
    id: id.describe('The id of the presentation, which no other presentation has: its page is /vod/{id}.'),
    featureId: id,
    venueId: id.describe('A venue of type 101 to 103 for films, 104 for live streams.'),
    price: shekels,
    serviceCharge: shekels.default(0),
    media: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, writtenAs('a name of a film: small Latin letters, digits and -'))
      .describe('The name of its folder of HLS, as npm run vod lists it.'),
    start: moment.nullish().describe('When a live stream begins; of live streams only.'),
    hours: z.int().min(1).max(8_760).default(48).describe('To watch, from the first play.'),
    days: z
      .int()
      .min(1)
      .max(3_650)
      .default(30)
      .describe('In which the first play may be: after the purchase, of a live stream after its start.'),
    devices: z.int().min(1).max(2).default(2).describe('That may watch at once.'),
    capacity: z.int().min(1).max(1_000_000).nullish().describe('Most tickets that are sold; left out: no limit.'),
    saleOpens: moment.nullish(),
    saleCloses: moment.nullish(),
    cancelled: z.boolean().default(false),
    businessId: id.default(1),
    authProfileId: id.default(1),
    cancellationPolicyId: id.nullish().describe('Left out: customers do not cancel it by themselves. Once it was played nobody does.'),
    chapters: z
      .array(z.strictObject({ at: z.number().min(0).max(200_000).describe('Seconds from the beginning.'), name }))
      .max(200)
      .default([]),
  })
  .describe('A film or live stream that is watched at home.')

export type FilmItem = z.output<typeof film>
