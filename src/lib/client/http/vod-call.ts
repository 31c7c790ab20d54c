import { VOD_ROUTES } from '#lib/contract/routes/vod-routes.ts'
import { callsOf } from './call.ts'

/** Makes calls of the player. */
export const callVod = callsOf(VOD_ROUTES)
