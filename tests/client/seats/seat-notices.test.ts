import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $granted, $seatNotice, $selectedSeats, addPlace, loadSeats, releaseSeat, selectSeat } from '#lib/client/seats/seats.ts'
import { noticeText } from '#islands/seat-map/seat-words.ts'
import { textOf } from '#lib/text/text.ts'
import { groups, presentation } from '#tests/client/showing.ts'
import { LAWN, SeatOffice } from './seat-office.ts'

const [FIRST, SECOND, SOFA] = [0, 1, 7]
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

it('R5.8 the limit is said in its own words of a seat and of a place, and alone where there is nothing to swap', async () => {
  const open = async (maxSeats: number) => {
    lastId += 1
    await loadSeats(presentation(lastId, { maxSeats }), groups, [])
  }
  const said = (locale: 'he' | 'en') => {
    const notice = $seatNotice.get()
    return notice && noticeText(textOf(locale), notice, presentation(lastId, { maxSeats: $selectedSeats.get().length || 1 }))
  }
  await open(2)
  for (const seat of [FIRST, SECOND]) await selectSeat(seat)
  for (const press of [() => selectSeat(2), () => addPlace(LAWN)]) {
    expect(await press()).toBe(false)
    expect(said('en')).toContain('cannot select more than 2 seats')
    expect(said('he')).toContain('אי אפשר לבחור יותר מ־2 מושבים')
  }
  office = new SeatOffice()
  await open(1)
  expect(await selectSeat(SOFA)).toBe(false)
  expect(said('en')).toBe('cannot select more than one seat')
})
