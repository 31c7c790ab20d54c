import type { IncomingMessage } from 'node:http'
import { callerOf, networkOf, visitorAddress } from '#lib/domain/network.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Where a request comes from. Both are null for this machine, which is not limited. */
export interface Source {
  /** Whom calls are counted for: an address, of IPv6 its /64. */
  readonly caller: string | null
  /** Whom held seats are counted for: a /24, of IPv6 a /48. */
  readonly network: string | null
}

/** Who claims seats: a visitor, and the network that the visitor's address belongs to (null: this machine, which is not limited). */
export interface Holder {
  readonly uuid: string
  readonly network: string | null
}

/**
 * The forwarding header is only there, and only read, where TRUSTED_PROXY says how many proxies are ours.
 * @param peer the address at the other end of the connection (Astro's clientAddress, which reads no header without allowedDomains).
 */
export function sourceOf(request: Request, peer: string): Source {
  const { trustedProxies } = settings()
  const address = visitorAddress(request.headers.get('x-forwarded-for'), peer, trustedProxies)
  const source = { caller: callerOf(address), network: networkOf(address) }
  if (source.network === null && trustedProxies === 0) warnOfProxy()
  return source
}

/** The caller of a request that no page or call has looked at yet, as `sourceOf` names it. */
export function callerOfMessage({ headers, socket }: IncomingMessage): string | null {
  const forwarded = headers['x-forwarded-for'] ?? null
  return callerOf(visitorAddress(forwarded === null ? null : String(forwarded), socket.remoteAddress ?? '', settings().trustedProxies))
}

let isWarned = false

/** A shop for other machines whose visitors come from this one stands behind a proxy that nobody told it of. */
function warnOfProxy(): void {
  if (isWarned || settings().isLoopback) return
  isWarned = true
  log().warn('requests come from this machine itself, which is not limited: behind a proxy set TRUSTED_PROXY=on')
}
