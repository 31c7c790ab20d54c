import type { Catalogue, Presentation, Product, ServiceCharge, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import type { PlanFacts, WantedSeat } from '#lib/domain/cart/check-seat.ts'
import {
  grantKey,
  type GivenBack,
  type Grant,
  type GrantFacts,
  type OrderFacts,
  type VoucherBalance,
} from '#lib/domain/entitlements/grant.ts'
import type { PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { plainPresentation, plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'

export const NOW = Date.UTC(2026, 10, 21, 10)

/** Group 1 sells seats of category A at 100 ₪ and tickets for codes and members. Group 2 sells places of category B at 60 ₪, group 3 sells to members only. */
export const TICKET = {
  full: 1,
  student: 2,
  half: 3,
  pair: 4,
  member: 5,
  voucher: 6,
  senior: 7,
  listed: 8,
  walkin: 9,
  unpriced: 10,
  ranked: 11,
  asked: 12,
  pairForAll: 13,
  place: 20,
  clubOnly: 30,
}

const GROUPS: readonly TicketGroup[] = [
  {
    id: 1,
    name: 'אולם',
    isByCodeEnabled: true,
    tickets: [
      plainTicket({ id: TICKET.full, price: 10_000, serviceCharge: 500 }),
      plainTicket({ id: TICKET.student, price: 7_000 }),
      plainTicket({ id: TICKET.half, price: 5_000, access: 'code' }),
      plainTicket({ id: TICKET.pair, price: 10_000, serviceCharge: 500, access: 'code', multiplyFactor: 2 }),
      plainTicket({ id: TICKET.member, price: 3_000, access: 'member' }),
      plainTicket({ id: TICKET.voucher, price: 0, access: 'voucher' }),
      plainTicket({ id: TICKET.senior, price: 4_000, access: 'senior' }),
      plainTicket({ id: TICKET.listed, price: 2_000, ref1prompt: 'מספר חייל', referenceCheck: 'list' }),
      plainTicket({ id: TICKET.walkin, walkin: true }),
      plainTicket({ id: TICKET.unpriced, price: null }),
      plainTicket({ id: TICKET.ranked, ref1prompt: 'מספר חייל', ref2prompt: 'דרגה', referenceCheck: 'list' }),
      plainTicket({ id: TICKET.asked, ref1prompt: 'שם הילד', ref2prompt: 'גיל' }),
      plainTicket({ id: TICKET.pairForAll, multiplyFactor: 2 }),
    ],
  },
  { id: 2, name: 'רחבה', isByCodeEnabled: false, tickets: [plainTicket({ id: TICKET.place, ticketGroupId: 2, price: 6_000 })] },
  {
    id: 3,
    name: 'מועדון',
    isByCodeEnabled: true,
    tickets: [plainTicket({ id: TICKET.clubOnly, ticketGroupId: 3, price: 1_000, access: 'member' })],
  },
]

const PRICES = [
  { category: 'A', ticketGroupId: 1, allocationId: 1 },
  { category: 'B', ticketGroupId: 2, allocationId: 1 },
  { category: 'none', ticketGroupId: 1, allocationId: -1 },
]

export const PRODUCT: Product = { id: 1, name: 'תוכנייה', description: '', price: 2_500, maxQuantity: 4, isDeliveryRequired: false }
const FEE: ServiceCharge = { id: 1, name: null, amountPerOrder: 700, percentRatePerOrder: null }
const PERCENT: ServiceCharge = { id: 2, name: 'עמלה', amountPerOrder: null, percentRatePerOrder: 5 }

/** A presentation of the hall, with both sections. */
export function showing(id: number, more: Partial<Presentation> = {}): Presentation {
  return plainPresentation({ id, prices: PRICES, productIds: [PRODUCT.id], ...more })
}

export function houseOf(...presentations: readonly Presentation[]): Catalogue {
  return {
    version: 1,
    locations: new Map(),
    venues: new Map(),
    categories: new Map(),
    features: new Map(),
    pictures: new Map(),
    memberships: new Map(),
    membershipsByCode: new Map(),
    seasons: new Map(),
    voucherSuperClasses: new Map(),
    voucherClasses: new Map(),
    donations: new Map(),
    films: new Map(),
    miniSites: new Map(),
    seatplans: new Map(),
    ticketGroups: new Map(GROUPS.map((group) => [group.id, group])),
    products: new Map([[PRODUCT.id, PRODUCT]]),
    serviceCharges: new Map([FEE, PERCENT].map((charge) => [charge.id, charge])),
    presentations: new Map(presentations.map((one) => [one.id, one])),
  }
}

const section = (id: number, isReserved: boolean): PlanSection => ({
  id,
  name: '',
  isReserved,
  capacity: 50,
  firstPlace: isReserved ? null : 1_000,
  category: isReserved ? null : 'B',
  outline: [],
  labelX: 0,
  labelY: 0,
})

/** Section 1 has rows of seats: y 1 is category A, y 2 has no allocation, y 3 is not for sale. Section 2 is general admission. */
export const PLANS: ReadonlyMap<number, PlanFacts> = new Map([
  [
    1,
    {
      sectionOf: (id: number) => (id === 1 || id === 2 ? section(id, id === 1) : undefined),
      seatAt: (sectionId: number, x: number, y: number) =>
        x > 0 && x <= 50 && y <= 3
          ? {
              id: y * 100 + x,
              sectionId,
              groupId: 0,
              x,
              y,
              seatplanX: x,
              seatplanY: y,
              rotate: 0,
              rowName: String(y),
              seatName: String(x),
              category: ['', 'A', 'none', 'Z'][y] ?? '',
              features: [],
            }
          : undefined,
    },
  ],
])

/** Seat x of the first row. */
export function seat(x: number, more: Partial<WantedSeat> = {}): WantedSeat {
  return { presentationId: 1, venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, ticketId: TICKET.full, x, y: 1, ...more }
}

export function place(more: Partial<WantedSeat> = {}): WantedSeat {
  return { ...seat(1), sectionId: 2, ticketGroupId: 2, ticketId: TICKET.place, x: null, y: null, ...more }
}

/** A coupon without a limit, for any ticket of the hall. */
export function grant(more: Partial<Grant> = {}): Grant {
  return {
    id: 1,
    kind: 'coupon',
    publicCode: 'STAGE',
    ticketIds: new Set(Object.values(TICKET)),
    usesLeft: null,
    businessId: null,
    venueIds: null,
    startsAt: null,
    endsAt: null,
    isActive: true,
    holderName: '',
    membershipName: '',
    ...more,
  }
}

/** A voucher worth 100 ₪. */
export function voucher(more: Partial<VoucherBalance> = {}): VoucherBalance {
  return {
    id: 1,
    balance: 10_000,
    bundle: null,
    state: 'active',
    allowsPartial: true,
    businessIds: null,
    startsAt: null,
    endsAt: null,
    ...more,
  }
}

/** Tickets worth 50 ₪ that were paid by card. */
export function given(more: Partial<GivenBack> = {}): GivenBack {
  return {
    orderId: 'o',
    amount: 5_000,
    presentationIds: [1],
    businessId: 1,
    authProfileId: 1,
    charge: 0,
    isFeePaid: false,
    money: { payments: [{ paymentId: 'p', left: 100_000, canRefund: true }], credited: 0, vouchers: [] },
    evenings: [],
    modify: { resId: 'r', tickets: ['t'] },
    ...more,
  }
}

export function facts(
  grants: readonly Grant[] = [],
  vouchers: readonly VoucherBalance[] = [],
  givenBack: OrderFacts['givenBack'] = null,
): OrderFacts & GrantFacts {
  return {
    grants: new Map(grants.map((one) => [grantKey(one.kind, one.publicCode), one])),
    vouchers: new Map(vouchers.map((one) => [one.id, one])),
    givenBack,
    now: NOW,
  }
}
