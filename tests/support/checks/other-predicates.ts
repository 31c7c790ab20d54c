type Counts = Readonly<Record<string, number>>

/** Key predicates of the session or customer that a call was admitted as. Without them a statement would match no row or all rows. */
const NAMES_ITS_ROW: Counts = {
  'lib/server/seats/board/seat-watch.ts': 1,
  // Each of what the visitor has begun is taken away once in its own test (begun-nothing.test.ts).
  'lib/server/shared-pages/begun-nothing.ts': 5,
  'lib/server/orders/changes/ticket-change-page.ts': 2,
  'lib/server/entitlements/outside-references.ts': 1,
  'lib/server/entitlements/lookup/ticket-lookup-grants.ts': 1,
  'lib/server/entitlements/lookup/ticket-lookup.ts': 1,
  'lib/server/entitlements/kept-vouchers.ts': 2,
  'lib/server/customers/area/customer-vouchers.ts': 2,
  'lib/server/entitlements/entitlements.ts': 1,
  'lib/server/entitlements/mini-site/mini-sites.ts': 1,
  'lib/server/customers/account/customer-consents.ts': 1,
  'lib/server/customers/area/customer-deletion.ts': 17,
  'lib/server/integrations/forget-returns.ts': 2,
  'lib/server/customers/account/customer-details.ts': 4,
  'lib/server/customers/account/customer-photo.ts': 1,
  'lib/server/customers/session/customer-row.ts': 1,
  'lib/server/customers/session/customer-session.ts': 12,
  'lib/server/customers/sign-in/customers.ts': 3,
  'lib/server/customers/session/devices.ts': 6,
  'lib/server/customers/session/entered-mini-site.ts': 2,
  'lib/server/orders/cart/order-customer-info.ts': 3,
  'lib/server/customers/sign-in/set-password.ts': 3,
  'lib/server/customers/sign-in/sign-in-by-code.ts': 1,
  'lib/server/customers/sign-in/sign-in-link-peek.ts': 2,
  'lib/server/customers/sign-in/social-customer.ts': 2,
  'lib/server/orders/cart/carts.ts': 2,
  'lib/server/orders/place/order-intent.ts': 1,
  'lib/server/orders/place/order-key.ts': 1,
  'lib/server/orders/place/order-rows.ts': 2,
  'lib/server/orders/cart/kept-ssn.ts': 2,
  'lib/server/customers/session/visitors.ts': 7,
  'lib/server/staff/people/staff-sessions.ts': 1,
  'lib/server/staff/session/open-session.ts': 2,
  'lib/server/staff/session/staff-session.ts': 1,
}

/** Predicates of seat counts, uses, tries and seats in the way: selection rules and limits, covered by the race tests. */
const COUNTS_AND_LIMITS: Counts = {
  'lib/server/entitlements/reference-quantities.ts': 1,
  'lib/server/seats/board/seat-board-memory.ts': 1,
  'lib/server/customers/sign-in/sign-in-code.ts': 1,
  'lib/server/customers/session/sign-in-limits-log.ts': 1,
  'lib/server/platform/db/functions/entitlements.sql': 4,
  'lib/server/platform/db/functions/places.sql': 1,
  'lib/server/platform/db/functions/seats.sql': 9,
  'lib/server/platform/db/functions/series.sql': 6,
  'lib/server/sold/seat/choice-rules.ts': 3,
  'lib/server/sold/seat/seat-claims.ts': 3,
  'lib/server/sold/seat/seat-reclaim.ts': 4,
  'lib/server/sold/seat/hold-limits.ts': 1,
  'lib/server/providers/captcha/captcha-passes.ts': 1,
  'lib/server/seats/claims/claim-batches.ts': 1,
  'lib/server/seats/claims/resale-claims.ts': 1,
}

/** The session behind a listed check, what saves asking one (may_take decides), and the lock taken at the start. */
const NOT_ASKED: Counts = {
  'lib/server/platform/db/functions/keeps.sql': 1,
  'lib/server/platform/db/functions/orders.sql': 1,
  'lib/server/platform/db/start-lock.ts': 1,
}

/** Predicates of passwords, solved challenges and forms, covered by their own tests (password-login, captcha, ticket-change, payment-sandbox, social-sandbox, wait-list, mini-sites, other-dates, membership-form, donation-form, film-form, round-up). */
const ASKED_ELSEWHERE: Counts = {
  'lib/server/customers/sign-in/password-login.ts': 2,
  'lib/server/providers/captcha/captcha-altcha.ts': 1,
  'lib/server/providers/sign-in/openid-sandbox.ts': 1,
  'pages/booking/checkout/_round-up.ts': 1,
  'pages/cart/[resId]/change.astro': 1,
  'pages/donations/_give.ts': 1,
  'pages/mini-site/_ask-by-form.ts': 1,
  'pages/membership/_choose.ts': 1,
  'pages/system-vouchers/_choose.ts': 1,
  'pages/system-vouchers/_steps.ts': 1,
  'pages/order/[presentationId]/_move-by-form.ts': 1,
  'pages/sandbox/openid/authorize.astro': 1,
  'pages/sandbox/openid/token.ts': 1,
  'pages/sandbox/payment/[formId].astro': 1,
  'pages/sandbox/payment/[formId]/challenge/[challenge].astro': 1,
  'pages/vod/_watch.ts': 1,
  'pages/wait-list/_ask-by-form.ts': 1,
  'pages/waiting/[key].astro': 1,
}

/** Predicates about a visitor or customer that are not listed checks, by file. A new one makes the count differ. */
export const OTHERS: Counts = { ...NAMES_ITS_ROW, ...COUNTS_AND_LIMITS, ...NOT_ASKED, ...ASKED_ELSEWHERE }
