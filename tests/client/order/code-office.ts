import { vi } from 'vitest'
import { $stored } from '#lib/client/order/cart.ts'
import { $codeNews, $codeProblem } from '#lib/client/order/codes-state.ts'
import { openOrder, type Opened } from '#lib/client/order/order.ts'
import { $references } from '#lib/client/order/references-state.ts'
import { $seatsPhase, $selectedSeats } from '#lib/client/seats/seats.ts'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer, TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { actAsBrowser } from '#tests/client/page.ts'
import { plainGroupAnswer, plainTicketAnswer, presentation } from '#tests/client/showing.ts'

export interface LookUp {
  readonly ticketGroupId: string
  readonly ticketCode: string
  readonly ticketId: string
  readonly reference2: string
}
type Answer = { readonly status: number; readonly body: unknown }

export const refusal = (error: string, message = ''): Answer => ({ status: 409, body: { error, message } })

/** A ticket that is sold by code only, as the look-up answers it. */
export function byCode(id: number, ticketGroupId: number, more: Partial<TicketAnswer>): Answer {
  const ticket = { ...plainTicketAnswer(id, ticketGroupId), access: 'code', name: 'קופון', price: 50, ...more }
  return { status: 200, body: { ticket, msg: '', member: null } }
}

/** A member of ‘מעגל הבמה’ who may have tickets of group 1, three times. */
export function proved(more: Partial<MemberAnswer> = {}): MemberAnswer {
  return {
    ...{ memberNumber: 'm-1', name: 'מעגל הבמה', additionalName: '', memberCustomerName: 'נועה', membershipId: 1, membershipTypeId: null },
    ...{ balance: 3, customerId: null, membershipIdentifier: null, startDate: null, endDate: null, isAvailable: true, isExpired: false },
    ...{ isNotStarted: false, allowMemberSaleTickets: true, usedBalance: 0, ticketGroupIds: [1] },
    ...more,
  }
}

/** A fake server of carts and look-ups behind the browser's `fetch`. */
export class CodeOffice {
  readonly carts: StoredCart[] = []
  readonly lookUps: LookUp[] = []
  readonly unlocked: unknown[] = []
  /** The ticketCodes of each request, and the presentation that it was answered with. */
  readonly ticketCodes: string[] = []
  presentation: PresentationAnswer = presentation(1)
  /** Refusals of the next carts; undefined accepts. */
  readonly cartRefusals: string[] = []
  /** The answer of a look-up. */
  tickets: (asked: LookUp) => Answer = () => refusal('codeNotFound', 'לא מצאנו את הקוד הזה.')

  constructor() {
    actAsBrowser()
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input, 'http://office')
      const { status, body } = this.#answer(url, typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {})
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
    })
    $stored.set(null)
    $references.set({})
    $codeNews.set(null)
    $codeProblem.set(null)
  }

  get lastCart(): StoredCart | undefined {
    return this.carts.at(-1)
  }

  #answer(url: URL, body: Record<string, unknown>): Answer {
    if (url.pathname.endsWith('/ticket')) return this.#lookUp(url)
    if (url.pathname === '/api/presentations/1') {
      this.ticketCodes.push(url.searchParams.get('ticketCodes') ?? '')
      return { status: 200, body: { presentation: this.presentation } }
    }
    if (url.pathname === '/api/seats/unlock-seat') {
      this.unlocked.push(body.seat)
      return { status: 200, body: { unlockedSeat: { x: 0, y: 0 } } }
    }
    const code = this.cartRefusals.shift()
    if (code) return refusal(code, `${code}.`)
    this.carts.push(body.cart as StoredCart)
    const nothing = { seatsPrice: 0, productsPrice: 0, globalServiceCharge: 0, originalPrice: 0, discount: 0, modifiedPrice: 0 }
    const totals = { ...nothing, globalServiceChargeName: '', voucherPayments: [], balanceDue: 0, giveBack: 0 }
    return { status: 200, body: { success: true, totals } }
  }

  #lookUp({ searchParams }: URL): Answer {
    const text = (name: string) => searchParams.get(name) ?? ''
    const asked = {
      ticketGroupId: text('ticketGroupId'),
      ticketCode: text('ticketCode'),
      ticketId: text('ticketId'),
      reference2: text('reference2'),
    }
    this.lookUps.push(asked)
    return this.tickets(asked)
  }
}

export function selected(name: string, more: Partial<SelectedSeat> = {}): SelectedSeat {
  return {
    key: name,
    presentationId: 1,
    venueId: 3,
    seatplanId: 9,
    sectionId: 1,
    groupId: 0,
    ticketGroupId: 1,
    allocationId: 1,
    x: Number(name),
    y: 1,
    sectionName: 'אולם',
    rowName: '1',
    seatName: name,
    features: [],
    ticketId: 11,
    ref1: '',
    ref2: '',
    isFromBestAvailable: false,
    ...more,
  }
}

/** Two groups that sell by code: ₪100 and ₪80, and in the first a ticket for members of a club, who give their number. */
export const twoGroups: TicketGroupAnswer[] = [
  {
    ...plainGroupAnswer(1),
    isByCodeEnabled: true,
    accesses: ['open', 'code'],
    tickets: [plainTicketAnswer(11), { ...plainTicketAnswer(12), ref1prompt: 'מספר חבר', isReferenceChecked: true }],
  },
  { ...plainGroupAnswer(2), isByCodeEnabled: true, accesses: ['open', 'code'], tickets: [{ ...plainTicketAnswer(21, 2), price: 80 }] },
]

/** Opens an order with some seats selected. */
export function openWith(seats: readonly SelectedSeat[], more: Partial<PresentationAnswer> = {}, opened: Partial<Opened> = {}): void {
  $seatsPhase.set('ready')
  $selectedSeats.set([])
  openOrder({
    presentation: presentation(1, { ticketGroups: twoGroups, ...more }),
    cart: null,
    others: [],
    codes: [],
    members: [],
    ...opened,
  })
  $selectedSeats.set(seats)
}
