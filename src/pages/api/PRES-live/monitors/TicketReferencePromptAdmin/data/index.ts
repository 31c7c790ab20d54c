import { ticketReferences } from '#lib/contract/staff/live-references.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { referencesFor } from '#lib/server/sales/acts/references.ts'

export const GET = serve(ticketReferences, (asked) => referencesFor(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
