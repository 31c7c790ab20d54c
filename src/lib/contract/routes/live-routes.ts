import type { Route } from './routes.ts'

/** Calls of producers and staff about sales. Their paths are understood in any case of letters. */
export const LIVE_ROUTES = {
  availableFeatures: { method: 'GET', path: '/PRES-live/v2/availableFeatures' },
  featureData: { method: 'GET', path: '/PRES-live/v2/featureData' },
  availablePresentations: { method: 'GET', path: '/PRES-live/v2/availablePresentations' },
  presentationData: { method: 'GET', path: '/PRES-live/v2/presentationData' },
  locationTicketSales: { method: 'GET', path: '/PRES-live/locationTicketSales' },
  locationTicketSalesOfDay: { method: 'GET', path: '/PRES-live/locationTicketSales/data/{date}/{featureId}' },
  featureTicketSales: { method: 'GET', path: '/PRES-live/featureTicketSales' },
  featureTicketSalesOfDay: { method: 'GET', path: '/PRES-live/featureTicketSales/data/{date}' },
  presentationSales: { method: 'GET', path: '/PRES-live/monitors/PresentationSales/data' },
  salesChanges: { method: 'GET', path: '/PRES-live/changes' },
} as const satisfies Record<string, Route>

/** Calls by which producers find reservations and act on them. Their paths are understood in any case of letters too. */
export const ACT_ROUTES = {
  producerReservations: { method: 'GET', path: '/PRES-live/v2/producerReservations' },
  sendResAgain: { method: 'GET', path: '/PRES-live/v2/sendResAgain' },
  sendTickets: { method: 'POST', path: '/PRES-live/sendTickets/{resId}' },
  producerCancelOffer: { method: 'GET', path: '/reservations/{resId}/producerCancel' },
  producerCancel: { method: 'POST', path: '/reservations/{resId}/producerCancel' },
} as const satisfies Record<string, Route>

/** Calls about references of tickets and prices. */
export const REFERENCE_ROUTES = {
  getTicketRefAgents: { method: 'GET', path: '/PRES-live/getTicketRefAgents' },
  ticketReferences: { method: 'GET', path: '/PRES-live/monitors/TicketReferencePromptAdmin/data' },
  ticketReferenceDetail: { method: 'GET', path: '/PRES-live/monitors/TicketReferencePromptAdminDetail/data' },
  ticketReferenceSales: { method: 'GET', path: '/PRES-live/monitors/TicketReferencePromptAdminTicketSales/data' },
  editReferencePromptOptionQuantity: {
    method: 'POST',
    path: '/PRES-live/editReferencePromptOptionQuantity/1/{priceType}/{priceId}/{priceRowId}',
  },
} as const satisfies Record<string, Route>
