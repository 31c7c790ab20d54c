import { settings } from '#lib/server/platform/config/settings.ts'

/** True for a request that a browser made for another site's page. A client that is no browser sends neither header. */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return origin !== settings().publicOrigin && hostOf(origin) !== request.headers.get('host')
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined // "null", or not a URL: never our host
  }
}

/** False for a request that a browser makes by itself: for an address that is opened, a picture or a frame. A client that is no browser does not say. */
export function isByScript(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode')
  return mode === null || mode === 'cors' || mode === 'same-origin'
}
