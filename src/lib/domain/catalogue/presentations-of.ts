import type { Catalogue, Presentation } from './catalogue.ts'
import { ChangedMap } from './lists/changed-map.ts'
import { changedLists, listsOf, type KeysOf } from './lists/keyed-lists.ts'
import { keptInOrder, type KeptInOrder } from './lists/kept-in-order.ts'
import { MadeMap } from './lists/made-map.ts'
import { replacedInOrder, type Listed, type Replaced } from './lists/listed.ts'

type Presentations = Catalogue['presentations']
type From = Pick<Catalogue, 'presentations'>
type Lists<Key> = ChangedMap<Key, readonly Presentation[]>

/** What was made last, one for each language that is in use. */
const LATEST = 4

/** The order of the catalogue. */
export function byStart(one: Presentation, other: Presentation): number {
  return one.startsAt - other.startsAt || one.id - other.id
}

const replace = (list: readonly Presentation[] = [], replaced: Replaced<Presentation>) => replacedInOrder(list, replaced, byStart)

/** The presentations of a feature in the order of their starts, without looking at those of others. */
export const presentationsOf = presentationsBy((one: Presentation) => [one.featureId])

/** One list, because what is made of a list is kept as long as that list is the same. */
const NONE: readonly Presentation[] = []

/** The presentations of a key, and as a list that can be handed out once it was asked for. */
interface Group {
  readonly all: Pick<Listed<Presentation>, 'slice'>
  list?: readonly Presentation[]
}

function groupsBy<Key>(presentations: Presentations, keysOf: KeysOf<Key, Presentation>): MadeMap<Key, Group, readonly Presentation[]> {
  const groups = () => keptInOrder(presentations)?.list.alike?.groupedBy(keysOf) ?? listsOf(presentations.values(), keysOf)
  return new MadeMap(
    () => new Map([...groups()].map(([key, all]): [Key, Group] => [key, { all }])),
    (group) => (group.list ??= group.all.slice()),
  )
}

/**
 * Presentations by a key, in the order of their starts: looked at whole once, afterwards by what has changed.
 * @param keysOf looks at nothing that presentations of one kind differ in: neither id nor start
 */
export function presentationsBy<Key>(keysOf: KeysOf<Key, Presentation>): (from: From, key: Key) => readonly Presentation[] {
  const known = new WeakMap<Presentations, Lists<Key>>()
  const latest: KeptInOrder<Presentation>[] = []

  const keep = (presentations: Presentations, lists: Lists<Key>) => {
    known.set(presentations, lists)
    const kept = keptInOrder(presentations)
    if (!kept) return
    latest.unshift(kept)
    latest.length = Math.min(latest.length, LATEST)
  }

  const changedFromLatest = (presentations: Presentations): Lists<Key> | undefined => {
    const kept = keptInOrder(presentations)
    for (const earlier of latest) {
      const ids = kept?.changedSince(earlier)
      const before = known.get(earlier)
      if (!ids || !before) continue
      const gone = ids.flatMap((id) => earlier.get(id) ?? [])
      const come = ids.flatMap((id) => presentations.get(id) ?? [])
      return before.with(changedLists(before, { gone, come }, { keysOf, replace }))
    }
    return undefined
  }

  return ({ presentations }, key) => {
    const lists = known.get(presentations) ?? changedFromLatest(presentations) ?? new ChangedMap(groupsBy(presentations, keysOf))
    if (!known.has(presentations)) keep(presentations, lists)
    return lists.get(key) ?? NONE
  }
}
