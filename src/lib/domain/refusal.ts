/**
 * Every code that a refusal may carry (spec §8; those the spec leaves unnamed are named here).
 * The spelling is the spec's own; the HTTP status of each is in server/refusal-status.ts, the words in text/<locale>/errors.json.
 */
export const REFUSAL_CODES = [
  // the call itself
  'BAD_REQUEST', 'MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'METHOD_NOT_ALLOWED', 'NOT_FOUND', 'CROSS_SITE',
  'MISSING_UUID', 'UUID_MISMATCH', 'TOO_MANY_REQUESTS', 'FORM_INVALID', 'CARD_DATA_REFUSED',
  // customers
  'NOTHING_TO_CANCEL', 'BALANCE_IS_DUE', 'CUSTOMER_NOT_FOUND', 'CUSTOMER_NO_MOBILE', 'INVALID_SMS_CODE', 'LOGIN_FAILED', 'SMS_FAILED',
  'invalid_captcha', 'invalid_mobileNumber', 'invalid_ssn', 'CUSTOMER_TOKEN_REDEEMED', 'EXPIRED', 'ERROR', 'GENERAL_ERROR',
  // vouchers
  'SYSTEM_VOUCHER_NOT_FOUND', 'NOT_ACTIVE', 'ALREADY_FOR_REPLACEMENT', 'NOT_SOLD_IN_OUTLET', 'PARTIAL_REDEMPTION_NOT_ALLOWED',
  'VOUCHER_CANCELLATION_NOT_ALLOWED',
  // cancelling and changing
  'PRSNT_NOT_FOUND', 'CONTACT_PROVIDER', 'TOO_CLOSE_TO_PRSNT_DATE', 'TOO_FAR_FROM_PURCHASE_DATE', 'PROVIDER_REFUND_NOT_ALLOWED',
  'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT', 'CANNOT_REFUND_CREDIT_TRANSACTION', 'ALREADY_ENROLLED',
  // seats
  'SEAT_NOT_AVAILABLE', 'UNLOCK_FAILED', 'NOT_ENOUGH_PLACES', 'NOT_ENOUGH_RESERVED_SEATS', 'NOT_ENOUGH_SEATS_IN_SECTION', 'NOT_ENOUGH_SEATS',
  'NO_PRICE_POLICY', 'TICKET_BALANCE_INSUFFICIENT', 'SEAT_LIMIT', 'HOLD_EXPIRED', 'EXTENSION_USED', 'SALE_NOT_OPEN', 'SALE_CLOSED',
  // tickets by code
  'codeNotFound', 'ticketNotFound', 'voucherBalance', 'voucherExpired', 'invalidSSN', 'memberNotFound', 'noValidMember', 'memberNotStarted',
  'memberExpired', 'memberNoneAvailable', 'seniorNotFound', 'seniorNoBalance', 'referenceNotEligible', 'referenceCheckFailed', 'captchaError',
  // orders and payment
  'CART_EMPTY', 'CART_INCOMPATIBLE', 'PRICE_CHANGED', 'ORDER_CONFLICT', 'ORDER_IN_PROGRESS', 'PAYMENT_FORM_INVALID', 'PAYMENT_UNPROCESSABLE',
  'PAYMENT_NO_RESPONSE', 'PAYMENT_ERROR', 'PAYMENT_TIMEOUT', 'PAYMENT_UNEXPECTED', 'CARD_PROVIDER_ERROR', 'CARD_DECLINED', 'PAYMENT_PENDING',
  'PRODUCT_NOT_FOUND', 'PRODUCT_LIMIT',
  // watching and waivers
  'VOD_DEVICE_UNSUPPORTED', 'VOD_BROWSER_UNSUPPORTED', 'WAIVER_AGE_MISMATCH',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]
