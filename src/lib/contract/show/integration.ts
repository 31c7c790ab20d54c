import * as z from 'zod/mini'
import { endpoint } from '#lib/contract/endpoint.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'

/** What an outside system has signed. */
export const signedRequest = z.object({
  /** When, in ms since 1970. */
  TS: z.string().check(z.regex(/^\d{13}$/)),
  /** Where the order leads back to. */
  ret: z.string().check(z.maxLength(2_000)),
  /** `keyId.signature`: HMAC-SHA256 over `TS.ret`, in base64url. */
  key: z.string().check(z.maxLength(100)),
})

/** What an integrationId stands for. */
export const integrationData = z.object({ name: z.string(), ret: z.string(), expiresAt: z.string() })
export type IntegrationData = z.infer<typeof integrationData>

export const openIntegration = endpoint({
  ...UNSCRIPTED_ROUTES.openIntegration,
  summary:
    'Opens an order of an outside system for this visitor: what the visitor orders next leads back to ret, and the system is told of it. The integrationId is good for two hours, for one order and for this visitor.',
  query: signedRequest,
  writes: true,
  answer: z.object({ integrationId: z.string() }),
})
