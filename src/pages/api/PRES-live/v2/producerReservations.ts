import { producerReservations } from '#lib/contract/staff/live-acts.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { reservationsFor } from '#lib/server/sales/acts/reservations.ts'

export const GET = serve(producerReservations, (asked) => reservationsFor(staffOfCall(asked), asked.query))
export const ALL = onlyMethods('GET')
