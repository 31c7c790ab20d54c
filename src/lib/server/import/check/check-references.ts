import type { PictureSize } from '#lib/server/catalogue/image-map-areas.ts'
import { checkPictures } from './check-pictures.ts'
import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import type { Known, KnownPlan } from './known.ts'
import type { Prepared } from './prepare.ts'
import { refer, referable, type Referable } from './refer.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'

/** Every id that an item names must be in the files or the database, and a presentation's prices must be of its plan. */
export function checkReferences(prepared: Prepared, known: Known, notes: ImportNotes): void {
  const there = joinKnown(prepared, known)
  for (const { item, place } of prepared.venues) refer(there.locations, item.locationId, { place: inside(place, 'locationId'), notes })
  for (const { item, place } of prepared.plans) refer(there.venues, item.venueId, { place: inside(place, 'venueId'), notes })
  for (const { item, place } of prepared.features) refer(there.categories, item.categoryId, { place: inside(place, 'categoryId'), notes })
  const checked = new Set<Place>()
  for (const source of prepared.presentations) {
    if (checked.has(source.place)) continue // presentations of one schedule differ only in time
    checked.add(source.place)
    checkPresentation(source, there, notes)
  }
}

type Available = Readonly<Record<Exclude<keyof Known, 'plans' | 'pictures' | 'tickets'>, Referable>> & {
  readonly plans: ReadonlyMap<number, Omit<KnownPlan, 'version' | 'numbered'>>
  readonly pictures: ReadonlyMap<string, PictureSize>
}

function joinKnown(prepared: Prepared, known: Known): Available {
  return {
    locations: referable('location', known.locations, prepared.locations),
    venues: referable('venue', known.venues, prepared.venues),
    categories: referable('category', known.categories, prepared.categories),
    features: referable('feature', known.features, prepared.features),
    ticketGroups: referable('ticket group', known.ticketGroups, prepared.ticketGroups),
    products: referable('product', known.products, prepared.products),
    serviceCharges: referable('service charge', known.serviceCharges, prepared.serviceCharges),
    cancellationPolicies: referable('cancellation policy', known.cancellationPolicies, prepared.cancellationPolicies),
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

function checkPresentation({ item, place }: Sourced<DatedPresentation>, there: Available, notes: ImportNotes): void {
  const at = (...steps: readonly (string | number)[]): Reading => ({ place: inside(place, ...steps), notes })
  refer(there.features, item.featureId, at('featureId'))
  refer(there.venues, item.venueId, at('venueId'))
  for (const [index, product] of item.productIds.entries()) refer(there.products, product, at('productIds', index))
  if (item.serviceChargeId) refer(there.serviceCharges, item.serviceChargeId, at('serviceChargeId'))
  if (item.cancellationPolicyId) refer(there.cancellationPolicies, item.cancellationPolicyId, at('cancellationPolicyId'))
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
    refer(there.ticketGroups, typeof price === 'number' ? price : price.ticketGroupId, { place: here, notes })
    if (!plan.categories.has(category))
      notes.problem(here, `the seat plan has no category "${category}", only ${[...plan.categories].join(', ')}`)
  }
}
