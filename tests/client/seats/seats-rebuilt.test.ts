import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  $granted,
  $places,
  $plan,
  $seatNotice,
  $selectedSeats,
  addPlace,
  loadSeats,
  refreshStatus,
  releaseSeat,
  selectSeat,
} from '#lib/client/seats/seats.ts'
import { swapSeats } from '#lib/client/seats/seats-next.ts'
import { groups, presentation } from '#tests/client/showing.ts'
import { LAWN, SeatOffice } from './seat-office.ts'

/** The hall is built anew while requests about its seats are under way. */

const [FIRST, SECOND] = [0, 1]
let office: SeatOffice
let lastId = 7000
beforeEach(async () => {
  vi.useFakeTimers()
  office = new SeatOffice()
  await open()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(more: Parameters<typeof presentation>[1] = {}): Promise<void> {
  lastId += 1
  await loadSeats(presentation(lastId, more), groups, [])
  $seatNotice.set(null)
}

async function rebuild(version: string): Promise<void> {
  const before = $plan.get()
  office.planVersion = version
  await refreshStatus()
  await vi.waitFor(() => expect($plan.get()).not.toBe(before))
}

const names = () => $selectedSeats.get().map(({ sectionName, seatName }) => seatName ?? sectionName)

it('drops a queued request for a place when the hall is rebuilt, and resolves it with false', async () => {
  office.hold()
  const first = addPlace(LAWN)
  const second = addPlace(LAWN)
  await rebuild('v2')
  expect(await second).toBe(false)
  office.release()
  expect(await first).toBe(true)
  expect([names(), $places.get()[LAWN]?.yours, office.places[LAWN]?.yours]).toEqual([['דשא'], 1, 1])
  expect(await addPlace(LAWN)).toBe(true)
  expect(office.places[LAWN]?.yours).toBe(2)
})

it.each([
  ['a seat', () => selectSeat(FIRST)],
  ['a place', () => addPlace(LAWN)],
])('a refusal to hold %s is said', async (_what, press) => {
  office.refusals.push('HOLD_EXPIRED')
  office.hold()
  const pressed = press()
  await rebuild('v2')
  expect($seatNotice.get()).toBeNull()
  office.release()
  expect(await pressed).toBe(false)
  expect($seatNotice.get()).toMatchObject({ kind: 'refused', message: 'sentence of HOLD_EXPIRED' })
  expect(names()).toEqual([])
})

it('counts a lock that is granted after the hall was rebuilt, and selects its seat with the next status', async () => {
  const before = $granted.get()
  office.hold()
  const pressed = selectSeat(FIRST)
  await rebuild('v2')
  office.release()
  expect(await pressed).toBe(true)
  await refreshStatus()
  expect([names(), $granted.get() > before, $seatNotice.get()]).toEqual([['1'], true, null])
})

it('a swap goes on in the new hall', async () => {
  await open({ maxSeats: 1 })
  await selectSeat(FIRST)
  const [own] = $selectedSeats.get()
  await selectSeat(SECOND)
  const wanted = $seatNotice.get()?.seats[0]
  if (!own || !wanted) throw new Error('Nothing to swap.')
  office.hold()
  const swapped = swapSeats(own.key, wanted)
  await rebuild('v2')
  office.release()
  expect(await swapped).toBe(true)
  expect(names()).toEqual(['2'])
})

it('seats given back for a swap are taken again if a later one cannot be given back', async () => {
  await open({ maxSeats: 2 })
  await selectSeat(FIRST)
  await selectSeat(SECOND)
  const [own] = $selectedSeats.get()
  const sofa = await sofaWanted()
  office.refusals.push('yes', 'UNLOCK_FAILED')
  expect(await swapSeats(own?.key ?? '', sofa)).toBe(false)
  expect(names().sort()).toEqual(['1', '2'])
  expect($seatNotice.get()).toMatchObject({ kind: 'refused', message: 'sentence of UNLOCK_FAILED' })
})

/** A sofa of two seats, as the notice names it that it is over the limit. */
async function sofaWanted() {
  await selectSeat(7)
  const wanted = $seatNotice.get()?.seats[0]
  if (!wanted) throw new Error('The sofa was not over the limit.')
  return wanted
}

it('a seat of the hall before cannot be released twice', async () => {
  await selectSeat(FIRST)
  const key = $selectedSeats.get()[0]?.key ?? ''
  office.hold()
  const released = releaseSeat(key)
  await rebuild('v2')
  expect(await releaseSeat(key)).toBe(false)
  office.release()
  expect(await released).toBe(true)
})
