/** How many changed entries are kept beside the others before both become one map. */
const MOST_CHANGED = 256

/** What has not changed: a map, or one whose values are made when they are asked for. */
interface Base<Key, Value> extends Iterable<readonly [Key, Value]> {
  get(key: Key): Value | undefined
}

/** A map of which a changed one shares what has not changed, so that a change costs what has changed and not what there is. */
export class ChangedMap<Key, Value> {
  readonly #base: Base<Key, Value>
  /** What has changed since; undefined: is gone. */
  readonly #changed: ReadonlyMap<Key, Value | undefined>

  constructor(base: Base<Key, Value>, changed: ReadonlyMap<Key, Value | undefined> = new Map()) {
    this.#base = base
    this.#changed = changed
  }

  get(key: Key): Value | undefined {
    return this.#changed.size > 0 && this.#changed.has(key) ? this.#changed.get(key) : this.#base.get(key)
  }

  /** @param changes undefined: is gone */
  with(changes: Iterable<readonly [Key, Value | undefined]>): ChangedMap<Key, Value> {
    const changed = new Map(this.#changed)
    for (const [key, value] of changes) changed.set(key, value)
    if (changed.size <= MOST_CHANGED) return new ChangedMap(this.#base, changed)
    const base = new Map(this.#base)
    for (const [key, value] of changed)
      if (value === undefined) base.delete(key)
      else base.set(key, value)
    return new ChangedMap(base)
  }

  /** The keys whose values are not those of an earlier one; undefined if that is not known without looking at all. */
  changedSince(earlier: ChangedMap<Key, Value>): readonly Key[] | undefined {
    if (this.#base !== earlier.#base) return undefined
    const keys = new Set([...this.#changed.keys(), ...earlier.#changed.keys()])
    return [...keys].filter((key) => this.get(key) !== earlier.get(key))
  }
}
