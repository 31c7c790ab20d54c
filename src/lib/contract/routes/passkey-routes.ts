import type { Route } from './routes.ts'

/** What the sign-in of staff and the page of the own account ask before a passkey signs. Its path is understood in any case of letters. */
export const PASSKEY_ROUTES = {
  passkeyChallenge: { method: 'POST', path: '/PRES-live/passkeyChallenge' },
} as const satisfies Record<string, Route>
