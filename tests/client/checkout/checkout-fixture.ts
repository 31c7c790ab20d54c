import type { Checkout } from '#lib/client/checkout/checkout.ts'
import { NOTHING_DUE } from '#lib/domain/pricing/price-order.ts'
import { presentation } from '#tests/client/showing.ts'

/** One seat at a presentation, paid by two vouchers and ₪70. */
export const CHECKOUT: Checkout = {
  presentations: [presentation(7, { dateTime: '2026-11-24T18:30:00.000Z' })],
  seats: [
    {
      ...{ key: 'a', presentationId: 7, venueId: 3, seatplanId: 9, sectionId: 1, ticketGroupId: 7, allocationId: 1, x: 1, y: 1 },
      ...{ sectionName: '', rowName: '1', seatName: '1', ticketId: 71, ref1: '', ref2: '' },
    },
  ],
  quantities: {},
  offered: [],
  items: [],
  asked: {},
  itemsPath: null,
  seller: { businessId: 1, authProfileId: 1 },
  totals: { ...NOTHING_DUE, balanceDue: 7_000 },
  customerInfo: {},
  vouchers: [
    { id: 3, code: '•••• 7741', amount: 3_000, balance: 5_000 },
    { id: 4, code: '•••• 2093', amount: 1_000, balance: 1_000 },
  ],
  lostVoucher: null,
  modify: null,
  members: [],
  payUntil: null,
  keptSsn: null,
  isSignedIn: false,
  isProduced: false,
  integrationData: null,
}
