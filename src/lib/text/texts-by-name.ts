import type { Texts } from './translate.ts'

declare global {
  interface Window {
    shuraTexts?: Readonly<Record<string, Texts>>
  }
}

/**
 * Sets of texts that islands are given by name, so that a page carries a name where it would carry all words for each island. These are the server's
 * (spoken-sets.ts); a browser has them from a script of the same name, before an island that needs them begins (client:spoken).
 */
export const TEXTS_BY_NAME: Record<string, Texts> = {}

/** The texts themselves, or those of a name. */
export function textsOfIsland(texts: Texts | string): Texts {
  return typeof texts === 'string' ? (TEXTS_BY_NAME[texts] ?? window.shuraTexts?.[texts] ?? {}) : texts
}
