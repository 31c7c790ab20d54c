import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import type { Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { AlikeList } from '#lib/domain/catalogue/lists/alike-items.ts'
import { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'

/** A presentation with neutral defaults. */
export function plainPresentation(more: Partial<Presentation> = {}): Presentation {
  return {
    id: 1,
    featureId: 1,
    venueId: 1,
    seatplanId: 1,
    startsAt: 0,
    seatingPolicyId: 1,
    authProfileId: 1,
    businessId: 1,
    serviceChargeId: null,
    maxSeats: 8,
    soldout: false,
    isOnlyInSites: false,
    isCancelled: false,
    saleOpensAt: null,
    viewAreaFilename: null,
    imageMapHtml: null,
    seatRules: { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false },
    orderForm: null,
    additionalTerms: null,
    asksWaiver: false,
    maxPayments: 3,
    changes: { allowed: true, untilMinutes: 240, withinDays: null },
    cancellation: null,
    prices: [],
    subscriberSeats: [],
    productIds: [],
    ...more,
  }
}

/** Presentations that are made when they are asked for, those of each kind from one of them. @param made is told of each @param presentations in their order */
export function keptAlike(presentations: readonly Presentation[], made: (id: number) => void = () => undefined): KeptInOrder<Presentation> {
  const kindOf = (one: Presentation) => JSON.stringify({ ...one, id: 0, startsAt: 0 })
  const kinds = [...new Map(presentations.map((one) => [kindOf(one), { ...one, id: 0, startsAt: 0 }]))]
  const list = AlikeList.of<Presentation>({
    kinds: kinds.map(([, kind]) => kind),
    kindAt: presentations.map((one) => kinds.findIndex(([key]) => key === kindOf(one))),
    make: (kind, position) => {
      const { id, startsAt } = presentations[position] ?? kind
      made(id)
      return { ...kind, id, startsAt }
    },
  })
  return KeptInOrder.ofAlike(
    list,
    presentations.map(({ id }) => id),
  )
}

/** A ticket that everybody may buy. */
export function plainTicket(more: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    ticketGroupId: 1,
    name: '',
    price: 10_000,
    oldPrice: null,
    serviceCharge: 0,
    pricePolicyId: 1,
    access: 'open',
    ref1prompt: null,
    ref2prompt: null,
    referenceCheck: 'none',
    multiplyFactor: 1,
    walkin: false,
    minAge: null,
    maxAge: null,
    ...more,
  }
}

/** A presentation of the same feature in the same hall, at noon of a given day. */
export function plainShowing(date: string, id = 1): Showing {
  const startsAt = Date.parse(`${date}T10:00:00Z`)
  return {
    presentation: plainPresentation({ id, startsAt }),
    feature: {
      id: 1,
      name: '',
      featureTypeId: 1,
      categoryId: 1,
      tagline: '',
      description: '',
      eyebrow: '',
      minutes: 0,
      fromAge: null,
      badges: [],
      credits: [],
      quote: null,
    },
    category: undefined,
    venue: { id: 1, locationId: 1, name: '', venueTypeId: 1 },
    location: { id: 1, name: '', city: '', address: '', phone: '', doorsMinutes: 30, accessibility: '' },
    date,
    isUntimed: false,
  }
}

/** In the order of a catalogue. */
export function byStart(showings: readonly Showing[]): readonly Showing[] {
  return showings.toSorted(({ presentation: one }, { presentation: other }) => one.startsAt - other.startsAt || one.id - other.id)
}
