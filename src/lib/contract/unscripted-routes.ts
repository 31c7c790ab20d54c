import type { Route } from './routes.ts'

/** Calls that no script of ours makes: pictures, which pages name by their address, and what operators ask. */
export const UNSCRIPTED_ROUTES = {
  featurePlaceholderImage: { method: 'GET', path: '/features/{featureId}/placeholderImage' },
  productImage: { method: 'GET', path: '/products/{productId}/image' },
  sectionView: { method: 'GET', path: '/presentations/{presentationId}/view/{sectionId}' },
  venuePicture: { method: 'GET', path: '/presentations/{presentationId}/picture' },
  health: { method: 'GET', path: '/health' },
  openApi: { method: 'GET', path: '/openapi.json' },
  devOutbox: { method: 'GET', path: '/dev/outbox' },
} as const satisfies Record<string, Route>
