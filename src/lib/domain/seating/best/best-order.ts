/** A binary heap that returns items by their keys, lowest first, for callers that need only a few of many. */
export class LowestFirst {
  private readonly keys: Float64Array
  private readonly items: Int32Array
  private size: number

  /** Takes ownership of both arrays; the first `size` elements of each are in use. */
  constructor(keys: Float64Array, items: Int32Array, size: number) {
    this.keys = keys
    this.items = items
    this.size = size
    for (let at = (size >> 1) - 1; at >= 0; at--) this.sink(at)
  }

  /** The item with the lowest key; undefined if none is left. */
  take(): number | undefined {
    if (this.size === 0) return undefined
    const item = this.items[0]
    this.size--
    this.keys[0] = this.keys[this.size] ?? 0
    this.items[0] = this.items[this.size] ?? 0
    this.sink(0)
    return item
  }

  private sink(from: number): void {
    const { keys, items, size } = this
    const [key, item] = [keys[from] ?? 0, items[from] ?? 0]
    let at = from
    for (let child = at * 2 + 1; child < size; child = at * 2 + 1) {
      const lower = child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0) ? child + 1 : child
      const lowerKey = keys[lower] ?? 0
      if (lowerKey >= key) break
      keys[at] = lowerKey
      items[at] = items[lower] ?? 0
      at = lower
    }
    keys[at] = key
    items[at] = item
  }
}
