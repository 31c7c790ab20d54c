import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { availablePresentations, featureData, locationTicketSales } from '#lib/contract/staff/live-sales.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { availabilityOf, type LocationSales } from '#lib/domain/sales/location-sales.ts'
import { add, NOTHING, takenOf, type Sums } from '#lib/domain/sales/sums.ts'
import { partsBy } from './parts-by.ts'
import type { PartSums } from './read-sums.ts'
import type { Shown } from './all-shown.ts'

type PresentationRow = AnswerOf<typeof availablePresentations>['presentations'][number]
type Parts = Pick<AnswerOf<typeof featureData>, 'Days' | 'Lines' | 'Channels' | 'Totals'>

/** Sums as calls answer them: what was sold is without what came back. */
export function wireSums({ sold, returned, gross, refunded }: Sums) {
  return {
    ...{ Sold: sold - returned, Returned: returned },
    ...{ Gross: toShekels(gross), Refunded: toShekels(refunded), Net: toShekels(gross - refunded) },
  }
}

export function wirePresentation({ presentation, featureName, locationId, locationName, venueName, day }: Shown) {
  return {
    ...{ PresentationId: presentation.id, FeatureId: presentation.featureId, FeatureName: featureName },
    ...{ LocationId: locationId, LocationName: locationName, VenueName: venueName },
    ...{ DateTime: new Date(presentation.startsAt).toISOString(), BusinessDate: day, IsCancelled: presentation.isCancelled },
  }
}

/** @param sums what it has sold in the range; @param inAll what it has sold in all, which decides what is available */
export function wirePresentationRow(one: Shown, sums: Sums = NOTHING, inAll: Sums = sums): PresentationRow {
  return { ...wirePresentation(one), ...wireHouse(one.capacity, takenOf(inAll)), ...wireSums(sums) }
}

/** @param taken tickets sold in all */
export function wireHouse(capacity: number, taken: number) {
  return { Capacity: capacity, Availability: availabilityOf(capacity, taken) }
}

export function wireLocation(row: LocationSales): AnswerOf<typeof locationTicketSales>['locations'][number] {
  return { LocationId: row.locationId, Name: row.name, ...wireHouse(row.capacity, row.taken), ...wireSums(row) }
}

/** The parts of a sum by day, by line and by channel, and the whole. */
export function wireParts(from: Catalogue, rows: readonly PartSums[]): Parts {
  const days = partsBy(rows, 'day').toSorted(({ key: one }, { key: other }) => (one < other ? -1 : 1))
  const channels = partsBy(rows, 'channel')
  return {
    Days: days.map(({ key, part }) => ({ Date: key, ...wireSums(part) })),
    Lines: partsBy(rows, 'subjectId').map(({ key, part }) => wireLine(from, part, key)),
    Channels: channels.map(({ key, part }) => ({ Channel: key, ...wireSums(part) })),
    Totals: wireSums(channels.reduce((sum, { part }) => add(sum, part), NOTHING)),
  }
}

function wireLine(from: Catalogue, part: PartSums, id: number): Parts['Lines'][number] {
  const kind = part.kind ?? ''
  return { Kind: kind, Id: id, Name: nameOf(from, kind, id), Quantity: part.quantity - part.quantityBack, ...wireSums(part) }
}

/** As the catalogue says now; empty for fees, and for what there is no more. */
export function nameOf(from: Catalogue, kind: string, id: number): string {
  if (kind === 'seat') return ticketNames(from).get(id) ?? ''
  if (kind === 'product') return from.products.get(id)?.name ?? ''
  return ''
}

const names = new WeakMap<Catalogue, ReadonlyMap<number, string>>()

function ticketNames(from: Catalogue): ReadonlyMap<number, string> {
  const known = names.get(from)
  if (known) return known
  const made = new Map([...from.ticketGroups.values()].flatMap(({ tickets }) => tickets.map(({ id, name }) => [id, name] as const)))
  names.set(from, made)
  return made
}
