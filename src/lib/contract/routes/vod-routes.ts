import type { Route } from './routes.ts'

/** Calls of the player. */
export const VOD_ROUTES = {
  watchStateOf: { method: 'GET', path: '/vod/{vodId}/state' },
  playFilm: { method: 'POST', path: '/vod/{vodId}/play' },
  beatFilm: { method: 'PUT', path: '/vod/{vodId}/position' },
} as const satisfies Record<string, Route>
