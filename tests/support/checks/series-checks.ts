import type { Checks } from './check.ts'

const SERIES_SQL = 'lib/server/platform/db/functions/series.sql'
const SERIES = 'lib/server/seats/claims/series-claims.ts'

/** What keeps a seat on many dates whole, and its holder's own. */
export const SERIES_CHECKS = {
  'a series is claimed whole or not at all': {
    file: SERIES_SQL,
    fn: 'claim_series',
    text: `IF refused_shows IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = 'SH001', MESSAGE = 'taken'; END IF;`,
    without: `IF refused_shows IS NOT NULL THEN refusal := 'taken'; RETURN; END IF;`,
  },
  'a seat of a series that is held stays with its holder': {
    file: SERIES_SQL,
    fn: 'claim_series',
    text: 'AND (c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)',
    without: '',
  },
  'the visitor’s own locks count towards the limits of a series': {
    file: SERIES_SQL,
    fn: 'series_terms',
    text: '(c.holder, c.presentation_id) BETWEEN (visitor, shows[1]) AND (visitor, shows[cardinality(shows)])',
    without: 'visitor IS NOT NULL AND c.presentation_id = ANY (shows)',
  },
  'the visitor’s own past time counts towards the wait of a series': {
    file: SERIES_SQL,
    fn: 'series_terms',
    text: '(p.holder, p.presentation_id) BETWEEN (visitor, shows[1]) AND (visitor, shows[cardinality(shows)])',
    without: 'visitor IS NOT NULL AND p.presentation_id = ANY (shows)',
  },
  'own seats of a series are freed': {
    file: SERIES,
    text: 'WHERE c.holder = $3 AND',
    without: 'WHERE $3::uuid IS NOT NULL AND',
    statement: 'release-series',
  },
  'a membership that counts as had was bought by the visitor': {
    file: 'lib/server/enrolment/past-enrolment.ts',
    text: 'is_order_of(o, $1)',
    without: '$1::uuid IS NOT NULL',
    statement: 'memberships-of-visitor',
  },
  'a membership that counts as had was proved by the visitor': {
    file: 'lib/server/enrolment/past-enrolment.ts',
    text: 'g.uuid = $1 AND',
    without: '$1::uuid IS NOT NULL AND',
    statement: 'memberships-of-visitor',
  },
  'the dates of a series are locked in one order': { file: SERIES, text: 'wanted.toSorted(byDateAndSeat)', without: '[...wanted]' },
} as const satisfies Checks
