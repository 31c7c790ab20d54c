import type { Checks } from './check.ts'

const PARTS = 'lib/server/sales/broker/parts.ts'
const STAFF = 'lib/server/platform/db/functions/staff.sql'

/** Whose part of a presentation is whose, and who sells and changes what is locked. */
export const BROKER_CHECKS = {
  'brokers act on their own presentations': {
    file: 'lib/server/sales/acts/change-presentation.ts',
    text: 'mayStaff(member, permission, { businessId: found.businessId, featureId: found.featureId })',
    without: 'true',
  },
  'brokers save their own allocations': { file: PARTS, text: 'ids.some((id) => !priced.includes(id))', without: 'false' },
  'a part is of one broker': {
    file: PARTS,
    text: 'parts.some((part) => part !== own && part.allocationIds.some((id) => ids.includes(id)))',
    without: 'false',
  },
  'a locked part stays as it is': { file: PARTS, text: 'own?.lockedUntil !== undefined', without: 'false' },
  'a locked seat is had by its broker': {
    file: 'lib/server/platform/db/functions/keeps.sql',
    fn: 'may_take',
    text: 'is_of_staff(visitor, k.staff_id)',
    without: 'true',
  },
  'a broker is known by the browser of the sign-in': {
    file: STAFF,
    fn: 'is_of_staff',
    text: 's.visitor = who AND s.staff_id',
    without: 'who IS NOT NULL AND s.staff_id',
  },
  'a broker is the visitor of the own session': {
    file: 'lib/server/staff/session/staff-visitor.ts',
    text: 'WHERE sid_hash = $1 AND visitor',
    without: 'WHERE $1::bytea IS NOT NULL AND visitor',
    statement: 'note-staff-visitor',
  },
  'a broker has the role of one': { file: STAFF, fn: 'is_of_staff', text: ' AND 269 = ANY (r.permissions)', without: '' },
  'a broker is signed in': { file: STAFF, fn: 'is_of_staff', text: ' AND is_staff_session_alive(s) AND 269', without: ' AND 269' },
  'a locked place is had by its broker': {
    file: 'lib/server/platform/db/functions/places.sql',
    fn: 'free_places',
    text: 'AND NOT may_take(k, visitor, NULL)',
    without: 'AND visitor IS NULL',
  },
  'an import changes no locked part': {
    file: 'lib/server/import/check/check-broker-parts.ts',
    text: 'WHERE b.locked_until > now()',
    without: 'WHERE false',
    statement: 'changed-broker-parts',
  },
} as const satisfies Checks
