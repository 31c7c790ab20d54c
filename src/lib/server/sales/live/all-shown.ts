import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { ChangedMap } from '#lib/domain/catalogue/lists/changed-map.ts'
import { changedPresentations } from '#lib/domain/catalogue/changed-presentations.ts'
import { replacedInOrder, type Replaced } from '#lib/domain/catalogue/lists/listed.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A presentation as reports show it. */
export interface Shown {
  readonly presentation: Presentation
  readonly featureName: string
  readonly locationId: number
  readonly locationName: string
  readonly venueName: string
  /** Seats and places that have a price. */
  readonly capacity: number
  /** Its business day. */
  readonly day: string
}

/** Every presentation of a catalogue as reports show it. */
export interface AllShown {
  readonly from: Catalogue
  /** In the order of their start. */
  readonly list: readonly Shown[]
  readonly byId: ChangedMap<number, Shown>
}

/** Those of the catalogue before with what has changed, if that is known: the days of thousands of presentations take longer than everything else. */
export function allShownOf(from: Catalogue, before: AllShown | undefined): AllShown {
  const ids = before && changedPresentations(before.from, from, ['venues', 'locations', 'seatplans'])
  if (!ids) {
    const list = [...from.presentations.values()].map((one) => show(from, one))
    return { from, list, byId: new ChangedMap(new Map(list.map((one) => [one.presentation.id, one]))) }
  }
  const byId = before.byId.with(
    ids.map((id) => {
      const presentation = from.presentations.get(id)
      return [id, presentation && show(from, presentation)]
    }),
  )
  return { from, byId, list: replacedInOrder(before.list, exchanged(ids, before.byId, byId), byStartOfShown) }
}

/** A part of what is shown, after some has changed. @param before which part of what it was @param isIn whether one belongs to it */
export function changedPart(
  before: { readonly list: readonly Shown[]; readonly of: AllShown['byId'] },
  now: AllShown['byId'],
  isIn: (one: Shown) => boolean,
): readonly Shown[] | undefined {
  const ids = now.changedSince(before.of)
  if (!ids) return undefined
  const { gone, come } = exchanged(ids, before.of, now)
  const own = { gone: gone.filter(isIn), come: come.filter(isIn) }
  return own.gone.length + own.come.length === 0 ? before.list : replacedInOrder(before.list, own, byStartOfShown)
}

function exchanged(ids: readonly number[], before: AllShown['byId'], now: AllShown['byId']): Replaced<Shown> {
  return { gone: ids.flatMap((id) => before.get(id) ?? []), come: ids.flatMap((id) => now.get(id) ?? []) }
}

export function byStartOfShown(one: Shown, other: Shown): number {
  return byStart(one.presentation, other.presentation)
}

function show(from: Catalogue, presentation: Presentation): Shown {
  const venue = from.venues.get(presentation.venueId)
  const locationId = venue?.locationId ?? 0
  return {
    presentation,
    featureName: from.features.get(presentation.featureId)?.name ?? '',
    locationId,
    locationName: from.locations.get(locationId)?.name ?? '',
    venueName: venue?.name ?? '',
    capacity: capacityOf(from, presentation),
    day: businessDayOf(presentation.startsAt, settings().businessDayEnds),
  }
}

function capacityOf({ seatplans }: Catalogue, { seatplanId, prices }: Presentation): number {
  const priced = new Set(prices.map(({ category }) => category))
  const sections = seatplans.get(seatplanId)?.sections ?? []
  return sections
    .flatMap(({ categories }) => Object.entries(categories))
    .reduce((sum, [name, seats]) => (priced.has(name) ? sum + seats : sum), 0)
}
