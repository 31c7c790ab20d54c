import { ACT_CHECKS, REFERENCE_PAGE_CHECKS, RESERVATION_PAGE_CHECKS, SEAT_SALE_CHECKS } from './act-checks.ts'
import { BROKER_CHECKS } from './broker-checks.ts'
import type { Check, Checks } from './check.ts'
import { CODE_CHECKS } from './code-checks.ts'
import { CUSTOMER_CHECKS } from './customer-checks.ts'
import { ENROL_CHECKS } from './enrol-checks.ts'
import { FILM_CHECKS } from './film-checks.ts'
import { FRIEND_CHECKS } from './friend-checks.ts'
import { HOLD_CHECKS } from './hold-checks.ts'
import { INTEGRATION_CHECKS } from './integration-checks.ts'
import { KEEP_CHECKS } from './keep-checks.ts'
import { KEY_CHECKS } from './key-checks.ts'
import { MEMBERSHIP_CHECKS } from './membership-checks.ts'
import { ORDER_CHECKS } from './order-checks.ts'
import { PASSKEY_CHECKS } from './passkey-checks.ts'
import { RESALE_CHECKS } from './resale-checks.ts'
import { SALES_CHECKS } from './sales-checks.ts'
import { SEAT_CHECKS } from './seat-checks.ts'
import { SERIES_CHECKS } from './series-checks.ts'
import { SESSION_CHECKS } from './session-checks.ts'
import { SITE_CHECKS } from './site-checks.ts'
import { STAFF_CHECKS } from './staff-checks.ts'
import { VISITOR_CHECKS } from './visitor-checks.ts'
import { VOUCHER_CHECKS } from './voucher-checks.ts'

const AREAS: readonly Checks[] = [
  ORDER_CHECKS,
  CUSTOMER_CHECKS,
  SESSION_CHECKS,
  VISITOR_CHECKS,
  STAFF_CHECKS,
  PASSKEY_CHECKS,
  SALES_CHECKS,
  ACT_CHECKS,
  RESERVATION_PAGE_CHECKS,
  REFERENCE_PAGE_CHECKS,
  SEAT_SALE_CHECKS,
  BROKER_CHECKS,
  HOLD_CHECKS,
  CODE_CHECKS,
  SEAT_CHECKS,
  SERIES_CHECKS,
  MEMBERSHIP_CHECKS,
  KEEP_CHECKS,
  RESALE_CHECKS,
  ENROL_CHECKS,
  VOUCHER_CHECKS,
  FILM_CHECKS,
  FRIEND_CHECKS,
  SITE_CHECKS,
  INTEGRATION_CHECKS,
  KEY_CHECKS,
]

/** Every check in the server of who may see, do or use something. */
export const CHECKS: readonly Check[] = AREAS.flatMap((area) => Object.values(area))
