import { availablePresentations } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { presentationsFor } from '#lib/server/sales/live/reports.ts'

export const GET = serve(availablePresentations, (asked) => presentationsFor(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
