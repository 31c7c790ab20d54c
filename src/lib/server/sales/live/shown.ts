import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { ALL_LOCATIONS } from '#lib/domain/sales/location-sales.ts'
import { mayStaff, PERMISSIONS, type Permission, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { allShownOf, byStartOfShown, changedPart, type AllShown, type Shown } from './all-shown.ts'

/** Ids that a client named; they only narrow what it may see. */
export interface Wanted {
  readonly featureId?: number | undefined
  /** -1: all. */
  readonly locationId?: number | undefined
  readonly presentationIds?: readonly number[] | undefined
}

/** All presentations, and which of them a member of staff may see. */
interface Sight {
  readonly all: AllShown
  readonly isOwn: (one: Shown) => boolean
  /** Those that are, by start. */
  readonly own: () => readonly Shown[]
}

/** What one of the ids narrows to, by start, and whether it has something. */
interface Narrowed {
  readonly list: readonly Shown[]
  readonly has: (one: Shown) => boolean
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
  const all = allShown(await catalogue())
  const isOwn = ({ presentation: { businessId, featureId } }: Shown) => mayStaff(member, permission, { businessId, featureId })
  const own = () => visibleTo(all, JSON.stringify([member.permissions.has(permission), member.businessIds, member.featureIds]), isOwn)
  const narrowed = narrow({ all, isOwn, own }, wanted)
  if (narrowed.some(({ list }) => list.length === 0)) return refuse('NOT_FOUND')
  const [first, ...others] = narrowed.toSorted((one, other) => one.list.length - other.list.length)
  return accept(first ? first.list.filter((one) => others.every(({ has }) => has(one))) : own())
}

/** The business day of now. */
export function today(): string {
  return businessDayOf(Date.now(), settings().businessDayEnds)
}

/** One for each kind of id that was named; those of a show and of presentations are found without looking at all others. */
function narrow({ all, isOwn, own }: Sight, { featureId, locationId, presentationIds }: Wanted): readonly Narrowed[] {
  const ownOf = (ids: Iterable<number>) => [...new Set(ids)].flatMap((id) => all.byId.get(id) ?? []).filter(isOwn)
  const narrowed: Narrowed[] = []
  if (featureId !== undefined) {
    const list = ownOf(presentationsOf(all.from, featureId).map(({ id }) => id))
    narrowed.push({ list, has: ({ presentation }) => presentation.featureId === featureId })
  }
  if (locationId !== undefined && locationId !== ALL_LOCATIONS)
    narrowed.push({ list: atLocation(own(), locationId), has: (one) => one.locationId === locationId })
  if (presentationIds !== undefined)
    narrowed.push({
      list: ownOf(presentationIds).toSorted(byStartOfShown),
      has: ({ presentation }) => presentationIds.includes(presentation.id),
    })
  return narrowed
}

const byLocation = new WeakMap<readonly Shown[], ReadonlyMap<number, readonly Shown[]>>()

/** Grouped once for each list, which is the same one until something in it changes. */
function atLocation(own: readonly Shown[], locationId: number): readonly Shown[] {
  const groups = byLocation.get(own) ?? Map.groupBy(own, (one) => one.locationId)
  byLocation.set(own, groups)
  return groups.get(locationId) ?? []
}

let newest: AllShown | undefined
/** What each reach may see, as it was when it was last asked for. */
const visible = new Map<string, { readonly list: readonly Shown[]; readonly of: AllShown['byId'] }>()
const MOST_REACHES = 100

function allShown(from: Catalogue): AllShown {
  if (newest?.from === from) return newest
  const all = allShownOf(from, newest)
  for (const [reach, { of }] of visible) if (!all.byId.changedSince(of)) visible.delete(reach)
  newest = all
  return all
}

/** Found once for each reach, then by what has changed: thousands of presentations are not asked about one by one again. */
function visibleTo({ list, byId }: AllShown, reach: string, isOwn: (one: Shown) => boolean): readonly Shown[] {
  const known = visible.get(reach)
  if (known?.of === byId) return known.list
  const own = (known && changedPart(known, byId, isOwn)) ?? list.filter(isOwn)
  if (visible.size >= MOST_REACHES) visible.clear()
  visible.set(reach, { list: own, of: byId })
  return own
}
