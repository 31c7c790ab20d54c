import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $payment, commitOf, commitPayment } from '#lib/client/checkout/payment.ts'
import { $seatNotice, $selectedSeats, $status, loadSeats, sealSeats, selectSeat } from '#lib/client/seats/seats.ts'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import { actAsBrowser, restoreFromPageCache, writeInOtherTab } from '#tests/client/page.ts'
import { SeatOffice } from './seat-office.ts'
import { groups, presentation } from '#tests/client/showing.ts'

let office: SeatOffice
let lastId = 4000

beforeEach(async () => {
  vi.useFakeTimers()
  office = new SeatOffice()
  await loadSeats(presentation((lastId += 1)), groups, [])
  await selectSeat(0)
  await vi.advanceTimersByTimeAsync(GRACE_MS)
  $seatNotice.set(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => [$selectedSeats.get().length, $status.get()?.states.status[0], $seatNotice.get()?.kind]
const ticket = { prsntId: 0, ticketGroupId: 7, venueId: 3, seatplanId: 9, sectionId: 1, ticketId: 71, amount: 100, serviceCharge: 0 }

const seatsOf = (prsntId: number) => [{ XCoordinate: 1, YCoordinate: 1, RowName: '1', SeatName: '1', ticket: { ...ticket, prsntId } }]

/** Commits this page's selection, as the payment page does. */
async function buy(presentationId: number): Promise<void> {
  await commitPayment(commitOf({ seats: seatsOf(presentationId), paymentIdentifier: 'p' }))
  expect($payment.get()).toEqual({ at: 'done', reservationIdentifier: 'r1', ticketIdentifiers: [] })
}

describe('R4.25 after a commit', () => {
  it('marks the visitor’s seats unavailable and deselects them', async () => {
    await selectSeat(2)
    $seatNotice.set(null)
    sealSeats()
    expect(shown()).toEqual([0, 0, undefined])
    expect([...($status.get()?.states.status ?? [])].slice(0, 4)).toEqual([0, 1, 0, 1])
  })

  it('does so on a page from the back-forward cache too, and loads the state again', async () => {
    await buy(lastId)
    expect(shown()).toEqual([1, 2, undefined])
    office.change({ 0: [3, -1] })
    office.asked.length = 0
    restoreFromPageCache()
    expect(shown()).toEqual([0, 0, undefined])
    await vi.advanceTimersByTimeAsync(GRACE_MS)
    expect(new Set(office.asked.map(({ path }) => path))).toEqual(new Set(['seats-status']))
  })

  it('does so in another tab at once', async () => {
    await buy(lastId)
    writeInOtherTab()
    expect(shown()).toEqual([0, 0, undefined])
  })

  it('ignores another presentation and a repeated message', async () => {
    await buy(lastId + 500)
    writeInOtherTab()
    expect(shown()).toEqual([1, 2, undefined])
    await vi.advanceTimersByTimeAsync(1)
    await buy(lastId)
    writeInOtherTab()
    expect($selectedSeats.get()).toHaveLength(0)
    await selectSeat(1)
    writeInOtherTab()
    expect($selectedSeats.get()).toHaveLength(1)
  })

  it('R8.3 R8.5 a commit that is refused answers the error as it is, and every seat stays selected', async () => {
    office.refusals.push('CARD_DECLINED')
    await commitPayment(commitOf({ seats: seatsOf(lastId), paymentIdentifier: 'p' }))
    expect($payment.get()).toMatchObject({ at: 'refused', refusal: { code: 'CARD_DECLINED', message: 'sentence of CARD_DECLINED' } })
    writeInOtherTab()
    expect(shown()).toEqual([1, 2, undefined])
  })

  it('works without storage: the server tells', async () => {
    vi.stubGlobal('localStorage', undefined)
    await buy(lastId)
    restoreFromPageCache()
    actAsBrowser()
    expect($selectedSeats.get()).toHaveLength(1)
  })
})
