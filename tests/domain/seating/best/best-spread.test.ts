import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOfRun, fieldOf, forEachStretch, type BestGroup, type BestWish, type Field } from '#lib/domain/seating/best/best-field.ts'
import { rankSpread } from '#lib/domain/seating/best/best-spread.ts'
import { FREE_RULES, houseOf, placesOf, type House } from './best-house.ts'

interface Search extends Partial<BestWish> {
  /** Most groups, and most seats of a group that may stand alone. */
  readonly most?: number
  readonly mostAlone?: number
}

function fieldIn({ hall, states }: House, quantity: number, wish: Partial<BestWish> = {}): Field {
  return fieldOf(hall, states, { quantity, rules: FREE_RULES, together: 'first', ...wish })
}

/** The seats of each group as row and number. */
function spread(house: House, quantity: number, { most = 24, mostAlone = 0, ...wish }: Search = {}): string[] {
  return rankSpread(fieldIn(house, quantity, wish), most, mostAlone).map((group) => placesOf(house, group).join(' '))
}

/** A hall in which no two seats are equally far from anything. */
function unevenHouse(...rows: readonly string[]): House {
  const house = houseOf(...rows)
  for (let seat = 0; seat < house.hall.count; seat++) {
    house.hall.x[seat] = (house.hall.x[seat] ?? 0) + ((seat * 7) % 11) / 3
    house.hall.y[seat] = (house.hall.y[seat] ?? 0) + ((seat * 5) % 13) / 3
  }
  return house
}

const placeOf = ({ hall }: Field, seat: number) => [hall.x[seat] ?? 0, hall.y[seat] ?? 0] as const
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** What a group costs beyond the mean distance of its seats from the focal point. */
function extraOf(field: Field, { seats, cost }: BestGroup): number {
  return cost - mean(seats.map((seat) => field.ground.cost[seat] ?? 0))
}

/** The mean distance of seats from their middle, in seats. */
function scatterIn(field: Field, seats: readonly number[]): number {
  const places = seats.map((seat) => placeOf(field, seat))
  const [x, y] = [mean(places.map(([one]) => one)), mean(places.map(([, one]) => one))]
  return mean(places.map(([oneX, oneY]) => Math.hypot(oneX - x, oneY - y))) / field.hall.pitch
}

describe('what a group in several rows costs', () => {
  test.each([
    ['two more for a second part', ['aaa', 'aa'], 5, 2],
    ['four more for three parts', ['aa', 'aa', 'aa'], 6, 4],
    ['two more over an aisle too', ['aaa.aa'], 5, 2],
    ['one more for each seat of a part that leaves a seat alone', ['tttaaa', 'ttttaa', 'tttttt'], 4, 2 + 2 / 4],
  ] as const)('is %s, and how far it is scattered', (_what, rows, quantity, more) => {
    const field = fieldIn(unevenHouse(...rows), quantity)
    const [group] = rankSpread(field, 1, 0)
    expect(group && extraOf(field, group) - scatterIn(field, group.seats)).toBeCloseTo(more, 4)
  })
})

