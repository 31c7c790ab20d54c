import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $cartRefusal, $stored } from '#lib/client/order/cart.ts'
import { enterCode, followUses, removeCode } from '#lib/client/order/codes.ts'
import { $codeNews, $codeProblem, $codes, $takesCodes } from '#lib/client/order/codes-state.ts'
import { $lines, $totals } from '#lib/client/order/order.ts'
import { redeemedOf } from '#lib/client/order/order-lines.ts'
import { $selectedSeats } from '#lib/client/seats/seats.ts'
import { dropSeats, withStoredTickets } from '#lib/domain/seating/rules/seat-selection.ts'
import { byCode, CodeOffice, openWith, proved, refusal, selected, twoGroups } from './code-office.ts'

const COUPON = { code: 'BAMA-20' }
const SSN = '123456782'
let office: CodeOffice
beforeEach(() => {
  office = new CodeOffice()
})
afterEach(() => vi.unstubAllGlobals())

const enter = (code: string, ssn = '') => enterCode({ code, ssn })
const tickets = () => $selectedSeats.get().map(({ ticketId }) => ticketId)
const stored = () => (office.lastCart?.presentations ?? []).flatMap(({ seats }) => seats)

describe('a coupon', () => {
  beforeEach(() => {
    office.tickets = ({ ticketGroupId }) =>
      ticketGroupId === '1' ? byCode(15, 1, { ...COUPON, balance: 3 }) : refusal('ticketNotFound', 'לא מצאנו כרטיס מתאים.')
    openWith([selected('1'), selected('2', { ticketGroupId: 2, ticketId: 21 })])
  })

  it('R4.22 R1.6 replaces the ticket of a matching seat, remembers it and stores the cart at once', async () => {
    expect(await enter(' bama-20 ')).toBeNull()
    expect(tickets()).toEqual([15, 21])
    expect(stored()[0]).toMatchObject({ replacedTicketId: 11, ticket: { ticketId: 15, code: 'BAMA-20', amount: 50 } })
    expect($lines.get().seats[0]).toMatchObject({ price: 5000, oldPrice: 10_000 })
    expect($codes.get()).toEqual([{ name: 'BAMA-20', kind: 'coupon', label: 'BAMA-20', seats: 1, left: 2 }])
    expect($codeNews.get()).toEqual({ kind: 'applied', label: 'BAMA-20', seats: 1 })
  })

  it('R4.23 restores the ticket when it is removed', async () => {
    await enter('BAMA-20')
    expect(await removeCode('BAMA-20')).toBe(true)
    expect($selectedSeats.get()).toEqual([selected('1'), selected('2', { ticketGroupId: 2, ticketId: 21 })])
    expect(stored()[0]?.ticket).not.toHaveProperty('code')
    expect($codeNews.get()).toEqual({ kind: 'removed', label: 'BAMA-20', seats: 1 })
  })

  it('is looked up in each ticket group of the chosen seats, and stops at a refusal that holds for all', async () => {
    await enter('BAMA-20')
    expect(office.lookUps.map((one) => one.ticketGroupId)).toEqual(['1', '2'])
    office.lookUps.length = 0
    office.tickets = () => refusal('codeNotFound', 'לא מצאנו את הקוד הזה.')
    expect(await enter('WRONG')).toEqual({ field: 'code', code: 'codeNotFound', message: 'לא מצאנו את הקוד הזה.' })
    expect(office.lookUps).toHaveLength(1)
    expect(tickets()).toEqual([15, 21])
  })

  it('goes to the cheapest seat of all groups', async () => {
    office.tickets = ({ ticketGroupId }) => (ticketGroupId === '1' ? byCode(15, 1, COUPON) : byCode(25, 2, { ...COUPON, price: 40 }))
    await enter('BAMA-20')
    expect(tickets()).toEqual([11, 25])
  })

  it('R5.27 is removed if the cart is refused, with the reason', async () => {
    await enter('BAMA-20')
    const before = $selectedSeats.get()
    office.tickets = () => byCode(16, 2, { code: 'OTHER' })
    office.cartRefusals.push('COUPON_USED')
    expect(await enter('OTHER')).toMatchObject({ field: 'code', code: 'COUPON_USED', message: 'COUPON_USED.' })
    expect($selectedSeats.get()).toEqual(before)
    expect($cartRefusal.get()).toBeNull()
  })

  it('stays if its removal cannot be stored', async () => {
    await enter('BAMA-20')
    office.cartRefusals.push('GENERAL_ERROR')
    expect(await removeCode('BAMA-20')).toBe(false)
    expect(tickets()).toEqual([15, 21])
    expect($codeProblem.get()).toMatchObject({ code: 'GENERAL_ERROR' })
  })

  it('is restored after a reload, as the stored cart has it', async () => {
    await enter('BAMA-20')
    const lines = stored().map((seat) => ({
      ...seat.ticket,
      x: seat.XCoordinate,
      y: seat.YCoordinate,
      ref1: '',
      ref2: '',
      redeemed: redeemedOf(seat),
    }))
    const again = withStoredTickets([selected('1'), selected('2', { ticketGroupId: 2, ticketId: 21 })], lines)
    expect(again.map(({ ticketId, redeemed }) => [ticketId, redeemed?.code, redeemed?.replacedTicketId])).toEqual([
      [15, 'BAMA-20', 11],
      [21, undefined, undefined],
    ])
  })
})

