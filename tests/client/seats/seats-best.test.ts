import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  $bestPhase,
  $bestRefusal,
  $places,
  $seatNotice,
  $selectedSeats,
  $status,
  addPlace,
  loadSeats,
  selectSeat,
  takeBest,
  takeOther,
  watchSeats,
} from '#lib/client/seats/seats.ts'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import { showPage } from '#tests/client/page.ts'
import { LAWN, SeatOffice } from './seat-office.ts'
import { groups, presentation } from '#tests/client/showing.ts'

let office: SeatOffice
let stop = () => {}
let lastId = 2000

beforeEach(async () => {
  vi.useFakeTimers()
  office = new SeatOffice()
  showPage(true)
  await loadSeats(presentation((lastId += 1), { maxSeats: 8 }), groups, [])
  office.asked.length = 0
  $seatNotice.set(null)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PAIR = { quantity: 2, isTogether: true }
const pass = (ms = 1) => vi.advanceTimersByTimeAsync(ms)
const names = () =>
  $selectedSeats.get().map(({ rowName, seatName, sectionName }) => (seatName === null ? sectionName : `${rowName}/${seatName}`))
const statuses = () => [...($status.get()?.states.status ?? [])].join('')
const asked = () => office.asked.map(({ path }) => path)

describe('best available', () => {
  it('R4.19 marks the chosen seats as selected without locking them again', async () => {
    office.change({ 0: [3] })
    expect(await takeBest(PAIR)).toBe(true)
    expect(names()).toEqual(['1/2', '1/3'])
    expect($selectedSeats.get()).toMatchObject([
      { isFromBestAvailable: true, ticketId: 71, x: 2, y: 1, sectionId: 1, groupId: 5, allocationId: 1, ticketGroupId: 7 },
      { isFromBestAvailable: true },
    ])
    expect([asked(), $bestPhase.get(), $seatNotice.get()?.kind]).toEqual([['best-available'], 'taken', 'selected'])
    expect(statuses()).toBe('1221111111')
  })

  it('sends the wish and asks for locks', async () => {
    await takeBest({ quantity: 3, isTogether: false, ticketGroupId: 7, sectionId: 1 })
    const { ts: _moment, ...query } = Object.fromEntries(office.asked[0]?.query ?? [])
    expect(query).toEqual({
      presentationId: String(lastId),
      quantity: '3',
      isTogether: '0',
      isLock: '1',
      isInstead: '0',
      ticketGroupId: '7',
      sectionId: '1',
    })
  })

  it('R4.20 creates places of general admission from their section', async () => {
    await addPlace(LAWN)
    await takeBest({ ...PAIR, sectionId: LAWN })
    expect(names()).toEqual(['דשא', 'דשא', 'דשא'])
    expect($places.get()[LAWN]).toMatchObject({ free: 0, yours: 3 })
    expect(
      $selectedSeats.get().map(({ isFromBestAvailable, ticketId, x, allocationId }) => [isFromBestAvailable, ticketId, x, allocationId]),
    ).toEqual([
      [false, 80, null, 1],
      [true, 80, null, 1],
      [true, 80, null, 1],
    ])
  })

  it('R4.21 says NOT_ENOUGH_SEATS and changes nothing if nothing is free', async () => {
    await takeBest(PAIR)
    const before = [names(), statuses()]
    $seatNotice.set(null)
    expect(await takeBest({ ...PAIR, quantity: 7 })).toBe(false)
    expect([$bestPhase.get(), $bestRefusal.get()?.code, $bestRefusal.get()?.message]).toEqual([
      'none',
      'NOT_ENOUGH_SEATS',
      'sentence of none',
    ])
    await pass(GRACE_MS * 2)
    expect([[names(), statuses()], $seatNotice.get()]).toEqual([before, null])
    expect(await takeBest({ ...PAIR, quantity: 3 })).toBe(true)
    expect([$bestPhase.get(), $bestRefusal.get()]).toEqual(['taken', null])
  })

  it('replaces the previous choice, also of places', async () => {
    await takeBest({ quantity: 3, isTogether: true, sectionId: LAWN })
    office.change({ 0: [3] })
    expect(await takeBest(PAIR)).toBe(true)
    expect([names(), $places.get()[LAWN]]).toMatchObject([['1/2', '1/3'], { free: 3, yours: 0 }])
    office.change({ 3: [3] })
    expect(await takeOther()).toBe(true)
    expect(office.asked.map(({ query }) => query.get('isInstead'))).toEqual(['0', '1', '1'])
    expect(office.asked.map(({ query }) => query.get('quantity'))).toEqual(['3', '2', '2'])
  })

  it('keeps seats that the visitor picked', async () => {
    await selectSeat(4)
    await takeBest(PAIR)
    expect([names(), office.asked.at(-1)?.query.get('isInstead')]).toEqual([['1/5', '1/1', '1/2'], '0'])
  })

  it('sends one request at a time', async () => {
    office.hold()
    const first = takeBest(PAIR)
    expect([await takeBest(PAIR), $bestPhase.get()]).toEqual([false, 'working'])
    office.release()
    expect(await first).toBe(true)
  })

  it('neither loses nor doubles a seat if events arrive before the answer', async () => {
    stop = watchSeats()
    await takeBest(PAIR)
    await takeBest({ ...PAIR, sectionId: LAWN })
    await pass(GRACE_MS * 2)
    $seatNotice.set(null)
    office.hold()
    const again = takeBest({ quantity: 3, isTogether: true })
    await pass(5000)
    office.release()
    expect(await again).toBe(true)
    await pass(GRACE_MS * 2)
    expect([names(), statuses(), $places.get()[LAWN]?.yours]).toEqual([['1/1', '1/2', '1/3'], '2221111111', 0])
    expect($selectedSeats.get().every(({ isFromBestAvailable }) => isFromBestAvailable)).toBe(true)
    expect($seatNotice.get()?.kind).toBe('selected')
  })

  it('gets seats whose answer was lost by event', async () => {
    stop = watchSeats()
    await pass()
    office.refusals.push('cut')
    expect(await takeBest(PAIR)).toBe(false)
    expect([$bestPhase.get(), $bestRefusal.get()?.code]).toEqual(['none', 'NO_CONNECTION'])
    office.change({ 0: [2], 1: [2] })
    await pass(GRACE_MS)
    expect(names()).toEqual(['1/1', '1/2'])
  })
})
