import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { flag, id, idText, recaptchaToken, shortText } from '../wire.ts'

export { PACKED_PLAN, PACKED_STATUS } from '#lib/contract/routes/routes.ts'

export const coordinate = z.int().check(z.minimum(-100_000), z.maximum(100_000))

/** The address of a seat (spec §7). Coordinates are null for a place of general admission. */
export const seatAddress = z.object({
  PresentationId: id,
  VenueId: id,
  VenueSeatplanId: id,
  VenueSectionId: id,
  TicketGroupId: id,
  XCoordinate: z.nullable(coordinate),
  YCoordinate: z.nullable(coordinate),
})
export type SeatAddress = z.output<typeof seatAddress>

export const lockSeat = endpoint({
  ...ROUTES.lockSeat,
  summary: 'Locks a seat, or one place of a general-admission section, for the visitor.',
  body: z.object({ recaptchaToken, seat: seatAddress }),
  answer: z.object({ lockedSeat: z.object({ x: z.nullable(z.number()), y: z.nullable(z.number()) }) }),
})

export const unlockSeat = endpoint({
  ...ROUTES.unlockSeat,
  summary: 'Frees a seat, or one place, that the visitor has locked.',
  body: z.object({ recaptchaToken, seat: seatAddress }),
  answer: z.object({ unlockedSeat: z.object({ x: z.nullable(z.number()), y: z.nullable(z.number()) }) }),
})

/** A seat of a plan: [x, y, seatplanX, seatplanY, rotateAngle, seatName, feature codes]. */
export const planSeatTuple = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.string(), z.array(z.number())])
export type PlanSeatTuple = z.output<typeof planSeatTuple>

const points = z.array(z.tuple([z.number(), z.number()]))

/** A row is seats[first] … seats[first + count − 1] of its section. */
const planRow = z.object({ RowName: z.string(), first: z.number(), count: z.number() })

