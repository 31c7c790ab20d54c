import type { Shown } from './all-shown.ts'

/** What some presentations are of. */
export interface Scope {
  readonly businessIds: readonly number[]
  readonly locationIds: readonly number[]
  readonly featureIds: readonly number[]
  /** Id and name, by name. */
  readonly features: readonly (readonly [number, string])[]
}

/** All that a member of staff may see is the same list on each call (`shownTo`): thousands of presentations are gone through once. */
const known = new WeakMap<readonly Shown[], Scope>()

/** The businesses, locations and features of presentations. */
export function scopeOf(shown: readonly Shown[]): Scope {
  const scope = known.get(shown) ?? makeScope(shown)
  known.set(shown, scope)
  return scope
}

function makeScope(shown: readonly Shown[]): Scope {
  const names = new Map(shown.map(({ presentation, featureName }) => [presentation.featureId, featureName]))
  return {
    businessIds: [...new Set(shown.map(({ presentation }) => presentation.businessId))],
    locationIds: [...new Set(shown.map(({ locationId }) => locationId))],
    featureIds: [...names.keys()],
    features: [...names].toSorted(([, one], [, other]) => one.localeCompare(other, 'he')),
  }
}
