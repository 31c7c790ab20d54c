import type { Catalogue, Presentation } from './catalogue.ts'
import { ChangedMap } from './changed-map.ts'
import { keptInOrder, replacedInOrder, type KeptInOrder } from './kept-in-order.ts'

type Presentations = Catalogue['presentations']
type ByFeature = ChangedMap<number, readonly Presentation[]>

/** What was made last, one for each language that is in use. */
const LATEST = 4
const known = new WeakMap<Presentations, ByFeature>()
const latest: KeptInOrder<Presentation>[] = []

/** The order of the catalogue. */
export function byStart(one: Presentation, other: Presentation): number {
  return one.startsAt - other.startsAt || one.id - other.id
}

/** The presentations of a feature in the order of their starts, without looking at those of others. */
export function presentationsOf({ presentations }: Pick<Catalogue, 'presentations'>, featureId: number): readonly Presentation[] {
  const byFeature = known.get(presentations) ?? changedFromLatest(presentations) ?? wholeOf(presentations)
  if (!known.has(presentations)) keep(presentations, byFeature)
  return byFeature.get(featureId) ?? []
}

function keep(presentations: Presentations, byFeature: ByFeature): void {
  known.set(presentations, byFeature)
  const kept = keptInOrder(presentations)
  if (!kept) return
  latest.unshift(kept)
  latest.length = Math.min(latest.length, LATEST)
}

function wholeOf(presentations: Presentations): ByFeature {
  return new ChangedMap(Map.groupBy(presentations.values(), ({ featureId }) => featureId))
}

function changedFromLatest(presentations: Presentations): ByFeature | undefined {
  const kept = keptInOrder(presentations)
  for (const earlier of latest) {
    const ids = kept?.changedSince(earlier)
    const before = known.get(earlier)
    if (!ids || !before) continue
    const gone = ids.flatMap((id) => earlier.get(id) ?? [])
    const come = ids.flatMap((id) => presentations.get(id) ?? [])
    return before.with(changedLists(before, gone, come))
  }
  return undefined
}

function changedLists(before: ByFeature, gone: readonly Presentation[], come: readonly Presentation[]) {
  const features = new Set([...gone, ...come].map(({ featureId }) => featureId))
  return [...features].map((featureId) => {
    const isOwn = (one: Presentation) => one.featureId === featureId
    return [featureId, replacedInOrder(before.get(featureId) ?? [], gone.filter(isOwn), come.filter(isOwn), byStart)] as const
  })
}
