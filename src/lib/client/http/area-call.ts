import { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import { callsOf } from './call.ts'

/** Makes calls of the personal area. */
export const callArea = callsOf(AREA_ROUTES)
