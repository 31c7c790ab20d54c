import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'

/** What limits where a voucher pays. */
export interface VoucherReach {
  /** null: all businesses. */
  readonly businessIds: readonly number[] | null
  /** null: it pays money. */
  readonly bundle: BundleTerms | null
}

/** The names of the locations at which shows ahead take a voucher, each once, in the order of the shows; 'all' if it is bound to no business. */
export function placesOf({ businessIds }: VoucherReach, from: Catalogue, now: number): 'all' | readonly string[] {
  if (businessIds === null) return 'all'
  const ahead = [...from.presentations.values()]
    .filter(({ businessId, startsAt, isCancelled }) => businessIds.includes(businessId) && startsAt > now && !isCancelled)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const names = ahead.flatMap(({ venueId }) => from.locations.get(from.venues.get(venueId)?.locationId ?? 0)?.name ?? [])
  return [...new Set(names)]
}
