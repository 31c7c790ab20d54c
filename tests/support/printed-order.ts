import type { DocumentTicket, OrderDocument } from '#lib/server/documents/documents.ts'
import type { ReceiptDocument } from '#lib/server/documents/receipt-document.ts'

/** An order and a receipt for printing. Names are in Hebrew as in the catalogue, whatever the buyer's language. */
export const FEATURE = 'הגשר של אבא'
/** 20:30 in Israel's summer time, a Tuesday. */
const STARTS = Date.UTC(2027, 2, 30, 17, 30)

const TICKET: DocumentTicket = {
  ticketIdentifier: 'ABCDEFGHJK0123456789',
  ticketName: 'סטודנט (עם תעודה)',
  sectionName: 'אולם מרכז',
  rowName: '7',
  seatName: '14',
  price: 15_750,
  state: 'valid',
  isOffered: false,
  code: '1.ABCDEFGHJK0123456789.4001.x',
}

const CANCELLED: DocumentTicket = { ...TICKET, ticketIdentifier: '01A3B567890123456789', state: 'cancelled', code: null }

export const TICKETS: OrderDocument = {
  orderId: '1',
  documentKey: 'D1',
  reservationIdentifier: 'R1',
  orderNumber: '12345678',
  firstName: 'נועה',
  lastName: 'ברקאי',
  email: 'noa@example.com',
  mobileNumber: '0547314821',
  locale: 'he',
  amountDue: 31_500,
  numberOfPayments: 1,
  products: [],
  showings: [
    {
      presentationId: 1,
      featureId: 1,
      featureName: FEATURE,
      locationName: 'תיאטרון החוף',
      venueName: 'אולם 1',
      city: 'תל אביב',
      address: '',
      startsAt: STARTS,
      endsAt: STARTS,
      pastAt: STARTS,
      isUntimed: false,
      doorsAt: STARTS,
      accessibility: '',
      isCancelled: false,
      tickets: [TICKET, CANCELLED],
    },
  ],
}

export const RECEIPT: ReceiptDocument = {
  number: 12,
  kind: 'charge',
  reason: null,
  ofNumber: null,
  donated: 0,
  amount: 42_600,
  at: STARTS,
  documentKey: 'D1',
  hasTickets: true,
  orderNumber: '12345678',
  customerName: 'נועה ברקאי',
  method: 'card',
  last4: '4821',
  numberOfPayments: 3,
  lines: [
    { kind: 'ticket', name: 'סטודנט', featureName: FEATURE, startsAt: STARTS, isUntimed: false, quantity: 3, amount: 47_100 },
    { kind: 'serviceCharge', name: null, amount: 500 },
    { kind: 'voucher', ending: '7734', amount: -5_000 },
  ],
}
