import type { Route } from './routes.ts'

/** Calls of the personal area, and of changing what a customer has told. */
export const AREA_ROUTES = {
  mobileLogin: { method: 'POST', path: '/customer-area/mobile-login' },
  mobileLoginValidation: { method: 'POST', path: '/customer-area/mobile-login-validation' },
  customerAreaData: { method: 'GET', path: '/customer-area/customerAreaData' },
  requestLink: { method: 'POST', path: '/customer-area/link' },
  peekLink: { method: 'POST', path: '/customer-area/link/account' },
  updateCustomer: { method: 'PUT', path: '/customer-area/customers/{customerId}' },
  confirmContact: { method: 'POST', path: '/customer-area/customers/{customerId}/contact' },
  setConsents: { method: 'PUT', path: '/customer-area/consents' },
  setPassword: { method: 'PUT', path: '/customer-area/password' },
  endSession: { method: 'POST', path: '/customer-area/sessions/{sessionId}/end' },
  myData: { method: 'GET', path: '/customer-area/my-data' },
  deleteCustomer: { method: 'POST', path: '/customer-area/deletion' },
  cancellationOffer: { method: 'GET', path: '/reservations/{resId}/cancellation' },
  cancelReservation: { method: 'POST', path: '/reservations/{resId}/cancel' },
  resendTickets: { method: 'POST', path: '/reservations/{resId}/resend' },
} as const satisfies Record<string, Route>
