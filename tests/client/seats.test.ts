import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  $places,
  $plan,
  $seatIndex,
  $seatNotice,
  $seatsPhase,
  $selectedSeats,
  $status,
  $takenSeat,
  addPlace,
  chooseTicket,
  loadSeats,
  releaseSeat,
  removePlace,
  sealSeats,
  selectSeat,
  stepThroughSeats,
  toggleSeat,
} from '#lib/client/seats.ts'
import { refreshStatus } from '#lib/client/seats-status.ts'
import { freshStatus, groups, openSeatServer, presentation, type SeatServer } from './seat-server.ts'

/** Seats of the hall: 0–4 are row 1, 5–9 row 2 with a sofa on 7 and 8; section 2 is the lawn. */
const [FIRST, SECOND, SOFA, SOFA_TOO] = [0, 1, 7, 8]
let office: SeatServer
let lastId = 0

beforeAll(async () => {
  office = await openSeatServer()
})
afterAll(() => office.close())

async function open(more: Parameters<typeof presentation>[1] = {}, stored: Parameters<typeof loadSeats>[2] = []): Promise<void> {
  lastId += 1
  await loadSeats(presentation(lastId, more), groups, stored)
}
beforeEach(async () => {
  Object.assign(office, { status: freshStatus(), places: { 2: { capacity: 50, free: 3, yours: 0 } }, statusAnswers: 'yes' })
  office.refusals.length = office.asked.length = 0
  await open()
  $seatNotice.set(null)
  $takenSeat.set(null)
})

const names = () =>
  $selectedSeats.get().map(({ rowName, seatName, sectionName }) => (seatName === null ? sectionName : `${rowName}/${seatName}`))
const statusOf = (seat: number) => $status.get()?.states.status[seat]

