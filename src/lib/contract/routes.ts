export type Method = 'GET' | 'POST' | 'PUT'

/** The path of a call: the specification's, below /api, with `{name}` for parameters. */
export interface Route {
  readonly method: Method
  readonly path: string
}

/** Every call that scripts make, by name; those of unscripted-routes.ts are not shipped. Browsers need nothing else of the contract at run time; the shapes are types there, so no schema is shipped. */
export const ROUTES = {
  listFeatures: { method: 'GET', path: '/features' },
  suggestShows: { method: 'GET', path: '/suggestions' },
  listLocations: { method: 'GET', path: '/customer/locations' },
  commitOrder: { method: 'POST', path: '/payment/commit' },
  ticketByCode: { method: 'GET', path: '/presentations/{presentationId}/ticket' },
  checkVoucher: { method: 'GET', path: '/payment/voucher' },
  payReservation: { method: 'POST', path: '/payment/{resId}/payment' },
  paymentForm: { method: 'GET', path: '/payment/form/{locale}' },
  storeCart: { method: 'POST', path: '/cart' },
  getReservation: { method: 'GET', path: '/reservations/{resId}' },
  replaceTicket: { method: 'POST', path: '/reservations/{resId}/replace-ticket' },
  mobileLogin: { method: 'POST', path: '/customer-area/mobile-login' },
  mobileLoginValidation: { method: 'POST', path: '/customer-area/mobile-login-validation' },
  customerAreaData: { method: 'GET', path: '/customer-area/customerAreaData' },
  requestLink: { method: 'POST', path: '/customer-area/link' },
  peekLink: { method: 'POST', path: '/customer-area/link/account' },
  areaLogout: { method: 'POST', path: '/customer-area/logout' },
  updateCustomer: { method: 'PUT', path: '/customer-area/customers/{customerId}' },
  confirmContact: { method: 'POST', path: '/customer-area/customers/{customerId}/contact' },
  setConsents: { method: 'PUT', path: '/customer-area/consents' },
  setPassword: { method: 'PUT', path: '/customer-area/password' },
  listSessions: { method: 'GET', path: '/customer-area/sessions' },
  endSession: { method: 'POST', path: '/customer-area/sessions/{sessionId}/end' },
  myData: { method: 'GET', path: '/customer-area/my-data' },
  deleteCustomer: { method: 'POST', path: '/customer-area/deletion' },
  customerPhoto: { method: 'GET', path: '/customer-area/photo' },
  orderMobileLogin: { method: 'POST', path: '/customer/mobile-login' },
  orderMobileLoginValidation: { method: 'POST', path: '/customer/mobile-login-validation-area' },
  passwordLogin: { method: 'POST', path: '/customer/login' },
  refreshCustomer: { method: 'POST', path: '/customer/refresh' },
  orderLogout: { method: 'POST', path: '/customer/logout' },
  cancellationOffer: { method: 'GET', path: '/reservations/{resId}/cancellation' },
  cancelReservation: { method: 'POST', path: '/reservations/{resId}/cancel' },
  resendTickets: { method: 'POST', path: '/reservations/{resId}/resend' },
  listPresentations: { method: 'GET', path: '/presentations' },
  getPresentation: { method: 'GET', path: '/presentations/{presentationId}' },
  getTimer: { method: 'GET', path: '/presentations/timer/{presentationId}' },
  extendHold: { method: 'POST', path: '/presentations/timer/{presentationId}' },
  joinWaitList: { method: 'POST', path: '/presentations/{presentationId}/wait-list' },
  lockSeat: { method: 'PUT', path: '/seats/lock-seat' },
  unlockSeat: { method: 'PUT', path: '/seats/unlock-seat' },
  getSeatplan: { method: 'GET', path: '/seats/seatplan' },
  getSeatsStatus: { method: 'GET', path: '/seats/seats-status' },
  watchSeats: { method: 'GET', path: '/seats/changes' },
  bestAvailable: { method: 'GET', path: '/seats/best-available' },
  membershipSeatplan: { method: 'GET', path: '/membership/seatplan' },
  lockMembershipSeat: { method: 'PUT', path: '/membership/lock-seat' },
  unlockMembershipSeat: { method: 'PUT', path: '/membership/unlock-seat' },
  membershipRenewals: { method: 'GET', path: '/membership/renewals' },
  renewMembership: { method: 'PUT', path: '/membership/renew' },
  moveMembership: { method: 'PUT', path: '/membership/move' },
  bestOnDates: { method: 'GET', path: '/membership/best-available' },
  enrolSeatplan: { method: 'GET', path: '/enroll/{membershipId}/seatplan' },
  lockEnrolSeat: { method: 'PUT', path: '/enroll/{membershipId}/lock-seat' },
  unlockEnrolSeat: { method: 'PUT', path: '/enroll/{membershipId}/unlock-seat' },
  watchStateOf: { method: 'GET', path: '/vod/{vodId}/state' },
  playFilm: { method: 'POST', path: '/vod/{vodId}/play' },
  beatFilm: { method: 'PUT', path: '/vod/{vodId}/position' },
  captchaChallenge: { method: 'GET', path: '/captcha/challenge' },
  captchaPass: { method: 'POST', path: '/captcha/pass' },
} as const satisfies Record<string, Route>

/** Values of `Accept` for the packed answers of the plan and status calls. */
export const PACKED_PLAN = 'application/vnd.shura.plan+json'
export const PACKED_STATUS = 'application/vnd.shura.status+json'
/** The same for the seats of many dates. */
export const PACKED_DATES = 'application/vnd.shura.dates+json'
