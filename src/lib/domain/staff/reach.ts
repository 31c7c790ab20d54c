/** What an account sees, or what a role lets its accounts see at most: numbers of businesses and of shows. */
export interface Reach {
  readonly businessIds: readonly number[] | 'all'
  readonly featureIds: readonly number[] | 'all'
}

/** Without any limit. */
export const EVERYTHING: Reach = { businessIds: 'all', featureIds: 'all' }

/** Limits as the database stores them: null is none. */
export function reachOf(businessIds: readonly number[] | null, featureIds: readonly number[] | null): Reach {
  return { businessIds: businessIds ?? 'all', featureIds: featureIds ?? 'all' }
}

/** A limit as the database stores it. */
export function limitOf(ids: Reach['businessIds']): readonly number[] | null {
  return ids === 'all' ? null : ids
}

/** What two limits leave together: of an account, and of its role. */
export function narrow(own: Reach, limits: Reach): Reach {
  return { businessIds: common(own.businessIds, limits.businessIds), featureIds: common(own.featureIds, limits.featureIds) }
}

function common(some: Reach['businessIds'], others: Reach['businessIds']): Reach['businessIds'] {
  if (some === 'all') return others
  return others === 'all' ? some : some.filter((id) => others.includes(id))
}

/**
 * Reads numbers of businesses or shows as somebody types them, with commas or blanks between them.
 * @returns 'all' if nothing is typed; undefined if anything is no number
 */
export function readNumbers(typed: string): readonly number[] | 'all' | undefined {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '')
  if (parts.length === 0) return 'all'
  return parts.every((part) => /^[1-9]\d{0,8}$/.test(part)) ? [...new Set(parts.map(Number))] : undefined
}
