import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import {
  $places,
  $selectedSeats,
  $status,
  addPlace,
  loadSeats,
  removePlace,
  takeBest,
  toggleSeat,
  watchSeats,
} from '#lib/client/seats/seats.ts'
import { showPage } from '#tests/client/page.ts'
import { LAWN, SeatOffice } from './seat-office.ts'
import { groups, presentation } from '#tests/client/showing.ts'

/** The possible steps, and after how many milliseconds. */
type Step = readonly [pause: number, what: What]
type What =
  | { readonly do: 'toggle' | 'others' | 'tab'; readonly seat: number }
  | { readonly do: 'add' | 'remove' | 'best' | 'bestPlaces' | 'cut' | 'hide' | 'show' | 'shut' | 'open' | 'forget' | 'othersPlace' }
  | { readonly do: 'fail'; readonly how: string }

const seat = fc.nat({ max: 9 })
const what: fc.Arbitrary<What> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('toggle', 'others', 'tab'), seat }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('add', 'remove', 'best', 'bestPlaces', 'cut', 'hide', 'show', 'shut', 'open', 'forget', 'othersPlace'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail'), how: fc.constantFrom('cut', 'lost', 'HOLD_WAIT', 'SEAT_NOT_AVAILABLE') }) },
)
const steps: fc.Arbitrary<Step[]> = fc.array(fc.tuple(fc.nat({ max: 1500 }), what), { maxLength: 30 })

/** A lag between 0 and `most` milliseconds, varying but reproducible from a seed. */
function lags(seed: number, most: number): () => number {
  let state = seed
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) % (most + 1)
}

/** Runs a step without waiting for its requests, so that everything interleaves. */
function take(office: SeatOffice, step: What): void {
  switch (step.do) {
    case 'toggle':
      return void toggleSeat(step.seat)
    case 'others':
      return turn(office, step.seat, 3)
    case 'tab':
      return turn(office, step.seat, 2)
    case 'add':
      return void addPlace(LAWN)
    case 'remove':
      return void removePlace(LAWN)
    case 'best':
      return void takeBest({ quantity: 2, isTogether: true })
    case 'bestPlaces':
      return void takeBest({ quantity: 2, isTogether: true, sectionId: LAWN })
    case 'othersPlace':
      if ((office.places[LAWN]?.free ?? 0) > 0) office.change({}, { [LAWN]: { free: (office.places[LAWN]?.free ?? 0) - 1 } })
      return
    case 'cut':
      return [...office.streams].forEach((stream) => stream.cut())
    case 'hide':
      return showPage(false)
    case 'show':
      return showPage(true)
    case 'shut':
      office.events = 'shut'
      return [...office.streams].forEach((stream) => stream.cut())
    case 'open':
      office.events = 'yes'
      return
    case 'forget':
      return office.forget()
    case 'fail':
      return void office.refusals.push(step.how)
  }
}

/** Takes a free seat, or releases it if it is held. */
function turn(office: SeatOffice, at: number, status: 2 | 3): void {
  const now = office.truth[at]?.[0]
  if (now === 1) office.change({ [at]: [status] })
  if (now === status) office.change({ [at]: [1] })
}

let lastId = 5000
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['by events', true],
  ['by asking again and again', false],
])('ends with the server’s state however requests, events and failures interleave: %s', { timeout: 120_000 }, async (_how, isLive) => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat({ max: 1_000_000 }), async (run, seed) => {
      vi.useFakeTimers()
      const office = new SeatOffice()
      if (!isLive) vi.stubGlobal('EventSource', undefined)
      showPage(true)
      await loadSeats(presentation((lastId += 1), { maxSeats: 0 }), groups, [])
      office.delays = { request: lags(seed, 400), answer: lags(seed + 1, 400), board: lags(seed + 2, 1800), event: lags(seed + 3, 100) }
      const stop = watchSeats()
      for (const [pause, step] of run) {
        await vi.advanceTimersByTimeAsync(pause)
        take(office, step)
      }
      office.events = 'yes'
      office.refusals.length = 0
      showPage(true)
      await vi.advanceTimersByTimeAsync(30_000)
      const own = office.truth.flatMap(([status], at) => (status === 2 ? [at] : []))
      const ended = {
        statuses: [...($status.get()?.states.status ?? [])],
        places: $places.get()[LAWN],
        selected: $selectedSeats.get().flatMap(({ x, y }) => (x === null || y === null ? [] : [(y - 1) * 5 + x - 1])),
        placesSelected: $selectedSeats.get().filter(({ x }) => x === null).length,
      }
      stop()
      const { capacity = 0, free = 0, yours = 0 } = office.places[LAWN] ?? {}
      expect({ ...ended, selected: ended.selected.sort((a, b) => a - b) }).toEqual({
        statuses: office.truth.map(([status]) => status),
        places: { capacity, free, yours },
        selected: own,
        placesSelected: yours,
      })
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }),
    { numRuns: 500 },
  )
})
