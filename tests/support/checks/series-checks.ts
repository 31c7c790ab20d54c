import type { Checks } from './check.ts'

const SERIES = 'lib/server/seats/claims/series-claims.ts'

/** What keeps a seat on many dates whole, and its holder's own. */
export const SERIES_CHECKS = {
  'a series is claimed whole or not at all': {
    file: 'lib/server/platform/db/functions/series.sql',
    fn: 'claim_series',
    text: `RAISE EXCEPTION USING ERRCODE = 'SH001', MESSAGE = had.refusal;
      END IF;
    END LOOP;
    UPDATE`,
    without: `refusal := had.refusal; RETURN;
      END IF;
    END LOOP;
    UPDATE`,
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
