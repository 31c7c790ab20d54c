import type { RefusalCode } from '#lib/domain/refusal.ts'

/** The one place that gives a refusal its HTTP status: 409 unless a more exact 4xx exists. */
const EXACT: Partial<Record<RefusalCode, number>> = {
  BAD_REQUEST: 400,
  MALFORMED_JSON: 400,
  MISSING_UUID: 400,
  FORM_INVALID: 400,
  TOO_MANY_PRESENTATIONS: 400,
  CARD_DATA_REFUSED: 400,
  CART_EMPTY: 400,
  PAYMENT_FORM_INVALID: 400,
  invalid_mobileNumber: 400,
  invalid_ssn: 400,
  PASSWORD_TOO_WEAK: 400,
  NOT_SIGNED_IN: 401,
  HOLD_NEEDS_LOGIN: 401,
  HOLD_NEEDS_MEMBERSHIP: 403,
  SIGN_IN_AGAIN: 403,
  MOBILE_UPDATE_NOT_ALLOWED: 403,
  CANCEL_NOT_ALLOWED: 403,
  invalid_captcha: 403,
  captchaError: 403,
  CROSS_SITE: 403,
  NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  MEMBERSHIP_NOT_FOUND: 404,
  DONATION_NOT_FOUND: 404,
  VOD_NOT_FOUND: 404,
  VOD_MEDIA_MISSING: 404,
  VOD_NOT_YOURS: 403,
  DONATION_AMOUNT: 400,
  METHOD_NOT_ALLOWED: 405,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HOLD_WAIT: 429,
  NETWORK_LIMIT: 429,
  TOO_MANY_CODES: 429,
  TOO_MANY_DONATIONS: 429,
}

export function statusOf(code: RefusalCode): number {
  return EXACT[code] ?? 409
}