describe('a coupon for two seats', () => {
  beforeEach(() => {
    office.tickets = ({ ticketGroupId }) =>
      ticketGroupId === '1' ? byCode(16, 1, { code: 'DUO', multiplyFactor: 2, price: 100 }) : refusal('ticketNotFound')
  })

  it('R5.24 R5.25 is refused if a seat is missing, and changes nothing', async () => {
    openWith([selected('1')])
    expect(await enter('DUO')).toEqual({ field: 'code', code: 'COUPON_NEEDS_ONE', message: '' })
    expect(tickets()).toEqual([11])
  })

  it('R4.24 pays one seat and makes the other its free sub-ticket', async () => {
    openWith([selected('1'), selected('2')])
    await enter('DUO')
    expect($lines.get().seats.map((line) => [line.price, line.oldPrice])).toEqual([
      [10_000, null],
      [0, 10_000],
    ])
    expect(stored().map(({ ticket }) => [ticket.amount, ticket.isMultiplyFactorSubTicket])).toEqual([
      [100, undefined],
      [0, true],
    ])
    expect($totals.get()).toBeDefined()
  })

  it('restores the tickets of both seats if one of them is released', async () => {
    openWith([selected('1'), selected('2')])
    await enter('DUO')
    const stop = followUses()
    $selectedSeats.set(dropSeats($selectedSeats.get(), ['1']))
    stop()
    expect($selectedSeats.get()).toEqual([selected('2')])
    expect($codeNews.get()).toEqual({ kind: 'restored', label: 'DUO', seats: 1 })
  })
})

describe('an ID number', () => {
  const member = (balance: number, ticketGroupId = 1) => ({
    status: 200,
    body: {
      ...(byCode(17, ticketGroupId, { access: 'member', memberNumber: 'm-1', balance, name: 'מנוי', price: 0 }).body as object),
      member: proved({ balance }),
    },
  })

  it('R5.15 is enough to look up a membership, which covers as many seats as it has entries', async () => {
    office.tickets = () => member(2)
    openWith([selected('1'), selected('2'), selected('3')])
    expect(await enter('', SSN)).toBeNull()
    expect(office.lookUps[0]?.ticketCode).toBe(SSN)
    expect(tickets()).toEqual([17, 17, 11])
    expect(stored()[0]?.ticket).toMatchObject({ memberNumber: 'm-1', amount: 0 })
    expect($codes.get()).toEqual([{ name: 'm-1', kind: 'member', label: 'מעגל הבמה', seats: 2, left: 0 }])
    expect(JSON.stringify(office.carts)).not.toContain(SSN)
  })

  it('R5.17 is refused if the same membership is entered twice', async () => {
    office.tickets = () => member(5)
    openWith([selected('1')])
    await enter('', SSN)
    $selectedSeats.set([...$selectedSeats.get(), selected('2')])
    expect(await enter('', SSN)).toEqual({ field: 'ssn', code: 'MEMBERSHIP_CODE_TWICE', message: '' })
    expect(tickets()).toEqual([17, 11])
  })

  it('R5.13 is asked for if a coupon needs one, is sent with the cart and not stored here', async () => {
    office.tickets = () => refusal('invalidSSN', 'מספר תעודת הזהות אינו תקין.')
    openWith([selected('1')])
    expect(await enter('BAMA-20')).toEqual({ field: 'ssn', code: 'SSN_NEEDED', message: '' })
    office.tickets = () => byCode(15, 1, COUPON)
    expect(await enter('BAMA-20', SSN)).toBeNull()
    expect(office.carts.at(-2)?.customerInfo).toEqual({ ssn: SSN })
    expect(office.lastCart).not.toHaveProperty('customerInfo')
    expect($stored.get()?.cart).not.toContain(SSN)
  })

  it.each(['12345', 'abc', '123456789'])('is not sent if it is invalid (%s)', async (ssn) => {
    openWith([selected('1')])
    expect(await enter('', ssn)).toMatchObject({ field: 'ssn', code: 'invalidSSN' })
    expect(office.lookUps).toEqual([])
  })
})

describe('the code card', () => {
  it('is shown only if a chosen seat can be bought by code', () => {
    openWith([selected('1')])
    expect($takesCodes.get()).toBe(true)
    openWith([selected('1')], { ticketGroups: twoGroups.map((group) => ({ ...group, isByCodeEnabled: false, accesses: ['open'] })) })
    expect($takesCodes.get()).toBe(false)
  })

  it('says that a code must be typed', async () => {
    openWith([selected('1')])
    expect(await enter(' ')).toMatchObject({ field: 'code', code: 'CODE_EMPTY' })
  })
})
