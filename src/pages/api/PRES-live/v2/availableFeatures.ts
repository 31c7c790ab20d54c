import { availableFeatures } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { featuresFor } from '#lib/server/sales/live/reports.ts'

export const GET = serve(availableFeatures, (asked) => featuresFor(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
