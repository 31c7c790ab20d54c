import type { Endpoint } from '#lib/contract/endpoint.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { countCall, countKeyCall, isSpent } from '#lib/server/platform/http/limits/limits.ts'
import { useKey, type ApiKey } from './api-keys.ts'

const SENT = /^Bearer (shk_\S*)$/i
const SHAPE = /^shk_[\da-f]{8}_[\w-]{43}$/

/** What an Authorization header has in place of an API key; undefined if it has none. */
export function sentKey(authorization: string | null | undefined): string | undefined {
  return SENT.exec(authorization ?? '')?.[1]
}

/**
 * The API key of a call, if one is sent and may make it; undefined for a call without one. A call that is for keys alone has one. Refusals: KEY_REFUSED (none where
 * one is needed, an unknown or a revoked one), KEY_NOT_ALLOWED (its scopes do not open this call), TOO_MANY_REQUESTS (of the key, or of wrong keys from one address).
 * @param caller null is this machine
 */
export async function keyOfCall(endpoint: Endpoint, request: Request, caller: string | null): Promise<Result<ApiKey | undefined>> {
  const sent = sentKey(request.headers.get('authorization'))
  if (sent === undefined) return endpoint.isForKeys ? refuse('KEY_REFUSED') : accept(undefined)
  const wait = await isSpent('keyMiss', caller)
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  const key = SHAPE.test(sent) ? await useKey(sent) : undefined
  if (!key) {
    await countCall('keyMiss', 'caller', caller)
    return refuse('KEY_REFUSED')
  }
  const next = await countKeyCall(key.apiKeyId, key.callsPerMinute)
  if (next !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: next })
  return mayOpen(key, endpoint) ? accept(key) : refuse('KEY_NOT_ALLOWED')
}

/** Whether one of its scopes opens a call; nothing opens the calls of visitors, customers and staff. */
function mayOpen({ scopes }: ApiKey, { scope }: Endpoint): boolean {
  return scope !== undefined && scopes.includes(scope)
}
