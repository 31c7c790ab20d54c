import * as z from 'zod/mini'
import { endpoint } from '#lib/contract/endpoint.ts'
import { presentationAnswer } from './presentations.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { idListText, recaptchaToken, shortText, ticketAnswer } from '#lib/contract/wire.ts'

const typed = z.optional(z.string().check(z.maxLength(80)))

/** What the visitor may have of a ticket. References are kept as hashes: they are answered only to whoever has just typed them; a null Balance has no limit. */
const siteTicket = z.object({
  reference1: z.nullable(z.string()),
  reference2: z.nullable(z.string()),
  TicketId: z.number(),
  Balance: z.nullable(z.number()),
})

/** Mini-site (spec §3). A closed one that the visitor has not opened has no words, presentations or tickets. */
export const miniSiteAnswer = z.object({
  URL: z.string(),
  PresentationList: z.array(presentationAnswer),
  /** The first of the tickets that the visitor may have; null if none. */
  ticket: z.nullable(ticketAnswer),
  tickets: z.array(siteTicket),
  /** Beyond the spec's fields: whether a reference is still needed, and what the organiser says in the visitor's language. */
  isClosed: z.boolean(),
  words: z.nullable(
    z.object({
      name: z.string(),
      eyebrow: z.string(),
      lead: z.string(),
      note: z.string(),
      aboutTitle: z.string(),
      about: z.string(),
    }),
  ),
})

export const getMiniSite = endpoint({
  ...UNSCRIPTED_ROUTES.getMiniSite,
  summary: 'A booking page of an organiser: what it sells, and the tickets that this visitor may have of it.',
  params: z.object({ url: shortText }),
  answer: z.object({ miniSite: miniSiteAnswer }),
})

export const validateMiniSite = endpoint({
  ...UNSCRIPTED_ROUTES.validateMiniSite,
  summary:
    'Whether a pair of references gives the named tickets of a mini-site, or any; from then on this visitor has them, and a closed mini-site is open.',
  params: z.object({ url: shortText }),
  query: z.object({
    ticketIds: z.optional(idListText),
    reference1: typed,
    reference2: typed,
    /** order: some of the balance is left; modify: tickets are exchanged, so none has to be; hold: as order, for whoever may hold unpaid. */
    mode: z.optional(z.enum(['order', 'modify', 'hold'])),
    recaptchaToken,
  }),
  writes: true,
  answer: z.object({ miniSite: miniSiteAnswer }),
})
