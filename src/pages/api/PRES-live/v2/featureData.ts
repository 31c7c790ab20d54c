import { featureData } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { featureReport } from '#lib/server/sales/live/reports.ts'
import { textOf } from '#lib/text/text.ts'

export const GET = serve(featureData, (asked) => featureReport(staffOfCall(asked), asked.query, textOf(asked.locale)('live.allLocations')))
export const ALL = onlyMethods('GET')
