import { featureTicketSales } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { featureSales } from '#lib/server/sales/live/monitors.ts'
import { textOf } from '#lib/text/text.ts'

export const GET = serve(featureTicketSales, (asked) =>
  featureSales(staffOfCall(asked), asked.query, textOf(asked.locale)('live.allLocations')),
)
export const ALL = onlyMethods('GET')
