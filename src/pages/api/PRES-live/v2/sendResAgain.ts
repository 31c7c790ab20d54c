import { sendResAgain } from '#lib/contract/staff/live-acts.ts'
import { refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingStaff } from '#lib/server/sales/acts/acting-staff.ts'
import { isByScript } from '#lib/server/platform/http/cross-site.ts'
import { sendReservationAgain } from '#lib/server/sales/acts/send-again.ts'

export const GET = serve(sendResAgain, async (asked) =>
  isByScript(asked.request) ? sendReservationAgain(actingStaff(asked), asked.query.resId) : refuse('CROSS_SITE'),
)
export const ALL = onlyMethods('GET')
