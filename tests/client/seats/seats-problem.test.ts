import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  $selectionProblem,
  $takenSeat,
  addPlace,
  loadSeats,
  refreshStatus,
  releaseSeat,
  selectSeat,
  $selectedSeats,
} from '#lib/client/seats/seats.ts'
import { offersInstead } from '#lib/client/seats/seats-next.ts'
import { LAWN, SeatOffice } from './seat-office.ts'
import { groups, presentation } from '#tests/client/showing.ts'

let office: SeatOffice
let lastId = 3000
const problems: unknown[] = []
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  office = new SeatOffice()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(seatRules: object, more: Parameters<typeof presentation>[1] = {}): Promise<void> {
  const rules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, ...seatRules } as const
  await loadSeats(presentation((lastId += 1), { seatRules: rules, maxSeats: 9, ...more }), groups, [])
  stop()
  problems.length = 0
  stop = $selectionProblem.listen((problem) => problems.push(problem))
}

it('R5.11 says which rule the selection breaks, and clears it once it no longer does', async () => {
  await open({ loneSeats: 'never' })
  expect($selectionProblem.get()).toBeNull()
  await selectSeat(1)
  expect($selectionProblem.get()).toEqual({ code: 'LONE_SEAT', seats: [0] })
  await selectSeat(0)
  expect($selectionProblem.get()).toBeNull()
  await releaseSeat($selectedSeats.get()[1]?.key ?? '')
  expect($selectionProblem.get()).toEqual({ code: 'LONE_SEAT', seats: [0] })
})

it('keeps the same object while nothing changes', async () => {
  await open({ loneSeats: 'never' })
  await selectSeat(1)
  const told = problems.length
  office.change({ 9: [3] })
  await refreshStatus()
  expect(problems).toHaveLength(told)
})

it('does not blame the visitor for seats that others took afterwards', async () => {
  await open({ keepOneFree: true })
  await selectSeat(1)
  office.change({ 2: [3] })
  await refreshStatus()
  expect($selectionProblem.get()).toBeNull()
  expect(await selectSeat(3)).toBe(false) // next to a seat that is gone by now: blocked
  expect($selectionProblem.get()).toBeNull()
})

it('finds no problem in places of general admission', async () => {
  await open({ loneSeats: 'never', keepOneFree: true })
  await addPlace(LAWN)
  expect($selectionProblem.get()).toBeNull()
})

it('R8.51 does not offer seats that a rule forbids in place of a lost one', async () => {
  await open({ loneSeats: 'never' })
  office.refusals.push('SEAT_NOT_AVAILABLE')
  await selectSeat(4)
  expect(offersInstead($takenSeat.get())).toEqual([3, 0, 9])
  await open({ keepOneFree: true })
  office.refusals.push('SEAT_NOT_AVAILABLE')
  await selectSeat(4)
  expect(offersInstead($takenSeat.get())).toEqual([2, 1, 0])
})
