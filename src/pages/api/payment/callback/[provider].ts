import type { APIRoute } from 'astro'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { takeCallback } from '#lib/server/payments/payment-callback.ts'
import { LARGEST_BODY } from '#lib/server/platform/http/answers/request-body.ts'
import { onlyMethods } from '#lib/server/calls/serve.ts'

/** Called by a payment provider's server, without visitor and origin; authenticated by the provider's own signature over the raw body. */
export const POST: APIRoute = async ({ params, request, url, clientAddress }) => {
  const body = await rawBody(request)
  if (!body) return empty(413)
  const { caller } = sourceOf(request, clientAddress)
  return empty(await takeCallback(params.provider ?? '', { body, headers: request.headers, query: url.searchParams }, caller))
}
export const ALL = onlyMethods('POST')

/** undefined if it is too large, or incomplete. */
async function rawBody(request: Request): Promise<Buffer | undefined> {
  try {
    const bytes = await request.arrayBuffer()
    return bytes.byteLength > LARGEST_BODY ? undefined : Buffer.from(bytes)
  } catch {
    return undefined
  }
}

function empty(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
