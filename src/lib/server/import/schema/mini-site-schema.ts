import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { id, name } from './seatplan-schema.ts'
import { moment, svg } from './value-schema.ts'

/** The list of the catalogue file with the booking pages of organisers. */

const text = z.string().trim().max(2_000)
const typed = z.string().trim().min(1).max(80)

const words = z.strictObject({
  name,
  eyebrow: text.default('').describe('When and where, above the name.'),
  lead: text.default('').describe('One or two sentences.'),
  note: text.default('').describe('For whom its prices are, for example "A price kept for readers".'),
  aboutTitle: text.default(''),
  about: text.default('').describe('How to get there, where to stay.'),
})
const others = z.strictObject({ ...words.shape, name: name.default('') })

const ticket = z
  .strictObject({
    ticketId: id.describe('A ticket whose access is "site".'),
    reference1: typed
      .nullish()
      .describe('What its holder types, for example a number. Kept as a keyed hash only. Left out: it is for whoever is there.'),
    reference2: typed.nullish(),
    balance: z.int().min(0).max(1_000_000).nullable().describe('How many of it are sold in all; null: without limit.'),
    starts: moment.nullish(),
    ends: moment.nullish(),
  })
  .describe('What the mini-site alone sells.')

export const miniSite = z
  .strictObject({
    id,
    url: z
      .string()
      .trim()
      .max(100)
      .nullish()
      .describe(
        'The last part of its address: small Latin, Hebrew and Arabic letters, digits, hyphens. Left out: made of its Hebrew name.',
      ),
    closed: z.boolean().default(false).describe('Whether it shows nothing to whoever has no valid reference.'),
    opens: moment.nullish(),
    closes: moment.nullish(),
    accent: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, writtenAs('a colour such as #b00020'))
      .nullish()
      .describe('The colour of its buttons and links, as #rrggbb. White must be readable on it, and it on white.'),
    mark: svg,
    cover: svg,
    words: z.strictObject({ he: words, en: others.optional(), ru: others.optional(), ar: others.optional() }),
    presentationIds: z.array(id).min(1).max(500),
    tickets: z.array(ticket).max(10_000).default([]),
  })
  .describe('A booking page of an organiser.')

export type MiniSiteItem = z.output<typeof miniSite>
