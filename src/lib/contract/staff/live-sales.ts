import * as z from 'zod/mini'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { LIVE_ROUTES } from '#lib/contract/routes/live-routes.ts'
import { endpoint } from '../endpoint.ts'
import { SCREENS } from '#lib/domain/sales/screens.ts'
import { dateText, flag, idListText, idText, shortText } from '../wire.ts'

/** What producers see of sales (spec §7, Producer live). Ids of a client only narrow what its account may see; what that is not is answered as unknown. */

const staff = PERMISSIONS.reports

/** A location, or -1 for all of them. */
export const locationId = z.optional(
  z.pipe(
    z.string().check(z.regex(/^(?:-1|[1-9]\d{0,8})$/)),
    z.transform((text) => Number(text)),
  ),
)
/** 1: startDate and endDate are those of presentations; 2: those of transactions. */
const dateType = z.optional(
  z.pipe(
    z.enum(['1', '2']),
    z.transform((text) => (text === '1' ? 1 : 2)),
  ),
)
/** Business days, both included; by default from one month ago until today. */
export const range = {
  ...{ startDate: z.optional(dateText), endDate: z.optional(dateText), dateType },
  ...{ transactionBusinessStartDate: z.optional(dateText), transactionBusinessEndDate: z.optional(dateText) },
}
export const featureId = z.optional(idText)

/** Tickets and shekels. Sold is without what came back, Net is Gross less Refunded. */
const sums = { Sold: z.number(), Returned: z.number(), Gross: z.number(), Refunded: z.number(), Net: z.number() }
const house = { Capacity: z.number(), Availability: z.number() }
/** Location sales (spec §3), with the money. LocationId -1 is all of them but location 1. */
const locationSales = z.object({ LocationId: z.number(), Name: z.string(), ...house, ...sums })
const presentation = {
  ...{ PresentationId: z.number(), FeatureId: z.number(), FeatureName: z.string(), LocationId: z.number(), LocationName: z.string() },
  ...{ VenueName: z.string(), DateTime: z.string(), BusinessDate: z.string(), IsCancelled: z.boolean() },
}
const presentationRow = z.object({ ...presentation, ...house, ...sums })

/** The parts of a sum. A line is a kind of what is sold (seat, product, film …) and which one of it. */
const parts = {
  Days: z.array(z.object({ Date: z.string(), ...sums })),
  Lines: z.array(z.object({ Kind: z.string(), Id: z.number(), Name: z.string(), Quantity: z.number(), ...sums })),
  Channels: z.array(z.object({ Channel: z.string(), ...sums })),
  Totals: z.object(sums),
}

export const availableFeatures = endpoint({
  ...LIVE_ROUTES.availableFeatures,
  summary: 'The features that the caller may see, with their sales in a range.',
  staff,
  query: z.object({ ...range, locationId }),
  answer: z.object({ features: z.array(z.object({ FeatureId: z.number(), Name: z.string(), ...sums })) }),
})

export const featureData = endpoint({
  ...LIVE_ROUTES.featureData,
  summary: 'The sales of a feature in a range: by day, location, ticket and channel.',
  staff,
  query: z.object({ ...range, locationId, featureId: idText }),
  answer: z.object({ FeatureId: z.number(), Name: z.string(), ...parts, Locations: z.array(locationSales) }),
})

export const availablePresentations = endpoint({
  ...LIVE_ROUTES.availablePresentations,
  summary: 'The presentations of a feature that the caller may see, with their sales in a range.',
  staff,
  query: z.object({ ...range, locationId, featureId: idText }),
  answer: z.object({ presentations: z.array(presentationRow) }),
})

export const presentationData = endpoint({
  ...LIVE_ROUTES.presentationData,
  summary: 'The sales of presentations, each by day, ticket and channel.',
  staff,
  query: z.object({ ...range, locationId, featureId, presentationId: z.optional(idText), presentationIds: z.optional(idListText) }),
  answer: z.object({ presentations: z.array(z.object({ ...presentation, ...house, ...parts })) }),
})

const locationAnswer = z.object({ date: z.string(), locations: z.array(locationSales) })
const featureAnswer = z.object({
  date: z.string(),
  features: z.array(z.extend(locationSales, { FeatureId: z.number(), FeatureName: z.string() })),
})
const featureQuery = z.object({ locationId, featureId, isByLocation: z.optional(flag) })

export const locationTicketSales = endpoint({
  ...LIVE_ROUTES.locationTicketSales,
  summary: 'The tickets of today’s presentations by location; all locations first.',
  staff,
  answer: locationAnswer,
})

export const locationTicketSalesOfDay = endpoint({
  ...LIVE_ROUTES.locationTicketSalesOfDay,
  summary: 'The tickets of a day’s presentations by location; featureId 0 is all features.',
  staff,
  params: z.object({
    date: dateText,
    featureId: z.union([
      idText,
      z.pipe(
        z.literal('0'),
        z.transform(() => undefined),
      ),
    ]),
  }),
  answer: locationAnswer,
})

export const featureTicketSales = endpoint({
  ...LIVE_ROUTES.featureTicketSales,
  summary: 'The tickets of today’s presentations by feature, in all locations or in each.',
  staff,
  query: featureQuery,
  answer: featureAnswer,
})

export const featureTicketSalesOfDay = endpoint({
  ...LIVE_ROUTES.featureTicketSalesOfDay,
  summary: 'The tickets of a day’s presentations by feature, in all locations or in each.',
  staff,
  params: z.object({ date: dateText }),
  query: featureQuery,
  answer: featureAnswer,
})

export const presentationSales = endpoint({
  ...LIVE_ROUTES.presentationSales,
  summary: 'The presentations of a range of days with what each has sold; by default from one month ago until today.',
  staff,
  query: z.object({ startDate: z.optional(dateText), endDate: z.optional(dateText) }),
  answer: z.object({ Totals: z.object({ ...house, ...sums }), presentations: z.array(presentationRow) }),
})

export const salesChanges = endpoint({
  ...LIVE_ROUTES.salesChanges,
  summary:
    'Server-sent events of a screen: `cells` with the texts that have changed, all of them for a client whose version is another; `beat` while nothing changes. Ids are versions.',
  staff,
  query: z.object({ screen: z.enum(SCREENS), asked: z.optional(z.string().check(z.maxLength(1_000))), since: z.optional(shortText) }),
  answer: z.unknown(),
  produces: ['text/event-stream'],
})