describe('selecting a seat', () => {
  it('R4.3 marks it first and asks for the lock afterwards', async () => {
    office.hold()
    const done = selectSeat(FIRST)
    expect(names()).toEqual(['1/1'])
    expect(statusOf(FIRST)).toBe(2)
    office.release()
    expect(await done).toBe(true)
    expect($seatNotice.get()).toMatchObject({ kind: 'selected' })
  })

  it('R4.1 R4.2 gives it the first ticket of its group with a multiplyFactor of 1 or less', async () => {
    await selectSeat(FIRST)
    expect($selectedSeats.get()[0]).toMatchObject({
      ticketGroupId: 7,
      ticketId: 71,
      x: 1,
      y: 1,
      sectionId: 1,
      groupId: 5,
      allocationId: 1,
      venueId: 3,
      seatplanId: 9,
    })
  })

  it('R5.43 R7.55 sends coordinates for a seat and null for a place', async () => {
    await selectSeat(FIRST)
    await addPlace(2)
    expect(office.asked.map(({ seat }) => [seat.VenueSectionId, seat.XCoordinate, seat.YCoordinate, seat.TicketGroupId])).toEqual([
      [1, 1, 1, 7],
      [2, null, null, 8],
    ])
  })

  it('R4.4 R8.14 a refused lock deselects it again and says why', async () => {
    office.refusals.push('HOLD_EXPIRED')
    expect(await selectSeat(FIRST)).toBe(false)
    expect(names()).toEqual([])
    expect(statusOf(FIRST)).toBe(1)
    expect($seatNotice.get()).toMatchObject({ kind: 'refused', message: 'sentence of HOLD_EXPIRED' })
  })

  it('R4.5 stays selected where the caller said so', async () => {
    office.refusals.push('SEAT_NOT_AVAILABLE')
    expect(await selectSeat(FIRST, { keepOnRefusal: true })).toBe(false)
    expect(names()).toEqual(['1/1'])
    expect($takenSeat.get()).toBeNull()
  })

  it('R8.51 a seat that somebody else has is marked held, and the nearest of the same price is offered', async () => {
    office.refusals.push('SEAT_NOT_AVAILABLE')
    await selectSeat(FIRST)
    expect(statusOf(FIRST)).toBe(3)
    expect($takenSeat.get()).toMatchObject({ seat: { seatName: '1' }, offer: SECOND })
    expect($seatNotice.get()?.message).toBe('sentence of SEAT_NOT_AVAILABLE')
  })

  it('a lost connection takes everything back, and it works when tried again', async () => {
    office.refusals.push('cut')
    expect(await selectSeat(FIRST)).toBe(false)
    expect([names(), statusOf(FIRST), $seatNotice.get()?.kind]).toEqual([[], 1, 'offline'])
    expect(await selectSeat(FIRST)).toBe(true)
  })

  it('a lock that arrived although its answer was lost is given back', async () => {
    office.refusals.push('cut')
    await selectSeat(FIRST)
    office.status[0] = [1, 5, 1, 1, 1, 7, 2]
    await refreshStatus()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(names()).toEqual([])
    expect(office.asked.at(-1)).toMatchObject({ path: 'unlock-seat', seat: { XCoordinate: 1 } })
  })

  it.each([
    ['R5.9 beyond the limit', { maxSeats: 1 }, 'limit'],
    ['beside a taken seat under policy 3', { seatingPolicyId: 3 }, 'blocked'],
  ] as const)('%s nothing is asked of the server', async (_what, more, kind) => {
    office.status[2] = [1, 5, 3, 1, 1, 7, 3]
    await open(more)
    if (kind === 'limit') await selectSeat(FIRST)
    office.asked.length = 0
    expect(await selectSeat(SECOND)).toBe(false)
    expect([office.asked, $seatNotice.get()?.kind]).toEqual([[], kind])
  })

  it('R5.10 a sofa is selected and released whole', async () => {
    await selectSeat(SOFA_TOO)
    expect(names()).toEqual(['2/3', '2/4'])
    await toggleSeat(SOFA)
    expect(names()).toEqual([])
    expect(office.asked.map(({ path }) => path)).toEqual(['lock-seat', 'lock-seat', 'unlock-seat', 'unlock-seat'])
  })

  it('of a sofa half of which was refused nothing stays locked', async () => {
    office.refusals.push('SEAT_NOT_AVAILABLE')
    await selectSeat(SOFA)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(names()).toEqual([])
    expect(office.asked.map(({ path }) => path)).toEqual(['lock-seat', 'lock-seat', 'unlock-seat'])
  })
})

describe('releasing a seat', () => {
  beforeEach(async () => {
    await selectSeat(FIRST)
    chooseTicket($selectedSeats.get()[0]?.key ?? '', 72)
    $selectedSeats.set($selectedSeats.get().map((seat) => ({ ...seat, ref1: 'a', ref2: 'b' })))
  })
  const key = () => $selectedSeats.get()[0]?.key ?? ''

  it('R4.6 deselects it at once and unlocks it', async () => {
    office.hold()
    const done = releaseSeat(key())
    expect([names(), statusOf(FIRST)]).toEqual([[], 1])
    office.release()
    expect(await done).toBe(true)
    expect(office.asked.at(-1)?.path).toBe('unlock-seat')
  })

  it('R4.7 R4.8 R8.52 a refused unlock selects it again, without its references', async () => {
    office.refusals.push('UNLOCK_FAILED')
    expect(await releaseSeat(key())).toBe(false)
    expect($selectedSeats.get()[0]).toMatchObject({ seatName: '1', ticketId: 72, ref1: '', ref2: '' })
    expect([statusOf(FIRST), $seatNotice.get()?.message]).toEqual([2, 'sentence of UNLOCK_FAILED'])
  })

  it('waits for its own lock', async () => {
    office.hold()
    const locking = selectSeat(SECOND)
    expect(await toggleSeat(SECOND)).toBe(false)
    office.release()
    expect(await locking).toBe(true)
  })
})

