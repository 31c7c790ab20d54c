import type { Checks } from './check.ts'

const STAFF = 'lib/server/platform/db/functions/staff.sql'
const KEEPS = 'lib/server/seats/claims/producer-keeps.ts'
const sells = (text: string, without = 'true') => ({ file: STAFF, fn: 'sells_allocation', text, without }) as const

/** Who holds seats as a producer, of what, and who has them then. */
export const HOLD_CHECKS = {
  'a held seat is had by who sells its allocation': {
    file: 'lib/server/platform/db/functions/keeps.sql',
    fn: 'may_take',
    text: 'sells_allocation(visitor, k.presentation_id, k.allocation_id)',
    without: 'true',
  },
  'who sells it is known by the browser of the sign-in': sells('s.visitor = who AND s.is_open', 'who IS NOT NULL AND s.is_open'),
  'who sells it is signed in': sells('s.is_open AND is_staff_session_alive(s) AND m.disabled_at', 's.is_open AND m.disabled_at'),
  'who sells it has an open account': sells('m.disabled_at IS NULL AND 267', '267'),
  'who sells it may sell seats as a producer': sells('267 = ANY (r.permissions)'),
  'who sells it is of the business': sells('(m.business_ids IS NULL OR p.business_id = ANY (m.business_ids))'),
  'who sells it is of the show': sells('(m.feature_ids IS NULL OR p.feature_id = ANY (m.feature_ids))'),
  'who sells it has a role of the business': sells('(r.business_ids IS NULL OR p.business_id = ANY (r.business_ids))'),
  'who sells it has a role of the show': sells('(r.feature_ids IS NULL OR p.feature_id = ANY (r.feature_ids))'),
  'who sells it has the allocation': sells('(m.allocation_ids IS NULL OR allocation = ANY (m.allocation_ids))'),
  'a producer holds what the own visitor has chosen': {
    file: KEEPS,
    text: "holder = $2 AND state = 'H' AND expires_at > now() ORDER BY",
    without: "$2::uuid IS NOT NULL AND state = 'H' AND expires_at > now() ORDER BY",
    statement: 'chosen-by-producer',
  },
  'a producer lets go what the own visitor has chosen': {
    file: KEEPS,
    text: "holder = $2 AND state = 'H' AND expires_at > now() AND seat_id",
    without: "$2::uuid IS NOT NULL AND state = 'H' AND expires_at > now() AND seat_id",
    statement: 'let-go-chosen',
  },
  'a producer chooses seats of own allocations': {
    file: 'lib/server/sales/holds/holds.ts',
    text: 'chosen.some(({ allocationId }) => allocationId === null)',
    without: 'false',
  },
  'what is kept for somebody else is not held': {
    file: 'lib/server/sales/holds/holds.ts',
    text: 'chosen.some(({ isKept }) => isKept)',
    without: 'false',
  },
  'a producer releases own allocations': {
    file: KEEPS,
    text: 'AND allocation_id = ANY ($2::int[]) AND until',
    without: 'AND $2::int[] IS NOT NULL AND until',
    statement: 'end-producer-keep',
  },
  'a producer locks seats of own allocations': {
    file: 'lib/server/seats/claims/seats.ts',
    text: 'producer?.allocationIds?.includes(allocationId) === false',
    without: 'false',
  },
  'only a producer locks seats of what is flagged as sold out': {
    file: 'lib/server/seats/claims/seats.ts',
    text: 'presentation.soldout && !producer',
    without: 'false',
  },
  'a producer is found seats of own allocations': {
    file: 'lib/server/seats/best/best-presentations.ts',
    text: 'producer?.allocationIds?.includes(allocationId) ?? true',
    without: 'true',
  },
  'what is held follows an import': {
    file: KEEPS,
    text: 'CASE WHEN parts.seat IS NULL THEN now() ELSE sale_ends_at(p) END',
    without: 'sale_ends_at(p)',
    statement: 'producer-keeps-follow-catalogue',
  },
} as const satisfies Checks
