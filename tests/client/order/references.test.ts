import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $references, trustStored } from '#lib/client/order/references-state.ts'
import { checkReferences, firstOpenReference } from '#lib/client/order/references.ts'
import { $totals, storeOrder } from '#lib/client/order/order.ts'
import { $selectedSeats, chooseTicket, typeReferences } from '#lib/client/seats/seats.ts'
import { withoutReferences } from '#lib/domain/seating/rules/seat-selection.ts'
import { byCode, CodeOffice, openWith, refusal, selected } from './code-office.ts'

const CLUB = 12
let office: CodeOffice
beforeEach(() => {
  office = new CodeOffice()
  office.tickets = ({ ticketCode }) =>
    ticketCode === '2001' ? byCode(CLUB, 1, {}) : refusal('referenceNotEligible', 'הפרט שהוזן אינו מזכה בכרטיס הזה.')
  openWith([selected('1'), selected('2', { ticketId: CLUB })])
})
afterEach(() => vi.unstubAllGlobals())

const storedTickets = () =>
  office.lastCart?.presentations?.flatMap(({ seats }) => seats.map(({ ticket }) => [ticket.ticketId, ticket.ref1]))

describe('a ticket with a prompt', () => {
  it('keeps its seat out of the stored cart until a valid reference is typed', async () => {
    await storeOrder()
    expect(storedTickets()).toEqual([[11, undefined]])
    typeReferences('2', { ref1: '2001' })
    expect(await checkReferences('2')).toBe(true)
    expect(office.lookUps).toEqual([{ ticketGroupId: '1', ticketId: '12', ticketCode: '2001', reference2: '' }])
    expect(storedTickets()).toEqual([
      [11, undefined],
      [CLUB, '2001'],
    ])
  })

  it('counts in what the order costs while the stored cart lacks it; once it is stored, the server says the sum', async () => {
    await storeOrder()
    expect($totals.get().balanceDue).toBe(20_000)
    typeReferences('2', { ref1: '2001' })
    expect(await checkReferences('2')).toBe(true)
    expect($totals.get().balanceDue).toBe(0)
  })

  it('R8.71 says that a reference is not valid and leads the buyer to it before going on', async () => {
    typeReferences('2', { ref1: '666' })
    expect(await firstOpenReference()).toBe('ref1-2')
    expect(Object.values($references.get())).toMatchObject([{ at: 'bad', refusal: { message: 'הפרט שהוזן אינו מזכה בכרטיס הזה.' } }])
    typeReferences('2', { ref1: '2001' })
    expect(await firstOpenReference()).toBeUndefined()
  })

  it('leads to an empty field without a request', async () => {
    expect(await firstOpenReference()).toBe('ref1-2')
    expect(office.lookUps).toEqual([])
  })

  it('is not checked again after a reload', async () => {
    typeReferences('2', { ref1: '2001' })
    trustStored($selectedSeats.get())
    expect(await firstOpenReference()).toBeUndefined()
    expect(office.lookUps).toEqual([])
  })

  it('R4.7 loses its reference with the ticket and with the seat', () => {
    typeReferences('2', { ref1: '2001' })
    const [, typed] = $selectedSeats.get()
    expect(typed && withoutReferences(typed).ref1).toBe('')
    chooseTicket('2', 11)
    expect($selectedSeats.get()[1]).toEqual(selected('2'))
  })
})
