import type { Route } from './routes.ts'

/** Calls that no script of ours makes: pictures, which pages name by their address, what operators ask, and calls of the specification for others. */
export const UNSCRIPTED_ROUTES = {
  featurePlaceholderImage: { method: 'GET', path: '/features/{featureId}/placeholderImage' },
  productImage: { method: 'GET', path: '/products/{productId}/image' },
  sectionView: { method: 'GET', path: '/presentations/{presentationId}/view/{sectionId}' },
  venuePicture: { method: 'GET', path: '/presentations/{presentationId}/picture' },
  cancelVoucher: { method: 'POST', path: '/system-vouchers/{reference}/cancel' },
  replaceVoucher: { method: 'POST', path: '/system-vouchers/{reference}/replacement' },
  listFilms: { method: 'GET', path: '/vod' },
  filmPoster: { method: 'GET', path: '/vod/{vodId}/poster' },
  voucherHistory: { method: 'GET', path: '/system-vouchers/{reference}/history' },
  getTicketGroups: { method: 'GET', path: '/presentations/{presentationId}/ticketGroups' },
  presentationsOfDay: { method: 'GET', path: '/seats/presentations' },
  getModifiedTickets: { method: 'GET', path: '/reservations/{resId}/modified-tickets' },
  health: { method: 'GET', path: '/health' },
  openApi: { method: 'GET', path: '/openapi.json' },
  devOutbox: { method: 'GET', path: '/dev/outbox' },
} as const satisfies Record<string, Route>