describe('places', () => {
  it('counts them up and down, and never beyond what is free', async () => {
    for (const expected of [true, true, true, false]) expect(await addPlace(2)).toBe(expected)
    expect($places.get()[2]).toEqual({ capacity: 50, free: 0, yours: 3 })
    expect(await removePlace(2)).toBe(true)
    expect([$places.get()[2], names()]).toEqual([{ capacity: 50, free: 1, yours: 2 }, ['דשא', 'דשא']])
    expect(new Set($selectedSeats.get().map(({ key }) => key)).size).toBe(2)
  })

  it('R8.53 a refused place is given back', async () => {
    office.refusals.push('NOT_ENOUGH_PLACES')
    expect(await addPlace(2)).toBe(false)
    expect([$places.get()[2]?.free, names(), $seatNotice.get()?.message]).toEqual([3, [], 'sentence of NOT_ENOUGH_PLACES'])
  })

  it('count towards the limit', async () => {
    await open({ maxSeats: 1 })
    await selectSeat(FIRST)
    expect([await addPlace(2), $seatNotice.get()?.kind]).toEqual([false, 'limit'])
  })
})

describe('the state of the seats', () => {
  it('loads plan and status, and one’s own locks come back with their stored tickets', async () => {
    office.status[1] = [1, 5, 2, 1, 1, 7, 2]
    office.places[2] = { capacity: 50, free: 3, yours: 1 }
    await open({}, [{ sectionId: 1, x: 2, y: 1, ticketId: 72, ref1: 'r', ref2: '' }])
    expect([$seatsPhase.get(), $plan.get()?.count]).toEqual(['ready', 10])
    expect(names()).toEqual(['דשא', '1/2'])
    expect($selectedSeats.get()[1]).toMatchObject({ ticketId: 72, ref1: 'r' })
  })

  it('a failed load is no crash, and can be tried again', async () => {
    office.statusAnswers = 'cut'
    await open()
    expect($seatsPhase.get()).toBe('failed')
    office.statusAnswers = 'yes'
    await loadSeats(presentation(lastId), groups)
    expect($seatsPhase.get()).toBe('ready')
  })

  it('fades what others take, without touching anything else', async () => {
    const before = $status.get()?.states
    office.status[3] = [1, 5, 4, 1, 1, 7, 3]
    expect(await refreshStatus()).toBe(true)
    expect($status.get()).toMatchObject({ changed: [3], isPolled: true })
    expect($status.get()?.states).toBe(before)
    const shown = $status.get()
    await refreshStatus()
    expect($status.get()).toBe(shown)
  })

  it('drops a seat whose hold ran out, and says so', async () => {
    await selectSeat(FIRST)
    await refreshStatus()
    expect([names(), $seatNotice.get()?.kind]).toEqual([[], 'lost'])
  })

  it('an answer older than a selection does not undo it', async () => {
    office.hold()
    const selecting = selectSeat(FIRST)
    await refreshStatus()
    expect(names()).toEqual(['1/1'])
    office.release()
    await selecting
    expect(names()).toEqual(['1/1'])
  })

  it('a seat of a ticket group that is not sold here cannot be chosen', async () => {
    office.status[0] = [1, 5, 1, 1, 1, 99, 1]
    await open()
    expect(await selectSeat(FIRST)).toBe(false)
  })

  it('R4.25 after a commit one’s seats are unavailable and deselected', async () => {
    await selectSeat(FIRST)
    sealSeats()
    expect([names(), statusOf(FIRST)]).toEqual([[], 0])
  })

  it('R4.9 steps through the selected seats, never below zero', async () => {
    await selectSeat(FIRST)
    await selectSeat(SECOND)
    for (const [by, expected] of [
      [-1, 0],
      [1, 1],
      [1, 1],
      [-5, 0],
    ] as const) {
      stepThroughSeats(by)
      expect($seatIndex.get()).toBe(expected)
    }
  })
})
