/** Mini-sites, as the rules and pages read them (spec §3). Times are UTC instants (ms since 1970). */

/** What an organiser says in one language; what is left out is empty. */
export interface MiniSiteWords {
  readonly name: string
  /** When and where, above the name. */
  readonly eyebrow: string
  /** One or two sentences. */
  readonly lead: string
  /** For whom its prices are, for example "a price kept for readers". */
  readonly note: string
  readonly aboutTitle: string
  /** How to get there, where to stay. */
  readonly about: string
}

export interface MiniSite {
  readonly id: number
  /** The last part of its address: a slug. */
  readonly url: string
  /** Shows nothing to whoever has no valid reference. */
  readonly isClosed: boolean
  readonly opensAt: number | null
  readonly closesAt: number | null
  /** #rrggbb; null: the shop's own. */
  readonly accent: string | null
  /** By language; Hebrew is always there. */
  readonly words: Readonly<Record<string, MiniSiteWords>> & { readonly he: MiniSiteWords }
  /** In the order of the catalogue. */
  readonly presentationIds: readonly number[]
}

/** Whether its page is there at this time. */
export function isOpenSite({ opensAt, closesAt }: Pick<MiniSite, 'opensAt' | 'closesAt'>, now: number): boolean {
  return (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt)
}

/** Its words in a language, each that is missing in Hebrew. */
export function wordsOf({ words }: Pick<MiniSite, 'words'>, locale: string): MiniSiteWords {
  const own = Object.entries(words[locale] ?? {}).filter(([, text]) => text !== '')
  return { ...words.he, ...Object.fromEntries(own) }
}

/** The path of its page. */
export function addressOfSite({ url }: Pick<MiniSite, 'url'>): string {
  return `/mini-site/${encodeURIComponent(url)}`
}
