import type { CallRefusal } from './call.ts'

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
  | { readonly at: 'opening' }
  | { readonly at: 'form'; readonly url: string; readonly refusal: CallRefusal | null }
  | { readonly at: 'free' }
  | { readonly at: 'committing' }
  | { readonly at: 'checking' }
  | { readonly at: 'refused'; readonly refusal: CallRefusal; readonly way: WayOn }
  | { readonly at: 'done'; readonly reservationIdentifier: string }

const WAYS: Readonly<Record<string, WayOn>> = {
  CARD_DECLINED: 'card',
  CARD_PROVIDER_ERROR: 'card',
  PAYMENT_FORM_INVALID: 'card',
  PAYMENT_UNPROCESSABLE: 'card',
  PAYMENT_ERROR: 'card',
  PAYMENT_NO_RESPONSE: 'card',
  PAYMENT_TIMEOUT: 'card',
  PAYMENT_UNEXPECTED: 'card',
  ORDER_CONFLICT: 'card',
  PAYMENT_PENDING: 'check',
  ORDER_IN_PROGRESS: 'check',
  NO_CONNECTION: 'check',
  GENERAL_ERROR: 'check',
  PRICE_CHANGED: 'price',
  HOLD_EXPIRED: 'seats',
  SEAT_NOT_AVAILABLE: 'seats',
  CART_EMPTY: 'seats',
  CART_INCOMPATIBLE: 'seats',
  NOT_ENOUGH_PLACES: 'seats',
  SALE_CLOSED: 'seats',
  SALE_NOT_OPEN: 'seats',
  NO_PRICE_POLICY: 'seats',
  ticketNotFound: 'seats',
  SEAT_LIMIT: 'seats',
  LONE_SEAT: 'seats',
  KEEP_ONE_FREE: 'seats',
  SEAT_BLOCKED: 'seats',
  SEATS_NOT_WHOLE: 'seats',
  COMPANION_ALONE: 'seats',
  NOT_FOUND: 'seats',
  PRODUCT_NOT_FOUND: 'seats',
  PRODUCT_LIMIT: 'seats',
  FORM_INVALID: 'details',
  invalid_ssn: 'details',
  invalid_mobileNumber: 'details',
}

export function wayOnFrom(code: string): WayOn {
  return WAYS[code] ?? 'again'
}

/** 'message: error', each part defaulting to 'Error' (spec §8). */
export function failureText({ message, code }: Pick<CallRefusal, 'message' | 'code'>): string {
  return `${message.replace(/[\s.]+$/, '') || 'Error'}: ${code || 'Error'}`
}

/** Seconds to wait before the same commit is asked again; the last one goes on. */
const CHECK_AFTER = [1, 2, 3, 5, 8, 10] as const

export function checkAfterSeconds(attempt: number): number {
  return CHECK_AFTER[Math.min(attempt, CHECK_AFTER.length - 1)] ?? 10
}
