import { sendTickets } from '#lib/contract/staff/live-acts.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingStaff } from '#lib/server/sales/acts/acting-staff.ts'
import { sendTicketsTo } from '#lib/server/sales/acts/send-again.ts'

export const POST = serve(sendTickets, (asked) => sendTicketsTo(actingStaff(asked), asked.params.resId, asked.body.mobileNumber))
export const ALL = onlyMethods('POST')
