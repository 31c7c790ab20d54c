import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  $places,
  $seatNotice,
  $selectedSeats,
  $status,
  loadSeats,
  refreshStatus,
  releaseSeat,
  selectSeat,
  watchSeats,
} from '#lib/client/seats/seats.ts'
import { POLL_MS } from '#lib/client/seats/seats-poll.ts'
import { IDLE_MS } from '#lib/client/seats/seats-presence.ts'
import { GRACE_MS } from '#lib/client/seats/seats-state.ts'
import { page, showPage } from '#tests/client/page.ts'
import { LAWN, SeatOffice, type Stream } from './seat-office.ts'
import { groups, presentation } from '#tests/client/showing.ts'

const [FIRST, SECOND] = [0, 1]
let office: SeatOffice
let stop = () => {}
let lastId = 1000

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  office = new SeatOffice()
  showPage(true)
  await loadSeats(presentation((lastId += 1)), groups, [])
  office.asked.length = 0
  $seatNotice.set(null)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pass = (ms = 1) => vi.advanceTimersByTimeAsync(ms)
const watch = async () => {
  stop = watchSeats()
  await pass()
}
const statusOf = (seat: number) => $status.get()?.states.status[seat]
const names = () => $selectedSeats.get().map(({ seatName, sectionName }) => seatName ?? sectionName)
const polls = () => office.asked.filter(({ path }) => path === 'seats-status').length
const stream = (): Stream => {
  const [only, ...more] = office.streams
  if (!only || more.length > 0) throw new Error('There is to be one stream.')
  return only
}
const sinceOf = () => new URL(stream().url, 'http://office').searchParams.get('since')

describe('events', () => {
  it('show what others do at once, and nothing is asked for', async () => {
    await watch()
    office.change({ 3: [3] }, { [LAWN]: { free: 1 } })
    await pass()
    expect($status.get()).toMatchObject({ changed: [3], isPolled: true })
    expect([statusOf(3), $places.get()[LAWN]?.free, polls()]).toEqual([3, 1, 0])
  })

  it('go on from the version in hand: what happened between is not missed', async () => {
    office.change({ 3: [3] })
    await watch()
    expect([sinceOf(), statusOf(3)]).toEqual(['1', 3])
  })

  it('a stream that is lost is taken up again from its last version', async () => {
    await watch()
    office.change({ 3: [3] })
    await pass(10_000)
    const [lost] = office.streams
    lost?.cut()
    office.change({ 3: [1], 4: [3] })
    await pass()
    await pass()
    expect([sinceOf(), statusOf(3), statusOf(4), polls()]).toEqual(['2', 1, 3, 0])
  })

  it('where the version is forgotten the whole state comes', async () => {
    office.change({ 3: [3] })
    office.change({ 4: [3] })
    office.forget()
    await watch()
    expect([statusOf(3), statusOf(4), polls()]).toEqual([3, 3, 0])
  })

  it('a word that is none ends the stream, and asking goes on', async () => {
    await watch()
    stream().dispatchEvent(new MessageEvent('change', { data: '{' }))
    await pass()
    expect([office.streams.size, polls()]).toEqual([0, 1])
  })

  it('seats outside of the hall are left alone', async () => {
    await watch()
    stream().send('change', { version: '9', seats: [999, 1, 1, -1, 1, 1, 2, 3, 1], places: {} })
    await pass()
    expect($status.get()?.changed).toEqual([2])
  })
})

describe('one’s own seats', () => {
  it('R4.1 that are locked in another tab are selected here, and forgotten when they are released there', async () => {
    await watch()
    office.change({ [FIRST]: [2] }, { [LAWN]: { free: 2, yours: 1 } })
    await pass()
    expect(names()).toEqual(['דשא', '1'])
    office.change({ [FIRST]: [1] }, { [LAWN]: { free: 3, yours: 0 } })
    await pass()
    expect([names(), $seatNotice.get()?.kind, statusOf(FIRST)]).toEqual([[], 'lost', 1])
  })

  it('an event never passes over a seat whose own request is under way', async () => {
    await watch()
    office.hold()
    const locking = selectSeat(FIRST)
    await pass()
    office.change({ [FIRST]: [3] })
    await pass()
    expect([statusOf(FIRST), names()]).toEqual([2, ['1']])
    office.release()
    await locking
    expect([statusOf(FIRST), names()]).toEqual([2, ['1']])
  })

  it('but what was told last stands when the grace is over', async () => {
    await watch()
    await selectSeat(FIRST)
    office.change({ [FIRST]: [3] })
    await pass()
    expect([statusOf(FIRST), names()]).toEqual([2, ['1']])
    await pass(GRACE_MS * 2)
    expect([statusOf(FIRST), names(), $seatNotice.get()?.kind]).toEqual([3, [], 'lost'])
  })

  it('a process that lags behind by two seconds does not take a fresh lock away', async () => {
    office.delays = { ...office.delays, board: () => 2000 }
    await watch()
    office.change({ [FIRST]: [3] })
    office.change({ [FIRST]: [1] })
    await selectSeat(FIRST)
    $seatNotice.set(null)
    await pass(GRACE_MS * 2)
    expect([statusOf(FIRST), names(), $seatNotice.get()]).toEqual([2, ['1'], null])
  })

  it('nor does it bring a released one back', async () => {
    office.delays = { ...office.delays, board: () => 2000 }
    await watch()
    await selectSeat(FIRST)
    await releaseSeat($selectedSeats.get()[0]?.key ?? '')
    await pass(500)
    office.change({ [SECOND]: [3] })
    await pass(GRACE_MS * 2)
    expect([statusOf(FIRST), names(), statusOf(SECOND)]).toEqual([1, [], 3])
  })
})

