/** What an API key may open. */
export const KEY_SCOPES = ['catalogue', 'availability', 'orders', 'webhooks'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** Scopes of what belongs to a business: their key says whose. */
export const SCOPES_OF_BUSINESSES: readonly KeyScope[] = ['orders', 'webhooks']

export function isKeyScope(typed: string): typed is KeyScope {
  return KEY_SCOPES.some((scope) => scope === typed)
}
