import { createHash } from 'node:crypto'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanLanguages } from '#lib/domain/catalogue/plan-words.ts'

interface Versioned {
  readonly venueId: number
  readonly name: string
  readonly words: PlanLanguages | null
  readonly plan: LaidOutPlan
}

/** A hash of all that a plan is but its picture; a hash of the picture follows, if it has one. */
export function versionOf({ venueId, name, words, plan: { picture, ...plan } }: Versioned): string {
  const drawn = hashOf({ venueId, name, plan, ...(words && { words }) })
  return picture ? `${drawn}-${hashOf(picture)}` : drawn
}

/** Whether two versions of a plan differ by its picture alone. */
export function differsByPicture(before: string, after: string): boolean {
  return before !== after && before.split('-')[0] === after.split('-')[0]
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
