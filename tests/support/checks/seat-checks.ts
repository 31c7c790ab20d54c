import type { Checks } from './check.ts'

const BEST = 'lib/server/seats/best/best-claims.ts'
const FAIR = 'lib/server/platform/db/functions/seats.sql'
const CLAIMS = 'lib/server/seats/claims/seat-claims.ts'
const HOLDS = 'lib/server/seats/claims/holds.ts'

/** Whose seats are bought, freed, extended and counted. */
export const SEAT_CHECKS = {
  'own seats are bought': {
    file: 'lib/server/sold/seat/seat-reserve.ts',
    text: 'holder = $1 AND',
    without: '$1::uuid IS NOT NULL AND',
    statement: 'lock-holds',
  },
  'own seats are put into the cart': {
    file: 'lib/server/sold/seat/seats-held.ts',
    text: 'WHERE holder = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'held-claims',
  },
  'a form is opened for own seats': {
    file: 'lib/server/sold/seat/seats-held.ts',
    text: 'WHERE holder = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'held-claims',
  },
  'an own seat is looked for to be freed': {
    file: CLAIMS,
    text: 'SELECT seat_id FROM seat_claim WHERE presentation_id = $1 AND holder = $2',
    without: 'SELECT seat_id FROM seat_claim WHERE presentation_id = $1',
    statement: 'release',
  },
  'an own seat is freed': {
    file: CLAIMS,
    text: `released_until = expires_at WHERE presentation_id = $1 AND holder = $2`,
    without: 'released_until = expires_at WHERE presentation_id = $1',
    statement: 'release',
  },
  'the time left is of own seats': { file: HOLDS, text: 'AND c.holder = $2', without: '', statement: 'hold-timer' },
  'the wait after a hold is of own holds': { file: HOLDS, text: 'AND p.holder = $2', without: '', statement: 'hold-timer' },
  'own seats are looked for to be extended': {
    file: HOLDS,
    text: 'SELECT presentation_id, seat_id FROM seat_claim WHERE holder = $1 AND',
    without: 'SELECT presentation_id, seat_id FROM seat_claim WHERE',
    statement: 'extend-holds',
  },
  'own seats are extended': { file: HOLDS, text: 'AND c.holder = $1', without: '', statement: 'extend-holds' },
  'own seats are kept when best ones are chosen': {
    file: 'lib/server/seats/best/best-claims.ts',
    text: 'WHERE holder = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'held-by',
  },
  'an order that was made twice is the visitor’s own': {
    file: 'lib/server/sold/seat/seat-rivals.ts',
    text: 'o.holder = $1 AND',
    without: '$1::uuid IS NOT NULL AND',
    statement: 'seat-rivals',
  },
  'a place is taken again from its own hold': {
    file: 'lib/server/sold/seat/seat-reclaim.ts',
    text: 'WHERE holder = $1 AND presentation_id = $2',
    without: 'WHERE $1::uuid IS NOT NULL AND presentation_id = $2',
    statement: 'own-places',
  },
  'only an own or an ended hold is taken again': {
    file: 'lib/server/sold/seat/seat-reclaim.ts',
    text: '(c.holder = excluded.holder OR c.expires_at <= now())',
    without: 'true',
    statement: 'lock-again',
  },
  'what is kept for others by now is not taken again': {
    file: 'lib/server/sold/seat/seat-reclaim.ts',
    text: 'NOT is_kept(show, seat, $1, membership) OR',
    without: 'true OR',
    statement: 'lock-again',
  },
  'a seat that is kept for a membership is bought with it only': {
    file: 'lib/server/sold/seat/seat-reserve.ts',
    text: 'AND NOT may_take(k, $5, line.membership_id)',
    without: 'AND $5::uuid IS NULL AND line.membership_id IS NULL',
    statement: 'take-holds',
  },
  'a seat that is held stays with its holder': {
    file: 'lib/server/platform/db/functions/seats.sql',
    fn: 'claim_seat',
    text: '(c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)',
    without: 'true',
  },
  'so many places as were wanted, or none': { file: BEST, text: 'places.length < quantity', without: 'false' },
  'all seats of a group, or none': {
    file: FAIR,
    fn: 'claim_group',
    text: `RAISE EXCEPTION USING ERRCODE = 'SH001', MESSAGE = had.refusal`,
    without: 'refusal := had.refusal; RETURN',
  },
  'a group is told when all its seats are held': {
    file: FAIR,
    fn: 'claim_group',
    text: 'IF had.claimed IS NULL THEN',
    without: 'IF false THEN',
  },
  'what is held now is one’s own': {
    file: HOLDS,
    text: 'min(expires_at) - now()))::int AS "secondsLeft"\n           FROM seat_claim WHERE holder = $1 AND',
    without: 'min(expires_at) - now()))::int AS "secondsLeft" FROM seat_claim WHERE $1::uuid IS NOT NULL AND',
    statement: 'held-now',
  },
} as const satisfies Checks
