import { ticketReferenceSales } from '#lib/contract/staff/live-references.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { referenceSales } from '#lib/server/sales/acts/reference-sales.ts'

export const GET = serve(ticketReferenceSales, (asked) => referenceSales(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
