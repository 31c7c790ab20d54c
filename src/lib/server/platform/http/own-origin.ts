import { LOOPBACK_HOST } from '#lib/server/platform/config/loopback.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/**
 * Where the browser that asks reaches us. It is PUBLIC_ORIGIN, never a foreign Host header; only a shop on this machine also answers by the
 * machine's other names (localhost, 127.0.0.1), and a visitor who came by one of them stays there.
 */
export function ownOrigin(request: Request): string {
  const { isLoopback, publicOrigin } = settings()
  const host = request.headers.get('host')
  if (!isLoopback || host === null || !URL.canParse(`http://${host}`)) return publicOrigin
  const asked = new URL(`http://${host}`)
  return LOOPBACK_HOST.test(asked.hostname) ? asked.origin : publicOrigin
}
