import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { AlikeList } from '#lib/domain/catalogue/lists/alike-items.ts'
import { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'

/** What the database says of several presentations at once. */
export interface OfPresentations {
  /** Their ids, with commas between them. */
  readonly ids: string
}

/** Presentations that differ in start, prices and products alone. */
export interface AlikePresentations extends OfPresentations {
  /** Their starts in ms, in the order of the ids. */
  readonly starts: string
  /** All of them but for id, start, prices and products. */
  readonly shared: Presentation
}

/** By id, with holes. */
type ById<T> = readonly (T | undefined)[]

interface Parts {
  readonly pricesOf: ById<Presentation['prices']>
  readonly productsOf: ById<Presentation['productIds']>
}

/*
 * All of this runs once, when the shop starts, before any of it is compiled: of 100,000 presentations `forEach` takes a fifth of the time of `for … of`, arrays
 * a third of that of maps, and those that need not grow half of that.
 */

/** Presentations sorted by start, then id, each created on first access from its kind; those of one kind differ only in id and start. */
export function alikeInOrder(rows: readonly AlikePresentations[], { pricesOf, productsOf }: Parts): KeptInOrder<Presentation> {
  const read = rows.map((row) => ({ shared: row.shared, ids: numbersIn(row.ids), starts: numbersIn(row.starts) }))
  const count = read.reduce((sum, { ids }) => sum + ids.length, 0)
  const kinds: Presentation[] = []
  const [ids, starts, kindOf] = [new Uint32Array(count), new Float64Array(count), new Uint32Array(count)]
  let last = 0
  read.forEach((row) => {
    const kindWith = kindsInto(kinds, row.shared)
    row.ids.forEach((id, index) => {
      ids[last] = id
      starts[last] = at(row.starts, index)
      kindOf[last] = kindWith(pricesOf[id] ?? NONE, productsOf[id] ?? NONE)
      last++
    })
  })
  const order = ids.map((_, index) => index).sort((one, other) => at(starts, one) - at(starts, other) || at(ids, one) - at(ids, other))
  const list = AlikeList.of<Presentation>({
    kinds,
    kindAt: order.map((index) => at(kindOf, index)),
    make: (kind, position) => ({ ...kind, id: at(ids, at(order, position)), startsAt: at(starts, at(order, position)) }),
  })
  return KeptInOrder.ofAlike(
    list,
    order.map((index) => at(ids, index)),
  )
}

const NONE: readonly never[] = []

function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] ?? 0
}

type KindWith = (prices: Presentation['prices'], productIds: Presentation['productIds']) => number

/** The index of the kind with these prices and products beside what is shared; a new kind is added to the others. */
function kindsInto(kinds: Presentation[], shared: Presentation): KindWith {
  const known = new Map<Presentation['prices'], Map<Presentation['productIds'], number>>()
  let last = -1
  return (prices, productIds) => {
    // Mostly the one before.
    const before = kinds[last]
    if (before?.prices === prices && before.productIds === productIds) return last
    const ofPrices = known.get(prices) ?? new Map<Presentation['productIds'], number>()
    last = ofPrices.get(productIds) ?? kinds.push({ ...shared, prices, productIds }) - 1
    known.set(prices, ofPrices.set(productIds, last))
    return last
  }
}

/** By presentation, in the order of the rows. Presentations with the same parts have the same list. */
export function listsById<Row extends OfPresentations, T>(rows: readonly Row[], partOf: (row: Row) => T): ById<readonly T[]> {
  const read = rows.map((row) => ({ part: partOf(row), ids: numbersIn(row.ids) }))
  const lists = new Array<readonly T[] | undefined>(roomFor(read))
  read.forEach(({ part, ids }) => {
    const alone = [part]
    const longer = new Map<readonly T[], readonly T[]>()
    const withPart = (list: readonly T[]) => {
      const known = longer.get(list) ?? [...list, part]
      longer.set(list, known)
      return known
    }
    ids.forEach((id) => {
      const list = lists[id]
      lists[id] = list ? withPart(list) : alone
    })
  })
  return lists
}

/** A list by id may have so many times as many places as it has numbers. */
const MOST_HOLES = 16

/** How long a list by id is at first: nothing if its ids are far apart, as some that an organiser has chosen. */
function roomFor(read: readonly { readonly ids: readonly number[] }[]): number {
  const count = read.reduce((sum, { ids }) => sum + ids.length, 0)
  const highest = read.reduce((most, { ids }) => ids.reduce((one, other) => Math.max(one, other), most), 0)
  return highest < MOST_HOLES * count ? highest + 1 : 0
}

function numbersIn(list: string): readonly number[] {
  return JSON.parse(`[${list}]`) as readonly number[]
}
