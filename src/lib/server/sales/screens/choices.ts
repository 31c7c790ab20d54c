import type { Permission, StaffMember } from '#lib/domain/staff/permissions.ts'
import type { Shown } from '#lib/server/sales/live/all-shown.ts'
import { shownTo } from '#lib/server/sales/live/shown.ts'

interface Choice {
  readonly id: number
  readonly name: string
}

/** What a screen can be narrowed to: features and locations of the member's own, by name. */
export interface Choices {
  readonly features: readonly Choice[]
  readonly locations: readonly Choice[]
}

/** @param permission by default that of reports */
export async function filterChoices(member: StaffMember, permission?: Permission): Promise<Choices> {
  const visible = await shownTo(member, {}, permission)
  const shown = visible.ok ? visible.value : []
  return {
    features: distinct(shown, ({ presentation, featureName }) => [presentation.featureId, featureName]),
    locations: distinct(shown, ({ locationId, locationName }) => [locationId, locationName]),
  }
}

function distinct(shown: readonly Shown[], choiceOf: (one: Shown) => readonly [id: number, name: string]): readonly Choice[] {
  const names = new Map(shown.map(choiceOf))
  return [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name, 'he'))
}
