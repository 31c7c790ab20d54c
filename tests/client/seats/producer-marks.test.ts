import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PackedStatus } from '#lib/contract/show/seats.ts'
import { $marks, sellAsProducer } from '#lib/client/seats/producer-marks.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { $status, loadSeats, refreshStatus, selectSeat } from '#lib/client/seats/seats.ts'
import { PARTLY } from '#lib/domain/seating/rules/seat-states.ts'
import { groups, presentation } from '#tests/client/showing.ts'
import { SeatOffice } from './seat-office.ts'

const WORDS = { mine: 'of mine', shared: 'of a colleague', closed: 'of others', apart: 'of another allocation' }
const before = { ...seatCalls }
let held: PackedStatus['held']
let office: SeatOffice
let lastId = 0

beforeEach(async () => {
  vi.useFakeTimers()
  office = new SeatOffice()
  Object.assign(seatCalls, {
    async status(...asked: Parameters<typeof before.status>) {
      const answer = await before.status(...asked)
      return answer.ok ? { ...answer, value: { ...answer.value, held } } : answer
    },
  })
  held = { mine: [0], shared: [1], closed: [2] }
  sellAsProducer(WORDS)
  office.change({ 2: [3], 3: [PARTLY] })
  await loadSeats(presentation((lastId += 1)), groups)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  delete seatCalls.why
  delete seatCalls.pollMs
  Object.assign(seatCalls, before)
})

const said = () => [0, 1, 2, 3, 4].map((seat) => seatCalls.why?.(seat))

it('marks seats that producers hold, and says of those of others why they are not to be had; one’s own choice and free seats need no reason', async () => {
  expect(said()).toEqual(['of mine', 'of a colleague', 'of others', 'of another allocation', ''])
  expect([...$marks.get().mine, ...$marks.get().shared]).toEqual([0, 1])
  await selectSeat(0)
  expect(said()[0]).toBe('')
})

it('follows what is held and released meanwhile, also where no seat becomes free or taken by it', async () => {
  const drawn: (readonly number[] | null)[] = []
  const stop = $status.listen((status) => drawn.push(status?.changed ?? null))
  held = { mine: [1, 4], shared: [], closed: [] }
  office.change({ 9: [3] })
  await refreshStatus()
  await vi.runAllTimersAsync()
  stop()
  expect(said()).toEqual(['', 'of mine', '', 'of another allocation', 'of mine'])
  expect(drawn.at(-1)?.toSorted()).toEqual([0, 1, 2, 4])
})
