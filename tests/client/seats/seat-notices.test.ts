import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $granted, $seatNotice, $selectedSeats, addPlace, loadSeats, releaseSeat, selectSeat } from '#lib/client/seats/seats.ts'
import { groups, presentation } from '#tests/client/showing.ts'
import { LAWN, SeatOffice } from './seat-office.ts'

const [FIRST, SECOND] = [0, 1]
const LIMIT = { maxSeats: 1 }

let office: SeatOffice
let lastId = 100
beforeEach(async () => {
  vi.useFakeTimers()
  office = new SeatOffice()
  lastId += 1
  await loadSeats(presentation(lastId, LIMIT), groups, [])
  await selectSeat(FIRST)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => [$seatNotice.get()?.kind, $seatNotice.get()?.seats[0]?.seatName]
const own = () => $selectedSeats.get()[0]?.key ?? ''

it('the limit stays said when the seat pressed before it is locked at last', async () => {
  await releaseSeat(own())
  office.hold()
  const before = $granted.get()
  const first = selectSeat(FIRST)
  expect(await selectSeat(SECOND)).toBe(false)
  office.release()
  expect(await first).toBe(true)
  expect($granted.get()).toBeGreaterThan(before)
  expect(shown()).toEqual(['limit', '2'])
})

it('the limit stays said when a place pressed before it is locked at last', async () => {
  await releaseSeat(own())
  office.hold()
  const place = addPlace(LAWN)
  expect(await selectSeat(SECOND)).toBe(false)
  office.release()
  expect(await place).toBe(true)
  expect(shown()).toEqual(['limit', '2'])
})

it('the next press that goes well takes the place of what was said', async () => {
  expect(await selectSeat(SECOND)).toBe(false)
  expect(shown()).toEqual(['limit', '2'])
  await releaseSeat(own())
  expect(shown()).toEqual(['released', '1'])
  await selectSeat(SECOND)
  expect(shown()).toEqual(['selected', '2'])
})
