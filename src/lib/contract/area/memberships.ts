import * as z from 'zod/mini'
import { DATES_ROUTES } from '#lib/contract/routes/dates-routes.ts'
import { bestMatch } from '../show/best-available.ts'
import { endpoint } from '../endpoint.ts'
import { coordinate, seatplanAnswer } from '../show/seats.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { flag, id, idText, recaptchaToken, shortText } from '../wire.ts'

export { PACKED_DATES } from '#lib/contract/routes/routes.ts'

/** A seat that is locked on one date of a membership (spec §7). Coordinates are null for a virtual seat. */
const selection = z.object({
  prsntId: id,
  venueId: id,
  seatplanId: id,
  sectionId: id,
  x: z.nullable(coordinate),
  y: z.nullable(coordinate),
  tgId: id,
})
export type Selection = z.output<typeof selection>

const selections = z.array(selection).check(z.maxLength(500))

/** The address of a seat on all fixed dates of a membership (spec §7). Coordinates are null for a virtual seat. */
const membershipSeat = z.object({
  MembershipId: id,
  VenueId: id,
  VenueSeatplanId: id,
  VenueSectionId: id,
  TicketGroupId: id,
  XCoordinate: z.nullable(coordinate),
  YCoordinate: z.nullable(coordinate),
})

const selected = z.object({ selections })

/** Run-length encoding: value, count, value, count … over all seats in plan order. */
const runs = z.array(z.int())

/** On which dates each seat can be had: the seats of all dates in one answer. */
export const packedDates = z.object({
  version: z.string(),
  planVersion: z.string(),
  /** The dates, in the order that `sets` counts. */
  presentationIds: z.array(z.int()),
  /** Sets of dates on which a seat cannot be had, by index into `presentationIds`; the first is empty. */
  sets: z.array(z.array(z.int())),
  /** The set of each seat, as runs. */
  seats: runs,
  /** The ticket group of each seat under the membership, as runs; 0: not sold in it. */
  ticketGroup: runs,
  /** Indexes of the seats that the visitor has locked on all dates. */
  yours: z.array(z.int()),
})
export type PackedDatesAnswer = z.output<typeof packedDates>

const seatplanOfDates = z.object({ seatplan: seatplanAnswer, dates: packedDates })

export const membershipSeatplan = endpoint({
  ...DATES_ROUTES.membershipSeatplan,
  summary:
    'The plan of a membership’s fixed dates, and on which of them each seat can be had by this visitor. By Accept only the latter, packed. ETag: the version.',
  query: z.object({ membershipId: idText, recaptchaToken }),
  answer: seatplanOfDates,
})

export const lockMembershipSeat = endpoint({
  ...DATES_ROUTES.lockMembershipSeat,
  summary: 'Locks a seat on all fixed dates of a membership, or on none; the refusal names the dates that stand in the way.',
  body: z.object({ recaptchaToken, seat: membershipSeat }),
  answer: selected,
})

export const unlockMembershipSeat = endpoint({
  ...DATES_ROUTES.unlockMembershipSeat,
  summary: 'Frees a seat on all fixed dates of a membership that the visitor has locked; answers what is left of the selections.',
  body: z.object({ recaptchaToken, seat: membershipSeat, selections: z.optional(selections) }),
  answer: selected,
})

/** A seat that is kept for a member until the deadline, and what renewing costs, in shekels. */
const renewal = z.object({
  membershipId: id,
  code: z.string(),
  name: z.string(),
  /** Of the membership that the seat was had with. */
  memberNumber: z.string(),
  until: z.string(),
  /** Whether it is kept on all fixed dates; on the others somebody had it before. */
  isWhole: z.boolean(),
  /** Whether the member asked for another seat. */
  isMoving: z.boolean(),
  sectionName: z.string(),
  rowName: z.string(),
  seatName: z.string(),
  seat: membershipSeat,
  prices: z.array(z.object({ membershipPriceId: id, name: z.string(), price: z.number() })),
})

export const membershipRenewals = endpoint({
  ...UNSCRIPTED_ROUTES.membershipRenewals,
  summary: 'The seats that are kept for the memberships that this visitor has proved, until the deadline of their renewal.',
  answer: z.object({ renewals: z.array(renewal) }),
})

const wantedRenewal = z.object({ recaptchaToken, membershipId: id, memberNumber: z.string().check(z.minLength(1), z.maxLength(40)) })

export const renewMembership = endpoint({
  ...UNSCRIPTED_ROUTES.renewMembership,
  summary: 'Locks the kept seat on all fixed dates for the member who renews, or on none.',
  body: wantedRenewal,
  answer: selected,
})

export const moveMembership = endpoint({
  ...UNSCRIPTED_ROUTES.moveMembership,
  summary: 'Asks for another seat: the kept one stays kept until the new one is paid, and is free for others from then on.',
  body: wantedRenewal,
  answer: z.object({ isMoving: z.boolean() }),
})

/** Beyond the spec's calls; of the shape of /seats/best-available. Seats of a match are described as on the first date. */
export const bestOnDates = endpoint({
  ...DATES_ROUTES.bestOnDates,
  summary:
    'The best seats side by side that are free on all dates of a membership, or on one chosen date; with isLock=1 they are locked for the visitor on all of them, or on none.',
  query: z.object({
    recaptchaToken,
    membershipId: idText,
    /** One date that may be chosen; left out: all fixed dates. */
    presentationId: z.optional(idText),
    quantity: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d?$/)), z.transform(Number))),
    ticketGroupId: z.optional(idText),
    sectionId: z.optional(idText),
    isLock: z.optional(flag),
    /** 1 frees the visitor's other seats of these dates once the new ones are locked. */
    isInstead: z.optional(flag),
  }),
  answer: z.object({ matches: z.array(bestMatch) }),
  writes: true,
})

/** A seat of an enrolment: on all fixed dates, or on one chosen date if `presentationId` names it. */
const enrolledSeat = z.object({
  recaptchaToken,
  venueId: id,
  seatplanId: id,
  sectionId: id,
  x: z.nullable(coordinate),
  y: z.nullable(coordinate),
  ticketGroupId: id,
  seasonId: id,
  presentationId: z.optional(z.nullable(id)),
  selections: z.optional(selections),
})

const membershipParams = z.object({ membershipId: idText })

export const enrolSeatplan = endpoint({
  ...DATES_ROUTES.enrolSeatplan,
  summary: 'As /membership/seatplan, of an enrolment: its fixed dates, or one date that may be chosen.',
  params: membershipParams,
  query: z.object({ presentationId: z.optional(idText), recaptchaToken, ts: z.optional(shortText) }),
  answer: seatplanOfDates,
})

export const lockEnrolSeat = endpoint({
  ...DATES_ROUTES.lockEnrolSeat,
  summary: 'Locks a seat of an enrolment on all its fixed dates or on one chosen date; answers the selections so far.',
  params: membershipParams,
  body: enrolledSeat,
  answer: selected,
})

export const unlockEnrolSeat = endpoint({
  ...DATES_ROUTES.unlockEnrolSeat,
  summary: 'Frees a seat of an enrolment; answers what is left of the selections.',
  params: membershipParams,
  body: enrolledSeat,
  answer: selected,
})
