import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { availableFeatures, availablePresentations, featureData, presentationData } from '#lib/contract/staff/live-sales.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { withAllLocations, type LocationSales } from '#lib/domain/sales/location-sales.ts'
import { isWithin, rangeOf, type RangeQuery, type SalesRange } from '#lib/domain/sales/sales-range.ts'
import { add, NOTHING, takenOf, type Sums } from '#lib/domain/sales/sums.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sumsBy } from './parts-by.ts'
import { partsOfEach, partsTogether, sumsOfFeatures, sumsOfPresentations, type SumsById } from './read-sums.ts'
import { scopeOf } from './scope.ts'
import type { Shown } from './all-shown.ts'
import { shownTo, today, type Wanted } from './shown.ts'
import { wireHouse, wireLocation, wireParts, wirePresentation, wirePresentationRow, wireSums } from './wire.ts'

interface Asked {
  readonly range: SalesRange
  readonly shown: readonly Shown[]
}

/** What a report is about. Refusals: BAD_REQUEST (a range that ends before it begins), those of `shownTo`. */
async function read(member: StaffMember, query: RangeQuery & Wanted): Promise<Result<Asked>> {
  const range = rangeOf(query, today())
  if (!range.ok) return range
  const shown = await shownTo(member, query)
  if (!shown.ok) return shown
  const days = range.value.presentations
  return accept({ range: range.value, shown: days ? shown.value.filter(({ day }) => isWithin(day, days)) : shown.value })
}

/** The features that a member of staff may see, by name, with their sales; of a range of presentations only those that play in it. */
export async function featuresFor(
  member: StaffMember,
  query: QueryOf<typeof availableFeatures>,
): Promise<Result<AnswerOf<typeof availableFeatures>>> {
  const asked = await read(member, query)
  if (!asked.ok) return asked
  const { shown } = asked.value
  const sums = await featureSums(asked.value)
  const features = scopeOf(shown).features.map(([id, name]) => ({ FeatureId: id, Name: name, ...wireSums(sums.get(id) ?? NOTHING) }))
  return accept({ features })
}

/** Sums by feature: of transactions alone they are kept by day; else they are those of the presentations. */
async function featureSums({ range, shown }: Asked): Promise<SumsById> {
  if (range.presentations || !range.transactions) {
    const sums = await sumsOfPresentations(shown.map(idOf), range.transactions)
    const byFeature = new Map<number, Sums>()
    for (const { presentation } of shown) {
      const own = sums.get(presentation.id)
      if (own) byFeature.set(presentation.featureId, add(byFeature.get(presentation.featureId) ?? NOTHING, own))
    }
    return byFeature
  }
  return sumsOfFeatures(scopeOf(shown), range.transactions)
}

/** The sales of a feature, in parts. @param allName of the row of all locations */
export async function featureReport(
  member: StaffMember,
  query: QueryOf<typeof featureData>,
  allName: string,
): Promise<Result<AnswerOf<typeof featureData>>> {
  const asked = await read(member, query)
  if (!asked.ok) return asked
  const { shown, range } = asked.value
  const ids = shown.map(idOf)
  const [rows, inAll] = await Promise.all([partsTogether(ids, range.transactions), sumsOfPresentations(ids)])
  const from = await catalogue()
  const sums = sumsBy(rows, 'presentationId')
  return accept({
    ...{ FeatureId: query.featureId, Name: from.features.get(query.featureId)?.name ?? '' },
    ...wireParts(from, rows),
    Locations: withAllLocations(byLocation(shown, sums, inAll), allName).map(wireLocation),
  })
}

/** Rows of locations, by name. @param sums by presentation @param inAll the same without a range, which decides what is available */
export function byLocation(shown: readonly Shown[], sums: SumsById, inAll: SumsById = sums): readonly LocationSales[] {
  const rows = new Map<number, LocationSales>()
  for (const { presentation, locationId, locationName, capacity } of shown) {
    const row = rows.get(locationId) ?? { ...NOTHING, locationId, name: locationName, capacity: 0, taken: 0 }
    rows.set(locationId, {
      ...{ ...row, ...add(row, sums.get(presentation.id) ?? NOTHING) },
      ...{ capacity: row.capacity + capacity, taken: row.taken + takenOf(inAll.get(presentation.id)) },
    })
  }
  return [...rows.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'he'))
}

/** The presentations of a feature with what each has sold in the range, by start. */
export async function presentationsFor(
  member: StaffMember,
  query: QueryOf<typeof availablePresentations>,
): Promise<Result<AnswerOf<typeof availablePresentations>>> {
  const asked = await read(member, query)
  if (!asked.ok) return asked
  const { shown, range } = asked.value
  return accept({ presentations: await presentationRows(shown, range) })
}

/** Presentations with what each has sold in a range, and what is available in all. */
async function presentationRows(shown: readonly Shown[], { transactions }: Pick<SalesRange, 'transactions'>) {
  const ids = shown.map(idOf)
  const inAll = await sumsOfPresentations(ids)
  const inRange = transactions ? await sumsOfPresentations(ids, transactions) : inAll
  return shown.map((one) => wirePresentationRow(one, inRange.get(idOf(one)), inAll.get(idOf(one)) ?? NOTHING))
}

/** The sales of some presentations, each in parts; of all that are asked for, at most 50. */
export async function presentationReport(
  member: StaffMember,
  query: QueryOf<typeof presentationData>,
): Promise<Result<AnswerOf<typeof presentationData>>> {
  const { presentationId, presentationIds = [] } = query
  const ids = presentationId === undefined ? presentationIds : [...presentationIds, presentationId]
  const asked = await read(member, { ...query, ...(ids.length > 0 && { presentationIds: ids }) })
  if (!asked.ok) return asked
  const { range } = asked.value
  const shown = asked.value.shown.slice(0, MOST_PRESENTATIONS)
  const rows = Map.groupBy(await partsOfEach(shown.map(idOf), range.transactions), (row) => row.presentationId)
  const inAll = await sumsOfPresentations(shown.map(idOf))
  const from = await catalogue()
  return accept({
    presentations: shown.map((one) => ({
      ...wirePresentation(one),
      ...wireHouse(one.capacity, takenOf(inAll.get(idOf(one)))),
      ...wireParts(from, rows.get(idOf(one)) ?? []),
    })),
  })
}

const MOST_PRESENTATIONS = 50

function idOf({ presentation }: Shown): number {
  return presentation.id
}
