import type { Checks } from './check.ts'

const CLAIMS = 'lib/server/seats/claims/resale-claims.ts'

/** What of an evening that is given back stays with who has locked its seat for their own sale. */
export const RESALE_CHECKS = {
  'a seat of a locked part stays its broker’s when it is offered': {
    file: CLAIMS,
    text: 'AND k.staff_id IS NULL',
    without: '',
    statement: 'offer-claim',
  },
  'a seat that staff keep is not taken back': {
    file: CLAIMS,
    text: 'AND NOT is_kept_by_staff($1, $2)',
    without: '',
    statement: 'take-claim-back',
  },
} as const satisfies Checks
