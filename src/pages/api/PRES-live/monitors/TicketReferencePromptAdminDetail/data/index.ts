import { ticketReferenceDetail } from '#lib/contract/staff/live-references.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { referenceDetail } from '#lib/server/sales/acts/references.ts'

export const GET = serve(ticketReferenceDetail, (asked) => referenceDetail(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
