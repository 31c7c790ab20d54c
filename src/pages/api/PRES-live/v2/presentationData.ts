import { presentationData } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { presentationReport } from '#lib/server/sales/live/reports.ts'

export const GET = serve(presentationData, (asked) => presentationReport(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
