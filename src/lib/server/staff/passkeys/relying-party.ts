import { LOOPBACK_HOST } from '#lib/server/platform/config/loopback.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'

/** For whom passkeys are made and by whose pages they are asked for: WebAuthn knows a shop by the name of its host. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/

/**
 * Follows from PUBLIC_ORIGIN alone, never from a request. Browsers make passkeys for names and by https only; on one's own machine they take `localhost`, which
 * is the name of a shop there however its address is written.
 * @returns undefined where no browser makes any: at a bare address, and by plain http
 */
export function relyingParty(publicOrigin = settings().publicOrigin): RelyingParty | undefined {
  const { protocol, hostname, origin, port } = new URL(publicOrigin)
  if (LOOPBACK_HOST.test(hostname)) return { id: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
  return protocol === 'https:' && !IP_ADDRESS.test(hostname) ? { id: hostname, origin } : undefined
}

/** Where pages offer passkeys, for a page to say so: nothing is decided by it. */
export interface PasskeyPlace {
  readonly origin: string
  /** Whether the page that is asked for stands there. */
  readonly isHere: boolean
}

/** undefined: nowhere. */
export function passkeyPlace(request: Request): PasskeyPlace | undefined {
  const party = relyingParty()
  return party && { origin: party.origin, isHere: ownOrigin(request) === party.origin }
}
