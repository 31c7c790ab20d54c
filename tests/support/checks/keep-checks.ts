import type { Checks } from './check.ts'

const KEEPS = 'lib/server/platform/db/functions/keeps.sql'
const RENEWALS = 'lib/server/seats/claims/renewal-keeps.ts'

/** Who may have the seats that are kept for subscribers and renewals, and who sees, moves and ends them. */
export const KEEP_CHECKS = {
  'a kept seat is not locked by others': {
    file: 'lib/server/platform/db/functions/seats.sql',
    fn: 'claim_seat',
    text: `IF is_kept(show, seat, visitor, for_membership) THEN refusal := 'taken'; RETURN; END IF;`,
    without: '',
  },
  'a kept seat is not free for the series of others': {
    file: 'lib/server/platform/db/functions/series.sql',
    fn: 'taken_shows',
    text: 'OR is_kept(w.show, w.seat, visitor, for_membership)',
    without: '',
  },
  'a kept seat is not claimed for the series of others': {
    file: 'lib/server/platform/db/functions/series.sql',
    fn: 'claim_series',
    text: 'AND NOT is_kept(w.show, w.seat, visitor, for_membership)',
    without: '',
  },
  'seats for subscribers are had by who proved a membership': {
    file: KEEPS,
    fn: 'may_take',
    text: 'g.uuid = visitor AND e.kind',
    without: 'visitor IS NOT NULL AND e.kind',
  },
  'a seat is renewed by its member': { file: KEEPS, fn: 'may_take', text: ' AND is_member(k.entitlement_id, visitor)', without: '' },
  'a member is who proved the membership': {
    file: KEEPS,
    fn: 'is_member',
    text: 'g.uuid = visitor AND g.entitlement_id',
    without: 'visitor IS NOT NULL AND g.entitlement_id',
  },
  'a member is who bought the membership': { file: KEEPS, fn: 'is_member', text: ' AND is_order_of(o, visitor)', without: '' },
  'a move is asked for by the member': {
    file: RENEWALS,
    text: ' AND is_member($2, $1)',
    without: ' AND $1::uuid IS NOT NULL',
    statement: 'ask-to-move',
  },
  'a kept seat is given up by an order of its member': {
    file: RENEWALS,
    text: 'AND is_member(k.entitlement_id, $2)',
    without: 'AND $2::uuid IS NOT NULL',
    statement: 'end-renewals',
  },
  'offers are those of proved memberships': {
    file: RENEWALS,
    text: 'WHERE g.uuid = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'kept-renewals',
  },
  'what has lapsed is told of proved memberships': {
    file: RENEWALS,
    text: ' AND g.uuid = $1 AND k.until <= now()',
    without: ' AND $1::uuid IS NOT NULL AND k.until <= now()',
    statement: 'lapsed-renewals',
  },
  'a renewal comes from our own pages': { file: 'pages/membership/_renew.ts', text: 'isCrossSite(request)', without: 'false' },
} as const satisfies Checks
