import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { firstNot } from '#lib/domain/catalogue/lists/listed.ts'
import { byStart, presentationsBy } from '#lib/domain/catalogue/presentations-of.ts'

/** What limits where a voucher pays. */
export interface VoucherReach {
  /** null: all businesses. */
  readonly businessIds: readonly number[] | null
  /** null: it pays money. */
  readonly bundle: BundleTerms | null
}

/** Shows of a business in a hall. */
const showsIn = presentationsBy(({ businessId, venueId }: Presentation) => [keyOf(businessId, venueId)])

function keyOf(businessId: number, venueId: number): string {
  return `${String(businessId)} ${String(venueId)}`
}

/** The names of the locations at which shows ahead take a voucher, each once, in the order of the shows; 'all' if it is bound to no business. */
export function placesOf({ businessIds }: VoucherReach, from: Catalogue, now: number): 'all' | readonly string[] {
  if (businessIds === null) return 'all'
  const next = businessIds.flatMap((businessId) =>
    [...from.venues.keys()].flatMap((venueId) => nextOf(showsIn(from, keyOf(businessId, venueId)), now) ?? []),
  )
  const names = next.toSorted(byStart).flatMap(({ venueId }) => from.locations.get(from.venues.get(venueId)?.locationId ?? 0)?.name ?? [])
  return [...new Set(names)]
}

/** The next that is not called off. */
function nextOf(shows: readonly Presentation[], now: number): Presentation | undefined {
  const first = firstNot(shows, ({ startsAt }) => startsAt <= now)
  for (let at = first; at < shows.length; at++) if (shows[at]?.isCancelled === false) return shows[at]
  return undefined
}
