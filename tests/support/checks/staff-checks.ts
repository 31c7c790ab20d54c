import type { Checks } from './check.ts'

const SESSION = 'lib/server/staff/session/staff-session.ts'
const SERVE = 'lib/server/calls/serve.ts'

/** Who of the staff is signed in, and what the role may do. */
export const STAFF_CHECKS = {
  'staff are known by their own secret': {
    file: SESSION,
    text: 'WHERE s.sid_hash = $1 AND s.is_open',
    without: 'WHERE $1::bytea IS NOT NULL AND s.is_open',
    statement: 'staff-by-session',
  },
  'staff give their second factor': {
    file: SESSION,
    text: 's.is_open AND is_staff_session_alive(s)',
    without: 'is_staff_session_alive(s)',
    statement: 'staff-by-session',
  },
  'a session of staff ends': {
    file: SESSION,
    text: 'AND is_staff_session_alive(s) AND m.disabled_at',
    without: 'AND m.disabled_at',
    statement: 'staff-by-session',
  },
  'who left is not let in': { file: SESSION, text: 'AND m.disabled_at IS NULL', without: '', statement: 'staff-by-session' },
  'a role needs the permission of a call': { file: SERVE, text: 'mayStaff(member, staff)', without: 'true' },
} as const satisfies Checks
