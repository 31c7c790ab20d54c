import { SHOP_CURRENCY, type Membership, type MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'

/** A price in shekels that asks for no reference. */
export function plainPrice(more: Partial<MembershipPrice> = {}): MembershipPrice {
  return {
    id: 1,
    priceCode: 'adult',
    name: 'רגיל',
    note: '',
    price: 40_000,
    currency: SHOP_CURRENCY,
    ref1prompt: null,
    ref2prompt: null,
    referenceCheck: 'none',
    ...more,
  }
}

/** An open membership of eight entries. */
export function plainMembership(more: Partial<Membership> = {}): Membership {
  return {
    id: 1,
    code: 'eight',
    name: 'שמונה ערבים',
    className: '',
    description: '',
    typeId: 1,
    seasonId: null,
    businessId: 1,
    authProfileId: 1,
    isSkipMemberSeat: false,
    isPricingPerTicket: false,
    defaultTicketGroupId: null,
    ticketIds: [],
    locationIds: [],
    uses: 8,
    amount: null,
    validDays: 365,
    validFrom: null,
    validUntil: null,
    isTopup: false,
    presentationIds: [],
    choice: null,
    rates: [],
    saleOpensAt: null,
    saleClosesAt: null,
    renewal: null,
    exchange: null,
    cancellation: null,
    resale: null,
    maxQuantity: 1,
    prices: [plainPrice()],
    ...more,
  }
}

export const DOLLARS = { id: 2, code: 'USD', symbol: '$' }
