import { locationTicketSalesOfDay } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { locationSales } from '#lib/server/sales/live/monitors.ts'
import { textOf } from '#lib/text/text.ts'

export const GET = serve(locationTicketSalesOfDay, (asked) =>
  locationSales(staffOfCall(asked), asked.params, textOf(asked.locale)('live.allLocations')),
)
export const ALL = onlyMethods('GET')
