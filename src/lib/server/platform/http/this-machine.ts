import { LOOPBACK_HOST } from '#lib/server/platform/config/loopback.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

const THIS_MACHINE = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

export interface Asked {
  readonly clientAddress: string
  readonly request: Request
}

/**
 * Whether the shop runs on this machine's own address, and the caller is on this machine and uses one of its own names: a foreign name that resolves to this
 * machine would let another site's page read what is for this machine (DNS rebinding).
 */
export function isFromThisMachine({ clientAddress, request }: Asked): boolean {
  return settings().isLoopback && THIS_MACHINE.test(clientAddress) && isLoopbackHost(request.headers.get('host'))
}

function isLoopbackHost(host: string | null): boolean {
  return host !== null && URL.canParse(`http://${host}`) && LOOPBACK_HOST.test(new URL(`http://${host}`).hostname)
}
