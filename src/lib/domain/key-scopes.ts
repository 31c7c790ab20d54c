/** What an API key may open. */
export const KEY_SCOPES = ['catalogue', 'availability', 'orders', 'webhooks'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** Scopes of what belongs to a business: their key says whose. */
export const SCOPES_OF_BUSINESSES: readonly KeyScope[] = ['orders', 'webhooks']

/** The name of a key as somebody types it; undefined: it is none. */
export function readKeyName(typed: string): string | undefined {
  const name = typed.trim().replaceAll(/\s+/g, ' ')
  return name.length > 0 && name.length <= 60 && !/\p{C}/u.test(name) ? name : undefined
}

export function isKeyScope(typed: string): typed is KeyScope {
  return KEY_SCOPES.some((scope) => scope === typed)
}