export const seatplanAnswer = z.object({
  id: z.number(),
  venueId: z.number(),
  name: z.string(),
  version: z.string(),
  width: z.number(),
  height: z.number(),
  stage: z.nullable(z.object({ outline: points, labelX: z.number(), labelY: z.number(), label: z.string() })),
  /** What the plan's file draws under the seats, in its order, the stage among it; colours are #rrggbb or #rrggbbaa. Empty: the stage alone is drawn. */
  areas: z.array(
    z.object({
      outline: points,
      fill: z.nullable(z.string()),
      line: z.nullable(z.string()),
      text: z.string(),
      textX: z.number(),
      textY: z.number(),
      textSize: z.number(),
      textColour: z.string(),
      rotate: z.number(),
      isUnderSeats: z.boolean(),
      level: z.optional(z.number()),
    }),
  ),
  /** Tables, benches and boxes: rows of a section, by the y of its seats. Those of a table stand around it in their order; `sellWhole`: together only. */
  tables: z.array(
    z.object({
      kind: z.enum(['table', 'bench', 'box']),
      sectionId: z.number(),
      y: z.number(),
      sellWhole: z.boolean(),
      outline: points,
    }),
  ),
  /** Floors or levels of the house, each drawn x to the right and y down of where the stage stands before it; left out: one. Sections and areas name them by index. */
  levels: z.optional(z.array(z.object({ name: z.string(), x: z.number(), y: z.number() }))),
  /** A picture under everything, shown faintly in its own ratio; `src` is its address on this server, and changes with its content. Left out: none. */
  picture: z.optional(z.object({ src: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  /** What seats look to; empty: the stage. */
  foci: points,
  sections: z.record(
    z.string(),
    z.object({
      SectionName: z.string(),
      IsReserved: z.boolean(),
      isSoldOut: z.boolean(),
      capacity: z.number(),
      outline: points,
      labelX: z.number(),
      labelY: z.number(),
      level: z.optional(z.number()),
      /** false: its seats have no place in the picture; left out: drawn. */
      isDrawn: z.optional(z.boolean()),
      groups: z.array(z.object({ id: z.number(), rows: z.array(planRow) })),
      seats: z.array(planSeatTuple),
    }),
  ),
})
export type SeatplanAnswer = z.output<typeof seatplanAnswer>

export const getSeatplan = endpoint({
  ...ROUTES.getSeatplan,
  scope: 'catalogue',
  summary:
    'A plan of a hall: sections by id, each with groups of rows and compact seats. By Accept also packed. Where `version` is the plan’s, it may be kept for a year.',
  query: z.object({ seatplanId: idText, venueId: z.optional(idText), version: z.optional(shortText) }),
  answer: z.object({ seatplan: seatplanAnswer }),
})

/** [section, group, x, y, allocation, ticketGroup, status]; x and y are null for general admission (one row while places are free). */
export const seatStatusTuple = z.tuple([
  z.number(),
  z.number(),
  z.nullable(z.number()),
  z.nullable(z.number()),
  z.number(),
  z.number(),
  z.number(),
])
export type SeatStatusTuple = z.output<typeof seatStatusTuple>

export const placesAnswer = z.object({ capacity: z.number(), free: z.number(), yours: z.number() })

export const getSeatsStatus = endpoint({
  ...ROUTES.getSeatsStatus,
  scope: 'availability',
  summary:
    'The state of every seat of a presentation for this visitor. By Accept also packed, which is always of all seats. ETag: the version.',
  query: z.object({
    presentationId: idText,
    /** The type of the presentation's venue; of another type there is no such presentation. */
    venueTypeId: z.optional(idText),
    /** 1: numbered seats alone; 0 or left out: the places of general admission too. Of rows: packed is always of all. */
    isReserved: z.optional(flag),
    recaptchaToken,
    sectionId: z.optional(idText),
    /** presLive: as a producer sees it who may sell it; any other: as the shop; left out: as the browser was last in. */
    domain: z.optional(shortText),
    miniSiteUrl: z.optional(shortText),
    /** A reservation of the visitor whose tickets are exchanged: a presentation that cannot be had for them is refused. */
    modifySeats: z.optional(shortText),
    isHold: z.optional(flag),
  }),
  answer: z.object({
    seats: z.array(seatStatusTuple),
    /** Beyond the spec: places of each general-admission section, keyed by section id. */
    places: z.record(z.string(), placesAnswer),
  }),
})

/** Run-length encoding: value, count, value, count … over all seats in plan order. */
const runs = z.array(z.int())

const packedPlaces = z.record(
  z.string(),
  z.object({ capacity: z.number(), free: z.number(), yours: z.number(), allocation: z.number(), ticketGroup: z.number() }),
)

/** Indexes in plan order. */
const seatIndexes = z.array(z.int())

/** What producers hold for their sale and nobody has locked, as one of them sees it: the own, of a colleague who sells the same allocation, of allocations of others. */
const heldByProducers = z.object({ mine: seatIndexes, shared: seatIndexes, closed: seatIndexes })

/**
 * The state of every seat in the packed plan's order; `places` by id of a general-admission section. To who sells the presentation as a producer `held` is told, and
 * free seats of other allocations have status 4.
 */
export const packedStatus = z.object({
  version: z.string(),
  planVersion: z.string(),
  status: runs,
  allocation: runs,
  ticketGroup: runs,
  places: packedPlaces,
  held: z.optional(heldByProducers),
})
export type PackedStatus = z.output<typeof packedStatus>

/** Changes since the previous version: index in plan order, status, allocation, index, status, allocation …; and the places of changed sections. */
export const seatsChange = z.object({ version: z.string(), seats: z.array(z.int()), places: packedPlaces })
export type SeatsChange = z.output<typeof seatsChange>

export const watchSeats = endpoint({
  ...ROUTES.watchSeats,
  summary:
    'Server-sent events: `status` (packed status) where the client has no version or one too old, then `change` as things change; ids are versions, so that a client that comes back goes on from its last one.',
  query: z.object({ presentationId: idText, recaptchaToken, since: z.optional(shortText) }),
  answer: z.unknown(),
  produces: ['text/event-stream'],
})
