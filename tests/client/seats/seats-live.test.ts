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
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
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
  it('show changes by others at once, without a request', async () => {
    await watch()
    office.change({ 3: [3] }, { [LAWN]: { free: 1 } })
    await pass()
    expect($status.get()).toMatchObject({ changed: [3], isPolled: true })
    expect([statusOf(3), $places.get()[LAWN]?.free, polls()]).toEqual([3, 1, 0])
  })

  it('continue from the current version, so that nothing in between is missed', async () => {
    office.change({ 3: [3] })
    await watch()
    expect([sinceOf(), statusOf(3)]).toEqual(['1', 3])
  })

  it('reconnect a lost stream from its last version', async () => {
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

  it('load the whole state if the server has forgotten the version', async () => {
    office.change({ 3: [3] })
    office.change({ 4: [3] })
    office.forget()
    await watch()
    expect([statusOf(3), statusOf(4), polls()]).toEqual([3, 3, 0])
  })

  it('fall back to polling after an invalid message', async () => {
    await watch()
    stream().dispatchEvent(new MessageEvent('change', { data: '{' }))
    await pass()
    expect([office.streams.size, polls()]).toEqual([0, 1])
  })

  it('ignore seats outside the hall', async () => {
    await watch()
    stream().send('change', { version: '9', seats: [999, 1, 1, -1, 1, 1, 2, 3, 1], places: {} })
    await pass()
    expect($status.get()?.changed).toEqual([2])
  })
})

describe('the visitor’s own seats', () => {
  it('R4.1 are selected if locked in another tab, and dropped if released there', async () => {
    await watch()
    office.change({ [FIRST]: [2] }, { [LAWN]: { free: 2, yours: 1 } })
    await pass()
    expect(names()).toEqual(['דשא', '1'])
    office.change({ [FIRST]: [1] }, { [LAWN]: { free: 3, yours: 0 } })
    await pass()
    expect([names(), $seatNotice.get()?.kind, statusOf(FIRST)]).toEqual([[], 'lost', 1])
  })

  it('are not changed by events while their own request is under way', async () => {
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

  it('take the last event after the grace period', async () => {
    await watch()
    await selectSeat(FIRST)
    office.change({ [FIRST]: [3] })
    await pass()
    expect([statusOf(FIRST), names()]).toEqual([2, ['1']])
    await pass(GRACE_MS * 2)
    expect([statusOf(FIRST), names(), $seatNotice.get()?.kind]).toEqual([3, [], 'lost'])
  })

  it('stay locked although a process lags two seconds behind', async () => {
    office.delays = { ...office.delays, board: () => 2000 }
    await watch()
    office.change({ [FIRST]: [3] })
    office.change({ [FIRST]: [1] })
    await selectSeat(FIRST)
    $seatNotice.set(null)
    await pass(GRACE_MS * 2)
    expect([statusOf(FIRST), names(), $seatNotice.get()]).toEqual([2, ['1'], null])
  })

  it('stay released although a process lags behind', async () => {
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

describe('a hidden page or an idle visitor', () => {
  it('has no stream: it closes when hidden and continues from its version when shown', async () => {
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

  it('R4.70 R9.13 closes its stream after five minutes without activity and reopens it on the next', async () => {
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

describe('without events', () => {
  it('polls instead of streaming, never both, and tries events again later', async () => {
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

  it('gives up a stream that never opens, as behind a buffering proxy', async () => {
    office.delays = { ...office.delays, event: () => 60_000 }
    await watch()
    await pass(9_000)
    expect(polls()).toBe(0)
    await pass(2_000)
    expect(polls()).toBe(1)
  })

  it('gives up a stream that stays silent after an action on this page', async () => {
    office.events = 'mute'
    await watch()
    await pass(20_000)
    expect(office.streams.size).toBe(1)
    await selectSeat(FIRST)
    await pass(7_000)
    expect([office.streams.size, polls(), statusOf(FIRST)]).toEqual([0, 1, 2])
  })

  it('does not reopen a stream that opens and closes at once', async () => {
    await watch()
    stream().cut()
    await pass(POLL_MS)
    expect([office.streams.size, polls()]).toEqual([0, 2])
  })

  it('polls all the time in a browser without EventSource, at no cost for an unchanged state', async () => {
    vi.stubGlobal('EventSource', undefined)
    await watch()
    await pass(POLL_MS * 4)
    expect(polls()).toBe(5)
    expect(new Set(office.asked.map(({ headers }) => headers.get('if-none-match')))).toEqual(new Set(['"v1.1"']))
    office.change({ 3: [3] })
    await pass(POLL_MS)
    expect(statusOf(3)).toBe(3)
  })

  it('ignores an answer that is older than an event', async () => {
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

  it('waits as long as the server says, whatever happens on the page', async () => {
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
