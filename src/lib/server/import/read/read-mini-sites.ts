import { slugOf } from '#lib/domain/catalogue/slug.ts'
import type { MiniSiteItem } from '#lib/server/import/schema/mini-site-schema.ts'
import { periodOf } from './read-entitlements.ts'
import type { Sourced } from './read-catalogue.ts'
import { inside, type ImportNotes } from './report.ts'

/** A mini-site with its address and its times as instants (ms since 1970). */
export interface ReadMiniSite extends Omit<MiniSiteItem, 'url' | 'opens' | 'closes'> {
  readonly url: string
  readonly opensAt: number | null
  readonly closesAt: number | null
}

/** With its pictures, cleaned. */
export type DrawnMiniSite = ReadMiniSite & { readonly markPicture: string; readonly coverPicture: string }

/** An address that is no slug, and an end before the start, are problems. */
export function readMiniSite({ item, place }: Sourced<MiniSiteItem>, today: string, notes: ImportNotes): Sourced<ReadMiniSite> {
  const { url, opens, closes, ...rest } = item
  const slug = slugOf(url ?? item.words.he.name)
  if (slug === '') notes.problem(inside(place, 'url'), 'has no letter or digit to make an address of')
  else if (url != null && url !== slug) notes.problem(inside(place, 'url'), `cannot be an address as it is; "${slug}" can`)
  const open = periodOf(['opens', opens], ['closes', closes], { today, place, notes })
  return { item: { ...rest, url: slug, opensAt: open.startsAt, closesAt: open.endsAt }, place }
}
