import type { Checks } from './check.ts'

const SESSION = 'lib/server/staff/session/staff-session.ts'
const CODE = 'lib/server/staff/sign-in/staff-code.ts'
const TOTP = 'lib/server/staff/sign-in/totp.ts'
const INVITATION = 'lib/server/staff/sign-in/accept-invitation.ts'
const MANAGE = 'lib/server/staff/people/manage-people.ts'
const CHANGE = 'lib/server/staff/people/change-account.ts'
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
  'a code is given in the browser of the password': {
    file: CODE,
    text: 'WHERE s.sid_hash = $1 AND NOT s.is_open',
    without: 'WHERE $1::bytea IS NOT NULL AND NOT s.is_open',
    statement: 'staff-waits-for-code',
  },
  'a code of the app counts once': {
    file: TOTP,
    text: 'AND coalesce(totp_step, 0) < $2',
    without: '',
    statement: 'use-totp-step',
  },
  'a recovery code counts once': {
    file: TOTP,
    text: 'AND $2 = ANY (recovery_hashes)',
    without: '',
    statement: 'use-recovery-code',
  },
  'a link is shown while it works': {
    file: INVITATION,
    text: 'AND i.used_at IS NULL AND i.expires_at > now() AND',
    without: 'AND',
    statement: 'guest-of-link',
  },
  'a link is used once': {
    file: INVITATION,
    text: 'AND used_at IS NULL AND expires_at > now()',
    without: '',
    statement: 'use-invitation',
  },
  'own sessions are ended': {
    file: 'lib/server/staff/people/staff-sessions.ts',
    text: 'WHERE session_id = $2 AND staff_id = $1',
    without: 'WHERE session_id = $2 AND $1::int IS NOT NULL',
    statement: 'end-own-staff-session',
  },
  'owners see whom they may manage': {
    file: 'lib/server/staff/people/people.ts',
    text: 'mayManage(owner, reachOf(row.businessIds, row.featureIds))',
    without: 'true',
  },
  'owners give out what they have': { file: MANAGE, text: '!mayManage(owner, person)', without: 'false' },
  'owners give out roles that they have': {
    file: 'lib/server/staff/people/roles.ts',
    text: 'mayGrant(owner, role)',
    without: 'true',
  },
  'owners act on those whose role they have': {
    file: 'lib/server/staff/people/people.ts',
    text: 'mayGrant(owner, role)',
    without: 'true',
  },
  'a role is changed by who manages the whole house': { file: MANAGE, text: '!mayManage(owner, EVERYTHING)', without: 'false' },
  'nobody makes a role of more than they have': { file: MANAGE, text: '!mayGrant(owner, wanted)', without: 'false' },
  'ready-made roles stay as they are': {
    file: 'lib/server/staff/people/roles.ts',
    text: 'WHERE NOT r.is_ready_made',
    without: '',
    statement: 'save-staff-role',
  },
  'a role limits what its accounts see': { file: SESSION, text: 'narrow(own, ofRole)', without: 'own' },
  'nobody gives out a role that sees more than they do': {
    file: 'lib/domain/staff/manage.ts',
    text: 'isAmong(businessIds, owner.businessIds)',
    without: 'true',
  },
  'owners change accounts that they may manage': { file: CHANGE, text: '!(await managedBy(owner, staffId, client))', without: 'false' },
  'owners give accounts what they see': { file: CHANGE, text: '!mayManage(owner, wanted)', without: 'false' },
  'an owner is left': { file: 'lib/server/staff/people/keep-an-owner.ts', text: 'isLost(before, after)', without: 'false' },
  'a page is of its permission': { file: 'pages/PRES-live/_door.ts', text: '!mayStaff(door.member, permission)', without: 'false' },
  'owners do not close their own account': {
    file: MANAGE,
    text: `(act === 'close' || act === 'resetFactor') && staffId === owner.staffId`,
    without: 'false',
  },
  'owners read of whom they may manage': {
    file: 'lib/server/staff/people/audit-list.ts',
    text: '$1::int[] IS NULL OR staff_id = ANY ($1)',
    without: '$1::int[] IS NULL OR true',
    statement: 'staff-audit-lines',
  },
  'keys are of who manages the whole house': {
    file: 'lib/server/staff/outside/house-keys.ts',
    text: 'mayManage(owner, EVERYTHING)',
    without: 'true',
  },
  'the file of the log is of its permission': {
    file: 'pages/PRES-live/export.ts',
    text: '!mayStaff(member, PERMISSIONS.people)',
    without: 'false',
  },
  'staff sign in from our own pages': { file: 'pages/PRES-live/_door.ts', text: 'isCrossSite(request)', without: 'false' },
  'a password is set from our own pages': { file: 'pages/PRES-live/_invitation.ts', text: 'isCrossSite(request)', without: 'false' },
} as const satisfies Checks
