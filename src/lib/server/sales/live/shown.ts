import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { ALL_LOCATIONS } from '#lib/domain/sales/location-sales.ts'
import { mayStaff, PERMISSIONS, type Permission, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'

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

/** Ids that a client named; they only narrow what it may see. */
export interface Wanted {
  readonly featureId?: number | undefined
  /** -1: all. */
  readonly locationId?: number | undefined
  readonly presentationIds?: readonly number[] | undefined
}

/**
 * The presentations that a member of staff may see and asks for, by start. Refusal: NOT_FOUND if one of the ids is none that the member may see anything of,
 * whether there is such a thing or not; of several presentations if none is.
 */
export async function shownTo(
  member: StaffMember,
  wanted: Wanted,
  permission: Permission = PERMISSIONS.reports,
): Promise<Result<readonly Shown[]>> {
  const from = await catalogue()
  const own = visibleTo(member, from, permission)
  const { featureId, presentationIds } = wanted
  const locationId = wanted.locationId === ALL_LOCATIONS ? undefined : wanted.locationId
  const filters: readonly ((one: Shown) => boolean)[] = [
    ...(featureId === undefined ? [] : [({ presentation }: Shown) => presentation.featureId === featureId]),
    ...(locationId === undefined ? [] : [(one: Shown) => one.locationId === locationId]),
    ...(presentationIds === undefined ? [] : [({ presentation }: Shown) => presentationIds.includes(presentation.id)]),
  ]
  if (filters.some((isWanted) => !own.some(isWanted))) return refuse('NOT_FOUND')
  return accept(filters.length === 0 ? own : own.filter((one) => filters.every((isWanted) => isWanted(one))))
}

/** The business day of now. */
export function today(): string {
  return businessDayOf(Date.now(), settings().businessDayEnds)
}

/** Found once for each catalogue and reach: thousands of presentations are not asked about one by one again. */
const visible = new WeakMap<Catalogue, Map<string, readonly Shown[]>>()
const MOST_REACHES = 100

function visibleTo(member: StaffMember, from: Catalogue, permission: Permission): readonly Shown[] {
  const byReach = visible.get(from) ?? new Map<string, readonly Shown[]>()
  visible.set(from, byReach)
  const reach = JSON.stringify([member.permissions.has(permission), member.businessIds, member.featureIds])
  const known = byReach.get(reach)
  if (known) return known
  const own = shownOf(from).filter(({ presentation: { businessId, featureId } }) => mayStaff(member, permission, { businessId, featureId }))
  if (byReach.size >= MOST_REACHES) byReach.clear()
  byReach.set(reach, own)
  return own
}

/** Made once for each catalogue: the days of thousands of presentations take longer than everything else. */
const made = new WeakMap<Catalogue, readonly Shown[]>()

function shownOf(from: Catalogue): readonly Shown[] {
  const known = made.get(from)
  if (known) return known
  const all = [...from.presentations.values()].map((presentation) => show(from, presentation))
  made.set(from, all)
  return all
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
