import { presentationSales } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { monitor } from '#lib/server/sales/live/monitors.ts'

export const GET = serve(presentationSales, (asked) => monitor(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
