import { VOUCHER_REFUSALS } from '#lib/domain/entitlements/check-vouchers.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'

/** What the customer can do after a refusal. */
export type WayOn =
  /** another card, with a new form */
  | 'card'
  /** wait: whether the card was charged is being checked, by asking the same again */
  | 'check'
  /** look at the new total and agree */
  | 'price'
  /** back to the seats */
  | 'seats'
  /** back to the details */
  | 'details'
  /** the same again */
  | 'again'

export type PaymentPhase =
  | { readonly at: 'idle' }
  | { readonly at: 'opening' }
  | { readonly at: 'form'; readonly url: string; readonly refusal: CallRefusal | null }
  /** The provider's form works in no frame: the browser goes there, by a press of its user's. */
  | { readonly at: 'leave'; readonly url: string; readonly refusal: CallRefusal | null }
  | { readonly at: 'free'; readonly refusal: CallRefusal | null }
  | { readonly at: 'committing' }
  | { readonly at: 'checking' }
  | { readonly at: 'refused'; readonly refusal: CallRefusal; readonly way: WayOn }
  /** An order is made, or the page of one that was made before says more. */
  | { readonly at: 'done'; readonly reservationIdentifier: string; readonly ticketIdentifiers?: readonly string[] }

const CODES_OF: Readonly<Record<Exclude<WayOn, 'again'>, readonly string[]>> = {
  card: [
    ...['CARD_DECLINED', 'CARD_PROVIDER_ERROR', 'PAYMENT_FORM_INVALID', 'PAYMENT_UNPROCESSABLE', 'PAYMENT_ERROR', 'PAYMENT_NO_RESPONSE'],
    ...['PAYMENT_TIMEOUT', 'PAYMENT_UNEXPECTED', 'ORDER_CONFLICT'],
  ],
  check: ['PAYMENT_PENDING', 'ORDER_IN_PROGRESS', 'NO_CONNECTION', 'GENERAL_ERROR'],
  price: ['PRICE_CHANGED'],
  seats: [
    ...[
      'HOLD_EXPIRED',
      'SEAT_NOT_AVAILABLE',
      'CART_EMPTY',
      'CART_INCOMPATIBLE',
      'NOT_ENOUGH_PLACES',
      'SALE_CLOSED',
      'SALE_NOT_OPEN',
      'NO_PRICE_POLICY',
    ],
    ...[
      'SEAT_LIMIT',
      'LONE_SEAT',
      'KEEP_ONE_FREE',
      'SEAT_BLOCKED',
      'SEATS_NOT_WHOLE',
      'TABLE_NOT_WHOLE',
      'COMPANION_ALONE',
      'NOT_FOUND',
      'PRODUCT_NOT_FOUND',
      'PRODUCT_LIMIT',
    ],
    ...['PAYMENT_RETURNED', 'HOLD_NEEDS_LOGIN', 'HOLD_NEEDS_MEMBERSHIP', 'HOLD_PREMIUM_SEAT', 'HOLD_TOO_LATE', 'HOLD_LIMIT'],
    // what a seat redeems is chosen where its ticket is
    ...[
      'ticketNotFound',
      'codeNotFound',
      'voucherBalance',
      'voucherExpired',
      'memberNotFound',
      'noValidMember',
      'memberNotStarted',
      'memberExpired',
    ],
    ...[
      'memberNoneAvailable',
      'seniorNotFound',
      'seniorNoBalance',
      'referenceNotEligible',
      'referenceCheckFailed',
      'TICKET_BALANCE_INSUFFICIENT',
    ],
    ...['COUPON_USED', 'COUPON_NEEDS_ONE', 'COUPON_NEEDS_MORE', 'COUPON_NO_TICKETS', 'MEMBERSHIP_CODE_TWICE', 'REPLACEMENT_MISMATCH'],
  ],
  details: [...['FORM_INVALID', 'invalid_ssn', 'invalid_mobileNumber', 'invalidSSN', 'WAIVER_AGE_MISMATCH'], ...VOUCHER_REFUSALS],
}

const WAYS: ReadonlyMap<string, WayOn> = new Map(
  (['card', 'check', 'price', 'seats', 'details'] as const).flatMap((way) => CODES_OF[way].map((code) => [code, way] as const)),
)

/** Refusals that name an order whose own page says more: one that is being checked, one that was paid before. */
export function leadsToOrder(code: string): boolean {
  return code === 'PAID_TWICE' || code === 'ALREADY_PAID' || wayOnFrom(code) === 'check'
}

export function wayOnFrom(code: string): WayOn {
  return WAYS.get(code) ?? 'again'
}

/** 'message: error', each part defaulting to 'Error' (spec §8). */
export function failureText({ message, code }: Pick<CallRefusal, 'message' | 'code'>): string {
  return `${message.replace(/[\s.]+$/, '') || 'Error'}: ${code || 'Error'}`
}

/** The sentences of a server's message, each with its stop: what happened, whether money moved, what now. */
export function sentencesOf(message: string): readonly string[] {
  return message
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
}

/** Seconds to wait before the same commit is asked again; the last one goes on. */
const CHECK_AFTER = [1, 2, 3, 5, 8, 10] as const

export function checkAfterSeconds(attempt: number): number {
  return CHECK_AFTER[Math.min(attempt, CHECK_AFTER.length - 1)] ?? 10
}
