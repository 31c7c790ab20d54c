import { getTicketRefAgents } from '#lib/contract/staff/live-references.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { agentsFor } from '#lib/server/sales/acts/references.ts'

export const GET = serve(getTicketRefAgents, (asked) => agentsFor(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
