import { DATES_ROUTES } from '#lib/contract/routes/dates-routes.ts'
import { callsOf } from './call.ts'

/** Makes calls for one seat on many dates. */
export const callDates = callsOf(DATES_ROUTES)
