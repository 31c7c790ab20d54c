import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
  refreshStatus,
  releaseSeat,
  removePlace,
  selectSeat,
  stepThroughSeats,
  toggleSeat,
} from '#lib/client/seats/seats.ts'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import { offersInstead } from '#lib/client/seats/seats-next.ts'
import { LAWN, SeatOffice } from './seat-office.ts'
import { groups, presentation } from '#tests/client/showing.ts'

const [FIRST, SECOND, SOFA, SOFA_TOO] = [0, 1, 7, 8]
let office: SeatOffice
let lastId = 0

async function open(more: Parameters<typeof presentation>[1] = {}, stored: Parameters<typeof loadSeats>[2] = []): Promise<void> {
  lastId += 1
  await loadSeats(presentation(lastId, more), groups, stored)
}
beforeEach(async () => {
  vi.useFakeTimers()
  office = new SeatOffice()
  await open()
  office.asked.length = 0
  $seatNotice.set(null)
  $takenSeat.set(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The grace period in which a local answer beats published state. */
const grace = () => vi.advanceTimersByTimeAsync(GRACE_MS)
const asked = () => office.asked.map(({ path }) => path)
const seatAsked = (at: number) => (office.asked.at(at)?.body as { seat: Record<string, unknown> }).seat
const names = () =>
  $selectedSeats.get().map(({ rowName, seatName, sectionName }) => (seatName === null ? sectionName : `${rowName}/${seatName}`))
const statusOf = (seat: number) => $status.get()?.states.status[seat]

describe('a seat that another tab released just after it was locked here', () => {
  it('is dropped without an event: an update that came too soon to be trusted is loaded again', async () => {
    await selectSeat(FIRST)
    office.change({ [FIRST]: [1] })
    await refreshStatus()
    expect(names()).toEqual(['1/1'])
    await grace()
    expect(names()).toEqual([])
  })
})

describe('selecting a seat', () => {
  it('R4.3 marks it before asking for the lock', async () => {
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

  it('R5.43 R7.55 R7.66 sends coordinates for a seat and null for a place', async () => {
    await selectSeat(FIRST)
    await addPlace(2)
    expect([0, 1].map((at) => seatAsked(at))).toMatchObject([
      { VenueSectionId: 1, XCoordinate: 1, YCoordinate: 1, TicketGroupId: 7 },
      { VenueSectionId: 2, XCoordinate: null, YCoordinate: null, TicketGroupId: 8 },
    ])
  })

  it('R4.4 R7.53 R8.14 is undone by a refused lock, with the reason', async () => {
    office.refusals.push('HOLD_EXPIRED')
    expect(await selectSeat(FIRST)).toBe(false)
    expect(names()).toEqual([])
    expect(statusOf(FIRST)).toBe(1)
    expect($seatNotice.get()).toMatchObject({ kind: 'refused', message: 'sentence of HOLD_EXPIRED' })
  })

  it('R4.5 stays if the caller says so', async () => {
    office.refusals.push('SEAT_NOT_AVAILABLE')
    expect(await selectSeat(FIRST, { keepOnRefusal: true })).toBe(false)
    expect(names()).toEqual(['1/1'])
    expect([statusOf(FIRST), $takenSeat.get()]).toEqual([2, null])
  })

  it('R8.51 marks a seat of somebody else held and offers the nearest at the same price', async () => {
    office.refusals.push('SEAT_NOT_AVAILABLE')
    await selectSeat(FIRST)
    expect(statusOf(FIRST)).toBe(3)
    expect([$takenSeat.get()?.seatName, offersInstead($takenSeat.get())]).toEqual(['1', [1, 2, 3]])
    expect($seatNotice.get()?.message).toBe('sentence of SEAT_NOT_AVAILABLE')
  })

  it('is undone by a lost connection and works on the next try', async () => {
    office.refusals.push('cut')
    expect(await selectSeat(FIRST)).toBe(false)
    expect([names(), statusOf(FIRST), $seatNotice.get()?.kind]).toEqual([[], 1, 'offline'])
    expect(await selectSeat(FIRST)).toBe(true)
  })

  it('gives back a lock that succeeded although its answer was lost', async () => {
    office.refusals.push('lost')
    expect(await selectSeat(FIRST)).toBe(false)
    await grace()
    await refreshStatus()
    await grace()
    expect([names(), statusOf(FIRST), office.truth[FIRST]]).toEqual([[], 1, [1, 1, 7]])
    expect([asked().at(-1), seatAsked(-1).XCoordinate]).toEqual(['unlock-seat', 1])
  })

  it('keeps such a seat if giving it back fails', async () => {
    office.refusals.push('lost', 'cut')
    await selectSeat(FIRST)
    for (const expected of [[], ['1/1']]) {
      await grace()
      await refreshStatus()
      expect(names()).toEqual(expected)
    }
    expect(statusOf(FIRST)).toBe(2)
  })

  it.each(['HOLD_WAIT', 'NETWORK_LIMIT', 'TOO_MANY_REQUESTS'])('shows the reason of %s and leaves everything else', async (code) => {
    await selectSeat(SECOND)
    chooseTicket($selectedSeats.get()[0]?.key ?? '', 72)
    office.refusals.push(code)
    expect(await selectSeat(FIRST)).toBe(false)
    expect([statusOf(FIRST), $seatNotice.get()]).toMatchObject([
      1,
      code === 'HOLD_WAIT' ? { kind: 'wait' } : { kind: 'refused', message: `sentence of ${code}` },
    ])
    expect([$takenSeat.get(), $selectedSeats.get().map(({ ticketId }) => ticketId)]).toEqual([null, [72]])
  })

  it.each([
    ['R5.9 beyond the limit', { maxSeats: 1 }, 'limit'],
    ['beside a taken seat under policy 3', { seatingPolicyId: 3 }, 'blocked'],
  ] as const)('sends nothing to the server %s', async (_what, more, kind) => {
    office.change({ 2: [3] })
    await open(more)
    if (kind === 'limit') await selectSeat(FIRST)
    office.asked.length = 0
    expect(await selectSeat(SECOND)).toBe(false)
    expect([office.asked, $seatNotice.get()?.kind]).toEqual([[], kind])
  })

  it('R5.10 selects and releases a sofa whole', async () => {
    await selectSeat(SOFA_TOO)
    expect(names()).toEqual(['2/3', '2/4'])
    await toggleSeat(SOFA)
    expect(names()).toEqual([])
    expect(asked()).toEqual(['lock-seat', 'lock-seat', 'unlock-seat', 'unlock-seat'])
  })

  it('leaves nothing locked of a sofa half of which was refused', async () => {
    office.refusals.push('SEAT_NOT_AVAILABLE')
    await selectSeat(SOFA)
    await grace()
    expect(names()).toEqual([])
    expect(asked()).toEqual(['lock-seat', 'lock-seat', 'unlock-seat'])
  })

  it('keeps the half of it that could not be given back', async () => {
    office.refusals.push('yes', 'SEAT_NOT_AVAILABLE', 'cut')
    await selectSeat(SOFA)
    await refreshStatus()
    expect(names()).toEqual([])
    await grace()
    await refreshStatus()
    expect([names(), statusOf(SOFA), statusOf(SOFA_TOO)]).toEqual([['2/3'], 2, 1])
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
    expect(asked().at(-1)).toBe('unlock-seat')
  })

  it('R7.52 R7.54 sends both requests in the same form', async () => {
    await releaseSeat(key())
    const of = (path: string) => office.asked.find((one) => one.path === path)?.body
    expect(of('unlock-seat')).toEqual(of('lock-seat'))
    expect(seatAsked(-1)).toEqual({
      PresentationId: lastId,
      VenueId: 3,
      VenueSeatplanId: 9,
      VenueSectionId: 1,
      TicketGroupId: 7,
      XCoordinate: 1,
      YCoordinate: 1,
    })
  })

  it('R4.7 R4.8 R8.52 is undone by a refused unlock, without the references', async () => {
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
  it('count up and down, never beyond what is free', async () => {
    for (const expected of [true, true, true, false]) expect(await addPlace(2)).toBe(expected)
    expect($places.get()[2]).toEqual({ capacity: 50, free: 0, yours: 3 })
    expect(await removePlace(2)).toBe(true)
    expect([$places.get()[2], names()]).toEqual([{ capacity: 50, free: 1, yours: 2 }, ['דשא', 'דשא']])
    expect(new Set($selectedSeats.get().map(({ key }) => key)).size).toBe(2)
  })

  it('R4.7 R4.8 R7.55 are unlocked without coordinates, and come back without their references if that is refused', async () => {
    await addPlace(2)
    $selectedSeats.set($selectedSeats.get().map((seat) => ({ ...seat, ref1: 'a', ref2: 'b' })))
    office.refusals.push('UNLOCK_FAILED')
    expect(await removePlace(2)).toBe(false)
    expect([asked().at(-1), seatAsked(-1)]).toMatchObject(['unlock-seat', { VenueSectionId: 2, XCoordinate: null, YCoordinate: null }])
    expect($selectedSeats.get()).toMatchObject([{ sectionName: 'דשא', ref1: '', ref2: '' }])
    expect($places.get()[2]).toMatchObject({ free: 2, yours: 1 })
  })

  it('R8.53 are given back if refused', async () => {
    office.refusals.push('NOT_ENOUGH_PLACES')
    expect(await addPlace(2)).toBe(false)
    expect([$places.get()[2]?.free, names(), $seatNotice.get()?.message]).toEqual([3, [], 'sentence of NOT_ENOUGH_PLACES'])
  })

  it('match what the visitor holds, whatever was pressed and lost in between', async () => {
    office.refusals.push('cut')
    expect(await Promise.all([addPlace(2), removePlace(2)])).toEqual([false, false])
    expect([names(), $places.get()[2]]).toEqual([[], { capacity: 50, free: 3, yours: 0 }])
  })

  it('count towards the limit', async () => {
    await open({ maxSeats: 1 })
    await selectSeat(FIRST)
    expect([await addPlace(2), $seatNotice.get()?.kind]).toEqual([false, 'limit'])
  })
})

describe('the state of the seats', () => {
  it('loads plan and status and restores the visitor’s locks with their stored tickets', async () => {
    office.change({ 1: [2] }, { [LAWN]: { yours: 2 } })
    const place = { sectionId: LAWN, x: null, y: null, ref1: '', ref2: '' }
    await open({}, [
      { sectionId: 1, x: 2, y: 1, ticketId: 72, ref1: 'r', ref2: '' },
      { ...place, ticketId: 81 },
      { ...place, ticketId: 82 },
    ])
    expect([$seatsPhase.get(), $plan.get()?.count]).toEqual(['ready', 10])
    expect(names()).toEqual(['דשא', 'דשא', '1/2'])
    expect($selectedSeats.get().map(({ ticketId, ref1 }) => [ticketId, ref1])).toEqual([
      [81, ''],
      [82, ''],
      [72, 'r'],
    ])
  })

  it('requests the packed forms, and the plan by a versioned address without a timestamp', async () => {
    office.asked.length = 0
    await open()
    expect(office.asked.map(({ path, headers }) => [path, headers.get('accept')])).toEqual([
      ['seatplan', 'application/vnd.shura.plan+json'],
      ['seats-status', 'application/vnd.shura.status+json'],
    ])
    const [plan, status] = office.asked
    expect(plan?.query.toString()).toBe('seatplanId=9&venueId=3&version=v1')
    expect(status?.query.get('ts')).toBe(String(Date.now()))
  })

  it('loads the new plan if it was rebuilt', async () => {
    Object.assign(office, { planVersion: 'v2', keptPlan: 'v1' })
    office.asked.length = 0
    await open()
    expect([$seatsPhase.get(), office.asked.filter(({ path }) => path === 'seatplan').map(({ query }) => query.get('version'))]).toEqual([
      'ready',
      ['v1', 'v2'],
    ])
  })

  it('loads a plan that changes meanwhile and keeps the selection', async () => {
    await selectSeat(FIRST)
    chooseTicket($selectedSeats.get()[0]?.key ?? '', 72)
    await grace()
    office.planVersion = 'v2'
    await refreshStatus()
    await grace()
    expect([$seatsPhase.get(), names(), $selectedSeats.get()[0]?.ticketId]).toEqual(['ready', ['1/1'], 72])
    expect(office.asked.findLast(({ path }) => path === 'seatplan')?.query.get('version')).toBe('v2')
  })

  it.each([
    ['R8.13 a plan that does not load is only noted down', 'planAnswers'],
    ['a failed status is no crash', 'statusAnswers'],
  ] as const)('shows %s, and can be retried', async (_what, which) => {
    const note = vi.spyOn(console, 'warn').mockReturnValue()
    office[which] = 'cut'
    await open()
    expect($seatsPhase.get()).toBe('failed')
    expect(note.mock.calls).toEqual(which === 'planAnswers' ? [['seatplan: NO_CONNECTION']] : [])
    office[which] = 'yes'
    await loadSeats(presentation(lastId), groups)
    expect($seatsPhase.get()).toBe('ready')
  })

  it('fades seats that others take and changes nothing else', async () => {
    const before = structuredClone($status.get()?.states)
    office.change({ 3: [3] })
    expect((await refreshStatus()).ok).toBe(true)
    expect($status.get()).toMatchObject({ changed: [3], isPolled: true })
    const after = $status.get()?.states
    expect({ ...after, status: after?.status.with(3, 1) }).toEqual(before)
    const shown = $status.get()
    await refreshStatus()
    expect($status.get()).toBe(shown)
    expect(office.asked.at(-1)?.headers.get('if-none-match')).toBe('"v1.2"')
  })

  it('drops a seat whose hold expired and says so', async () => {
    await selectSeat(FIRST)
    await grace()
    office.change({ [FIRST]: [1] })
    await refreshStatus()
    expect([names(), $seatNotice.get()?.kind]).toEqual([[], 'lost'])
  })

  it('does not undo a selection by an older answer', async () => {
    office.hold()
    const selecting = selectSeat(FIRST)
    office.change({ [FIRST]: [1] })
    await refreshStatus()
    expect(names()).toEqual(['1/1'])
    office.release()
    await selecting
    expect(names()).toEqual(['1/1'])
  })

  it('does not undo a fresh lock by a lagging process, but believes what it says later', async () => {
    await selectSeat(FIRST)
    office.change({ [FIRST]: [1] })
    await refreshStatus()
    expect(names()).toEqual(['1/1'])
    await grace()
    await refreshStatus()
    expect([office.asked.at(-1)?.headers.get('if-none-match'), names()]).toEqual(['"v1.3"', []])
  })

  it('does not allow a seat of a ticket group that is not on sale', async () => {
    office.truth[FIRST] = [1, 1, 99]
    office.change({})
    await open()
    expect(await selectSeat(FIRST)).toBe(false)
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
