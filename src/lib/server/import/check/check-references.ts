import type { PictureSize } from '#lib/server/catalogue/image-map-areas.ts'
import { checkPictures } from './check-pictures.ts'
import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import type { Known, KnownPlan } from './known.ts'
import type { Prepared } from './prepare.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'

/** Every id that an item names must be in the files or the database, and a presentation's prices must be of its plan. */
export function checkReferences(prepared: Prepared, known: Known, notes: ImportNotes): void {
  const there = joinKnown(prepared, known)
  const refer = (ids: ReadonlySet<number>, id: number, what: string, place: Place): void => {
    if (!ids.has(id)) notes.problem(place, `there is no ${what} ${String(id)}`)
  }
  for (const { item, place } of prepared.venues) refer(there.locations, item.locationId, 'location', inside(place, 'locationId'))
  for (const { item, place } of prepared.plans) refer(there.venues, item.venueId, 'venue', inside(place, 'venueId'))
  for (const { item, place } of prepared.features) refer(there.categories, item.categoryId, 'category', inside(place, 'categoryId'))
  const checked = new Set<Place>()
  for (const source of prepared.presentations) {
    if (checked.has(source.place)) continue // presentations of one schedule differ only in time
    checked.add(source.place)
    checkPresentation(source, there, refer, notes)
  }
}

type Available = Omit<Known, 'plans' | 'pictures' | 'tickets'> & {
  readonly plans: ReadonlyMap<number, Omit<KnownPlan, 'version' | 'numbered'>>
  readonly pictures: ReadonlyMap<string, PictureSize>
}
type Refer = (ids: ReadonlySet<number>, id: number, what: string, place: Place) => void

function joinKnown(prepared: Prepared, known: Known): Available {
  const join = (before: ReadonlySet<number>, items: readonly Sourced<{ id: number }>[]): Set<number> =>
    new Set([...before, ...items.map(({ item }) => item.id)])
  return {
    locations: join(known.locations, prepared.locations),
    venues: join(known.venues, prepared.venues),
    categories: join(known.categories, prepared.categories),
    features: join(known.features, prepared.features),
    ticketGroups: join(known.ticketGroups, prepared.ticketGroups),
    products: join(known.products, prepared.products),
    serviceCharges: join(known.serviceCharges, prepared.serviceCharges),
    cancellationPolicies: join(known.cancellationPolicies, prepared.cancellationPolicies),
    plans: joinPlans(prepared, known),
    pictures: new Map<string, PictureSize>([...known.pictures, ...prepared.pictures.map(({ item }) => [item.name, item] as const)]),
  }
}

function joinPlans(prepared: Prepared, known: Known): Available['plans'] {
  const plans = new Map<number, Omit<KnownPlan, 'version' | 'numbered'>>(known.plans)
  for (const { item } of prepared.plans) {
    const sections = new Map(item.plan.sections.map((section) => [section.id, section.name]))
    plans.set(item.id, { venueId: item.venueId, categories: categoriesOf(item.plan), sections })
  }
  return plans
}

/** The price categories of a plan's seats and places. */
export function categoriesOf({ seats, sections }: Prepared['plans'][number]['item']['plan']): Set<string> {
  return new Set([
    ...seats.map((seat) => seat.category),
    ...sections.flatMap((section) => (section.category === null ? [] : [section.category])),
  ])
}

function checkPresentation({ item, place }: Sourced<DatedPresentation>, there: Available, refer: Refer, notes: ImportNotes): void {
  refer(there.features, item.featureId, 'feature', inside(place, 'featureId'))
  refer(there.venues, item.venueId, 'venue', inside(place, 'venueId'))
  for (const [index, product] of item.productIds.entries()) refer(there.products, product, 'product', inside(place, 'productIds', index))
  if (item.serviceChargeId) refer(there.serviceCharges, item.serviceChargeId, 'service charge', inside(place, 'serviceChargeId'))
  if (item.cancellationPolicyId)
    refer(there.cancellationPolicies, item.cancellationPolicyId, 'cancellation policy', inside(place, 'cancellationPolicyId'))
  const plan = there.plans.get(item.seatplanId)
  if (!plan) return notes.problem(inside(place, 'seatplanId'), `there is no seat plan ${String(item.seatplanId)}`)
  if (plan.venueId !== item.venueId)
    notes.problem(
      inside(place, 'seatplanId'),
      `seat plan ${String(item.seatplanId)} belongs to venue ${String(plan.venueId)}, not to ${String(item.venueId)}`,
    )
  checkPictures({ item, place }, { pictures: there.pictures, sections: plan.sections }, notes)
  for (const [category, price] of Object.entries(item.prices)) {
    const here = inside(place, 'prices', category)
    refer(there.ticketGroups, typeof price === 'number' ? price : price.ticketGroupId, 'ticket group', here)
    if (!plan.categories.has(category))
      notes.problem(here, `the seat plan has no category "${category}", only ${[...plan.categories].join(', ')}`)
  }
}