describe('a group in several rows', () => {
  test('is said not to sit together, and names its seats in the order of the plan', () => {
    const house = houseOf('tttttt', 'aatttt', 'tttttt', 'ttaaat', 'tttttt', 'tttttt')
    const groups = rankSpread(fieldIn(house, 5), 24, 0)
    expect(groups.map(({ seats, isTogether }) => [seats, isTogether])).toEqual([[[6, 7, 20, 21, 22], false]])
  })

  test.each([
    ['nobody, though others are nearer', ['aa', 'a', 'aa', 'a'], 4, 4, ['1-1 1-2 3-1 3-2']],
    ['nobody if nobody may', ['aa', 'a'], 3, 0, []],
    ['one who may', ['aa', 'a'], 3, 1, ['1-1 1-2 2-1']],
    ['all of them only if all may', ['a', 'a', 'a'], 3, 2, []],
    ['all of them if all may', ['a', 'a', 'a'], 3, 3, ['1-1 2-1 3-1']],
    ['nobody in more seats than there are', ['aa', 'a'], 4, 4, []],
    ['one beside a whole row', ['aaa', 'a'], 4, 1, ['1-1 1-2 1-3 2-1']],
    ['two beside a pair', ['a', 'aa', 'a'], 4, 2, ['1-1 2-1 2-2 3-1']],
  ] as const)('leaves alone %s: %j for %i', (_what, rows, quantity, mostAlone, groups) => {
    expect(spread(houseOf(...rows), quantity, { mostAlone })).toEqual(groups)
  })

  test('is found past any number of single seats', () => {
    const singles = Array.from({ length: 20 }, () => 'att')
    expect(spread(houseOf('aat', ...singles, 'aat'), 4)).toEqual(['1-1 1-2 22-1 22-2'])
  })

  test('of an odd number begins where three can sit, so that nobody is alone', () => {
    const house = houseOf('aat', ...Array.from({ length: 8 }, () => 'ttt'), 'aaa', 'aat')
    expect(spread(house, 5, { most: 1 })).toEqual(['10-1 10-2 10-3 11-1 11-2'])
  })

  test('takes as many as fit of each further row', () => {
    const sizesOf = (quantity: number, ...drawn: readonly string[]) => {
      const field = fieldIn(houseOf(...drawn), quantity)
      const [group] = rankSpread(field, 1, 0)
      return [...Map.groupBy(group?.seats ?? [], (seat) => field.hall.row[seat]).values()].map(({ length }) => length)
    }
    expect(sizesOf(10, 'aaaaaa', 'aaaa')).toEqual([6, 4])
    expect(sizesOf(8, 'aaaa', 'aaaa', 'aa')).toEqual([4, 4])
  })

  test('goes on with another row if the nearest has no room that the rules allow', () => {
    const rules = { ...FREE_RULES, loneSeats: 'never' } as const
    expect(spread(houseOf('aa', 'aaa', 'aa'), 4, { rules })).toEqual(['1-1 1-2 3-1 3-2'])
    expect(spread(houseOf('aa', 'aaa'), 4, { rules })).toEqual([])
  })

  test('breaks no rule together', () => {
    const rules = { ...FREE_RULES, loneSeats: 'never' } as const
    expect(spread(houseOf('aaaaa', 'aattt'), 4, { rules, spared: [2], most: 1 })).toEqual(['1-1 1-2 2-1 2-2'])
    expect(spread(houseOf('aaaaa'), 4, { rules, spared: [2] })).toEqual([])
    expect(spread(houseOf('aaaaa'), 4, { spared: [2] })).toEqual(['1-1 1-2 1-4 1-5'])
  })

  test('goes on with the sixteen nearest rows and no farther, the better one of two as near', () => {
    const rules = { ...FREE_RULES, loneSeats: 'never' } as const
    const pastRows = (count: number) => spread(houseOf('aat', ...Array.from({ length: count }, () => 'aaa'), 'aat'), 4, { rules })
    expect([pastRows(15), pastRows(16)]).toEqual([['1-1 1-2 17-1 17-2'], []])
    expect(spread(houseOf(...Array.from({ length: 12 }, () => 'aat')), 4, { most: 1 })).toEqual(['3-1 3-2 4-1 4-2'])
  })

  test('is one of as many as are asked for, and none shares a row with another', () => {
    const house = houseOf(...Array.from({ length: 9 }, () => 'aa'))
    expect([1, 3, 24].map((most) => spread(house, 4, { most }).length)).toEqual([1, 3, 4])
    const places = spread(house, 4).flatMap((group) => group.split(' '))
    expect(new Set(places).size).toBe(16)
  })
})

/** The runs of at least two seats that may be offered. */
function runsOf(field: Field): { readonly first: number; readonly last: number }[] {
  const runs: { readonly first: number; readonly last: number }[] = []
  forEachStretch(field, (first, last) => {
    if (last > first) runs.push({ first, last })
  })
  return runs
}

function leastBy<Item>(items: readonly Item[], of: (item: Item) => number): Item | undefined {
  return items.toSorted((a, b) => of(a) - of(b))[0]
}

/** The cheapest two seats of a run. */
function pairIn(field: Field, { first, last }: { readonly first: number; readonly last: number }): readonly [number, number] {
  const firsts = Array.from({ length: last - first }, (_seat, at) => first + at)
  const best = leastBy(firsts, (seat) => costOfRun(field, seat, seat + 1)) ?? first
  return [best, best + 1]
}

const row = fc.string({ unit: fc.constantFrom('a', 'a', 'a', 't', '.'), minLength: 1, maxLength: 9 })
const rows = fc.array(row, { minLength: 1, maxLength: 6 }).filter((all) => all.some((seats) => /[^.]/.test(seats)))

test('two pairs sit in the run with the best seat and in the one nearest to them, each at its best', () => {
  fc.assert(
    fc.property(rows, (drawn) => {
      const field = fieldIn(unevenHouse(...drawn), 4)
      const runs = runsOf(field)
      const [group] = rankSpread(field, 1, 0)
      const best = leastBy(runs, ({ first, last }) => Math.min(...field.ground.cost.subarray(first, last + 1)))
      if (!best || runs.length < 2) return group === undefined
      const pair = pairIn(field, best)
      const [x, y] = placeOf(field, pair[0])
      const awayTo = (seat: number) => Math.hypot(placeOf(field, seat)[0] - x, placeOf(field, seat)[1] - y)
      const others = runs.filter((run) => run !== best)
      const nearest = leastBy(others, ({ first, last }) => Math.min(...[first, (first + last) >> 1, last].map(awayTo))) ?? best
      return group?.seats.join() === [...pair, ...pairIn(field, nearest)].sort((a, b) => a - b).join()
    }),
    { numRuns: 400 },
  )
})
