import * as z from 'zod/mini'
import { PARTS_OF_DAY } from '#lib/domain/time/part-of-day.ts'
import { endpoint } from '../endpoint.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { seatEntity } from './seat.ts'
import { dateText, flag, idText, recaptchaToken, shortText } from '../wire.ts'

const smallNumber = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number))

/** Seats of one presentation that go together; `isLocked` if they are locked for the visitor already (the first match, with isLock). */
export const bestMatch = z.object({
  presentationId: z.number(),
  dateTime: z.string(),
  seats: z.array(seatEntity),
  /** The sum of the default tickets with their charges, in shekels; null if one has no price. */
  total: z.nullable(z.number()),
  /** true if the seats are side by side in one row. */
  isTogether: z.boolean(),
  isLocked: z.boolean(),
})
export type BestMatch = z.output<typeof bestMatch>

/** Spec §7. Requires presentationId or featureId. */
export const bestAvailable = endpoint({
  ...ROUTES.bestAvailable,
  summary:
    'The best seats that are free, by closeness to the focal point of the hall; with isLock=1 the first match is locked for the visitor.',
  query: z.object({
    recaptchaToken,
    maxMatches: z.optional(smallNumber),
    featureId: z.optional(idText),
    presentationId: z.optional(idText),
    ticketGroupId: z.optional(idText),
    quantity: z.optional(smallNumber),
    /** With isBestPerPresentation=1: how many matches one presentation may have; left out: one. */
    resultsPerMatch: z.optional(smallNumber),
    isBestPerPresentation: z.optional(flag),
    startDate: z.optional(dateText),
    endDate: z.optional(dateText),
    locationId: z.optional(idText),
    partOfDay: z.optional(z.enum(PARTS_OF_DAY)),
    isLock: z.optional(flag),
    miniSiteUrl: z.optional(shortText),
    /** Beyond the spec: 1 keeps the seats in one row, 0 lets them spread; if absent, they spread only if nothing else is left. */
    isTogether: z.optional(flag),
    /** Beyond the spec: 1 asks for wheelchair and companion places, which are offered to nobody else. */
    isAccessible: z.optional(flag),
    /** Beyond the spec: only this section. */
    sectionId: z.optional(idText),
    /** Beyond the spec: 1 frees the visitor's own locks on the presentation in the same transaction, to replace them by another match. */
    isInstead: z.optional(flag),
    /** Beyond the spec: 1 leaves out seats that cannot be held without paying, as in the status call. */
    isHold: z.optional(flag),
  }),
  answer: z.object({ matches: z.array(bestMatch) }),
  writes: true,
})
