import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'

/** A ticket that everybody may have, for ₪100. */
export function plainTicketAnswer(id: number, ticketGroupId = 1, multiplyFactor = 1): TicketAnswer {
  return {
    id,
    ticketGroupId,
    multiplyFactor,
    name: 'רגיל',
    price: 100,
    oldPrice: null,
    serviceCharge: 0,
    pricePolicyId: 1,
    code: null,
    ref1: null,
    ref2: null,
    ref1prompt: null,
    ref2prompt: null,
    memberNumber: null,
    systemVoucher: null,
    walkin: false,
    access: 'open',
    isReferenceChecked: false,
    minAge: null,
    maxAge: null,
    balance: null,
    quantity: 0,
  }
}

/** A ticket group without tickets. */
export function plainGroupAnswer(id: number): TicketGroupAnswer {
  return { id, name: '', tickets: [], voucherTickets: [], isByCodeEnabled: false, accesses: ['open'] }
}

const ticket = plainTicketAnswer
export const groups: TicketGroupAnswer[] = [
  {
    id: 7,
    name: 'אולם',
    tickets: [ticket(70, 7, 2), ticket(71, 7, 1), ticket(72, 7, 1)],
    voucherTickets: [],
    isByCodeEnabled: false,
    accesses: ['open'],
  },
  { id: 8, name: 'דשא', tickets: [ticket(80, 8, 1)], voucherTickets: [], isByCodeEnabled: false, accesses: ['open'] },
]

export function presentation(id: number, more: Partial<PresentationAnswer> = {}): PresentationAnswer {
  return {
    id,
    featureId: 1,
    featureName: '',
    featureTypeId: 1,
    featureCategoryId: 1,
    featureCategoryName: '',
    locationId: 1,
    locationName: '',
    venueId: 3,
    venueTypeId: 1,
    seatplanId: 9,
    seatingPolicyId: 1,
    authProfileId: 1,
    businessId: 1,
    dateTime: '',
    seats: [],
    seatplan: null,
    seatsLoaded: false,
    products: [],
    ticketGroups: groups,
    serviceCharge: null,
    isReserved: true,
    isGA: 1,
    soldout: false,
    seatingMode: 'mixed',
    hasReservedSection: true,
    hasGASection: true,
    hasMultiGASections: false,
    viewAreaFilename: null,
    imageMapHtml: null,
    seatplanVersion: 'v1',
    seatRules: { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false },
    imageMap: null,
    hasSectionViews: false,
    venueName: '',
    city: '',
    maxSeats: 4,
    available: 9,
    priceFrom: 100,
    priceTo: 100,
    saleState: 'open',
    isPriceTotal: true,
    orderForm: null,
    additionalTerms: null,
    asksWaiver: false,
    maxPayments: 3,
    ...more,
  }
}