describe('who does not look', () => {
  it('has no stream: hidden it ends, seen again it goes on from its version', async () => {
    await watch()
    office.change({ 3: [3] })
    await pass()
    showPage(false)
    expect(office.streams.size).toBe(0)
    office.change({ 4: [3] })
    await pass(60_000)
    expect([statusOf(4), polls()]).toEqual([1, 0])
    showPage(true)
    await pass()
    expect([sinceOf(), statusOf(4)]).toEqual(['2', 3])
  })

  it('R9.13 after five minutes without a sign it ends too, and wakes at the next', async () => {
    await watch()
    await pass(IDLE_MS - 10)
    expect(office.streams.size).toBe(1)
    await pass(20)
    expect(office.streams.size).toBe(0)
    page.dispatchEvent(new Event('pointermove'))
    await pass()
    expect(office.streams.size).toBe(1)
  })
})

describe('where events are not to be had', () => {
  it('the state is asked for instead, never both, and events are tried again later', async () => {
    office.events = 'shut'
    await watch()
    await pass(POLL_MS * 2)
    expect([polls(), office.streams.size]).toEqual([3, 0])
    office.events = 'yes'
    await pass(60_000)
    const before = polls()
    expect(office.streams.size).toBe(1)
    await pass(60_000)
    expect(polls()).toBe(before)
  })

  it('a stream that never opens, as behind a proxy that holds it back, is given up', async () => {
    office.delays = { ...office.delays, event: () => 60_000 }
    await watch()
    await pass(9_000)
    expect(polls()).toBe(0)
    await pass(2_000)
    expect(polls()).toBe(1)
  })

  it('a stream that stays silent although something was done here is given up', async () => {
    office.events = 'mute'
    await watch()
    await pass(20_000)
    expect(office.streams.size).toBe(1)
    await selectSeat(FIRST)
    await pass(7_000)
    expect([office.streams.size, polls(), statusOf(FIRST)]).toEqual([0, 1, 2])
  })

  it('a stream that opens and ends at once is no way: it is not opened again and again', async () => {
    await watch()
    stream().cut()
    await pass(POLL_MS)
    expect([office.streams.size, polls()]).toEqual([0, 2])
  })

  it('a browser without events asks all the time, and an unchanged state costs nothing', async () => {
    vi.stubGlobal('EventSource', undefined)
    await watch()
    await pass(POLL_MS * 4)
    expect(polls()).toBe(5)
    expect(new Set(office.asked.map(({ headers }) => headers.get('if-none-match')))).toEqual(new Set(['"v1.1"']))
    office.change({ 3: [3] })
    await pass(POLL_MS)
    expect(statusOf(3)).toBe(3)
  })

  it('an answer that is older than an event is not believed', async () => {
    await watch()
    office.change({ 4: [3] })
    await pass()
    office.delays = { ...office.delays, answer: () => 3000 }
    const asking = refreshStatus()
    await pass()
    office.change({ 3: [3] })
    await pass(3000)
    await asking
    expect([office.asked.at(-1)?.path, statusOf(3), statusOf(4)]).toEqual(['seats-status', 3, 3])
  })

  it('who is told to wait waits, whatever happens on the page', async () => {
    office.events = 'shut'
    office.statusAnswers = 'busy'
    await watch()
    expect(polls()).toBe(1)
    showPage(false)
    showPage(true)
    await pass(29_000)
    expect(polls()).toBe(1)
    office.statusAnswers = 'yes'
    await pass(2_000)
    expect(polls()).toBe(2)
  })
})
