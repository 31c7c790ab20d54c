import { describe, expect, it } from 'vitest'
import { WaitingLine } from '#lib/domain/crowd/waiting-line.ts'

describe('the line of those who wait', () => {
  it('gives each a place of its own in the order of coming, also within one millisecond or when the clock goes back', () => {
    const line = new WaitingLine(1_000)
    const places = [2_000, 2_000, 2_000, 1_990].map((now) => line.join(now))
    expect(new Set(places).size).toBe(4)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places.map((place) => line.ahead(place))).toEqual([0, 1, 2, 3])
  })

  it('lets in the first ones, and those who came later move up', () => {
    const line = new WaitingLine(0)
    const places = [1, 2, 3, 4].map((now) => line.join(now))
    line.letIn(2)
    expect(places.map((place) => line.hasTurn(place))).toEqual([true, true, false, false])
    expect(places.map((place) => line.ahead(place))).toEqual([0, 0, 0, 1])
    expect(line.length).toBe(2)
    line.letIn(99)
    expect(line.hasTurn(places[3] ?? 0)).toBe(true)
    expect(line.hasTurn(line.join(5))).toBe(false)
  })

  it('knows who came before it began, and who came to another process, by the time', () => {
    const line = new WaitingLine(10)
    expect([line.hasTurn(9_000), line.hasTurn(11_000)]).toEqual([true, false])
    const own = [11, 13].map((now) => line.join(now))
    expect(line.ahead(12_000)).toBe(1)
    line.letIn(2)
    expect([line.hasTurn(12_000), line.hasTurn((own[1] ?? 0) + 1)]).toEqual([true, false])
  })

  it('takes in who waited at another process, in the order of coming and once, and nobody who has had their turn', () => {
    const line = new WaitingLine(0)
    const [first = 0, last = 0] = [10, 30].map((now) => line.join(now))
    for (const place of [20_000, 40_000, 20_000, 30_000]) line.rejoin(place)
    expect([line.length, line.ahead(20_000), line.ahead(last), line.ahead(40_000)]).toEqual([4, 1, 2, 3])
    line.letIn(2)
    expect([first, 20_000, last, 40_000].map((place) => line.hasTurn(place))).toEqual([true, true, false, false])
    line.rejoin(15_000)
    expect([line.length, line.ahead(last), line.join(5)]).toEqual([2, 0, 40_001])
  })

  it('lets in all at once', () => {
    const line = new WaitingLine(0)
    const place = line.join(50)
    line.letAllIn(60)
    expect([line.hasTurn(place), line.hasTurn(60_000), line.hasTurn(60_001), line.length]).toEqual([true, true, false, 0])
  })

  it('forgets those who are in, once they are most of it, and the others keep their places', () => {
    const line = new WaitingLine(0)
    const places = Array.from({ length: 4_000 }, (_, at) => line.join(at + 1))
    line.letIn(3_000)
    expect([line.length, line.ahead(places[2_999] ?? 0), line.ahead(places[3_000] ?? 0), line.ahead(places[3_999] ?? 0)]).toEqual([1_000, 0, 0, 999]) // prettier-ignore
    expect([2_999, 3_000].map((at) => line.hasTurn(places[at] ?? 0))).toEqual([true, false])
    line.letIn(1)
    expect([3_000, 3_001].map((at) => line.hasTurn(places[at] ?? 0))).toEqual([true, false])
    expect([line.length, line.ahead(places[3_999] ?? 0)]).toEqual([999, 998])
    line.rejoin(3_500_500)
    expect([line.length, line.ahead(places[3_999] ?? 0)]).toEqual([1_000, 999])
  })

  it('holds a million; who comes then has a place by the time all the same', () => {
    const line = new WaitingLine(0)
    for (let n = 0; n < 1_000_000; n++) line.join(1)
    const place = line.join(2_000_000)
    line.rejoin(5_000_000)
    expect([line.length, place, line.ahead(place), line.hasTurn(place)]).toEqual([1_000_000, 2_000_000_000, 1_000_000, false])
    line.letIn(1)
    line.rejoin(5_000_000)
    expect(line.length).toBe(1_000_000)
  })

  it('forgets those who are in: a day of newcomers stays in order', () => {
    const line = new WaitingLine(0)
    for (let n = 1; n <= 10_000; n++) {
      line.join(n)
      if (n % 2 === 0) line.letIn(1)
    }
    expect(line.length).toBe(5_000)
    expect([line.hasTurn(5_000_000), line.hasTurn(5_000_001), line.ahead(10_000_000)]).toEqual([true, false, 4_999])
  })
})
