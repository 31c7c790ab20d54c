import { PASSKEY_ROUTES } from '#lib/contract/routes/passkey-routes.ts'
import { callsOf } from './call.ts'

/** Makes calls about passkeys of staff. */
export const callPasskeys = callsOf(PASSKEY_ROUTES)
