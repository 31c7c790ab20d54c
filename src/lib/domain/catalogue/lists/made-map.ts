/** A map whose values are made when they are asked for. */
export class MadeMap<Key, From, Value> implements Iterable<readonly [Key, Value]> {
  readonly #from: () => ReadonlyMap<Key, From>
  readonly #make: (from: From) => Value
  #known: ReadonlyMap<Key, From> | undefined

  /** @param from called once, when something is first asked for @param make returns the same object each time */
  constructor(from: () => ReadonlyMap<Key, From>, make: (from: From) => Value) {
    this.#from = from
    this.#make = make
  }

  get(key: Key): Value | undefined {
    const from = this.#all.get(key)
    return from === undefined ? undefined : this.#make(from)
  }

  *[Symbol.iterator](): Generator<readonly [Key, Value], undefined> {
    for (const [key, from] of this.#all) yield [key, this.#make(from)]
    return undefined
  }

  get #all(): ReadonlyMap<Key, From> {
    return (this.#known ??= this.#from())
  }
}
