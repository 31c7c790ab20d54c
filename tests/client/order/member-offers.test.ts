import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterCode, redeemMember, removeCode } from '#lib/client/order/codes.ts'
import { $codes } from '#lib/client/order/codes-state.ts'
import { $memberOffers } from '#lib/client/order/member-offers.ts'
import { $selectedSeats } from '#lib/client/seats/seats.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import { byCode, CodeOffice, openWith, proved, selected, twoGroups } from './code-office.ts'
import { plainTicketAnswer, presentation } from '#tests/client/showing.ts'

const SSN = '123456782'
const TICKET = { ...plainTicketAnswer(17), access: 'member', memberNumber: 'm-1', balance: 2, name: 'מנוי', price: 0 } as const
const offers = () => $memberOffers.get().map(({ member, problem }) => [member.memberNumber, problem])
const tickets = () => $selectedSeats.get().map(({ ticketId }) => ticketId)

let office: CodeOffice
beforeEach(() => {
  office = new CodeOffice()
  office.presentation = withTicket(1)
})
afterEach(() => vi.unstubAllGlobals())

function withTicket(groupId: number) {
  const ticketGroups = twoGroups.map((group) => (group.id === groupId ? { ...group, tickets: [...group.tickets, TICKET] } : group))
  return presentation(1, { ticketGroups })
}

const open = (members: readonly MemberAnswer[], count = 3) =>
  openWith(
    ['1', '2', '3'].slice(0, count).map((name) => selected(name)),
    {},
    { members },
  )

describe('R4.48 memberships of the customer are offered in the order', () => {
  it('if no seat uses them yet, and are used without an ID number', async () => {
    open([proved(), proved({ memberNumber: 'm-2' })])
    expect(offers()).toEqual([
      ['m-1', null],
      ['m-2', null],
    ])
    expect(await redeemMember(proved())).toBeNull()
    expect(office.ticketCodes).toEqual(['m-1'])
    expect(office.lookUps).toEqual([])
    expect(tickets()).toEqual([17, 17, 11])
    expect(office.lastCart?.presentations?.[0]?.seats[0]?.ticket).toMatchObject({ memberNumber: 'm-1', amount: 0 })
    expect(offers()).toEqual([['m-2', null]])
    expect($codes.get()).toEqual([{ name: 'm-1', kind: 'member', label: 'מעגל הבמה', seats: 2, left: 0 }])
  })

  it('again after they are removed', async () => {
    open([proved()])
    await redeemMember(proved())
    await removeCode('m-1')
    expect(tickets()).toEqual([11, 11, 11])
    expect(offers()).toEqual([['m-1', null]])
  })

  it('including one found by ID number, once it is not in use', async () => {
    open([])
    const body = { ...(byCode(17, 1, TICKET).body as object), member: proved() }
    office.tickets = () => ({ status: 200, body })
    expect(await enterCode({ code: '', ssn: SSN })).toBeNull()
    expect(offers()).toEqual([])
    await removeCode('m-1')
    expect(offers()).toEqual([['m-1', null]])
  })

  it.each<[string, Partial<MemberAnswer>]>([
    ['expired', { isExpired: true, balance: 0 }],
    ['notStarted', { isNotStarted: true }],
    ['noneLeft', { balance: 0 }],
    ['notHere', { ticketGroupIds: [2] }],
  ])('with the reason if they cannot be used: %s', (problem, more) => {
    open([proved(more)])
    expect(offers()).toEqual([['m-1', problem]])
  })
})

describe('a membership that gives nothing any more', () => {
  it('changes nothing and says so', async () => {
    open([proved()])
    office.presentation = presentation(1, { ticketGroups: twoGroups })
    expect(await redeemMember(proved())).toEqual({ field: 'ssn', code: 'noValidMember', message: '' })
    expect(tickets()).toEqual([11, 11, 11])
  })

  it('changes nothing if somebody else took its last entries and the cart is refused', async () => {
    open([proved()])
    office.cartRefusals.push('memberNoneAvailable')
    expect(await redeemMember(proved())).toMatchObject({ code: 'memberNoneAvailable' })
    expect(tickets()).toEqual([11, 11, 11])
    expect(offers()).toEqual([['m-1', null]])
  })

  it('is used once if it is pressed twice', async () => {
    open([proved()])
    await redeemMember(proved())
    expect(await redeemMember(proved())).toMatchObject({ code: 'MEMBERSHIP_CODE_TWICE' })
  })
})
