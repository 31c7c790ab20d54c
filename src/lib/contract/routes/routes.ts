export type Method = 'GET' | 'POST' | 'PUT'

/** The path of a call: the specification's, below /api, with `{name}` for parameters. */
export interface Route {
  readonly method: Method
  readonly path: string
}

/**
 * Calls that scripts of many pages make, by name. Those of few pages stand in tables of their own, which only these ship; those of unscripted-routes.ts are not
 * shipped at all. Browsers need nothing else of the contract at run time; the shapes are types there, so no schema is shipped.
 */
export const ROUTES = {
  suggestShows: { method: 'GET', path: '/suggestions' },
  commitOrder: { method: 'POST', path: '/payment/commit' },
  ticketByCode: { method: 'GET', path: '/presentations/{presentationId}/ticket' },
  checkVoucher: { method: 'GET', path: '/payment/voucher' },
  payReservation: { method: 'POST', path: '/payment/{resId}/payment' },
  paymentForm: { method: 'GET', path: '/payment/form/{locale}' },
  storeCart: { method: 'POST', path: '/cart' },
  getReservation: { method: 'GET', path: '/reservations/{resId}' },
  areaLogout: { method: 'POST', path: '/customer-area/logout' },
  passwordLogin: { method: 'POST', path: '/customer/login' },
  refreshCustomer: { method: 'POST', path: '/customer/refresh' },
  orderLogout: { method: 'POST', path: '/customer/logout' },
  getPresentation: { method: 'GET', path: '/presentations/{presentationId}' },
  getTimer: { method: 'GET', path: '/presentations/timer/{presentationId}' },
  extendHold: { method: 'POST', path: '/presentations/timer/{presentationId}' },
  lockSeat: { method: 'PUT', path: '/seats/lock-seat' },
  unlockSeat: { method: 'PUT', path: '/seats/unlock-seat' },
  getSeatplan: { method: 'GET', path: '/seats/seatplan' },
  getSeatsStatus: { method: 'GET', path: '/seats/seats-status' },
  watchSeats: { method: 'GET', path: '/seats/changes' },
  bestAvailable: { method: 'GET', path: '/seats/best-available' },
  captchaChallenge: { method: 'GET', path: '/captcha/challenge' },
  captchaPass: { method: 'POST', path: '/captcha/pass' },
} as const satisfies Record<string, Route>

/** Values of `Accept` for the packed answers of the plan and status calls. */
export const PACKED_PLAN = 'application/vnd.shura.plan+json'
export const PACKED_STATUS = 'application/vnd.shura.status+json'
/** The same for the seats of many dates. */
export const PACKED_DATES = 'application/vnd.shura.dates+json'
