import type { Checks } from './check.ts'

const SIGNATURE = 'lib/server/staff/passkeys/check-passkey.ts'
const MADE = 'lib/server/staff/own-factors/read-passkey.ts'
const CHALLENGE = 'lib/server/staff/passkeys/challenge.ts'
const FRESH = 'lib/server/staff/own-factors/fresh-factor.ts'
const OWN = 'lib/server/staff/own-factors/own-passkeys.ts'

const ORIGIN = { text: 'party.origin', without: `[party.origin, 'https://elsewhere.example']` }
const NAME = { text: 'party.id', without: `[party.id, 'elsewhere.example']` }
const OWNER = { text: '{ requireUserVerification: true }', without: '{ requireUserVerification: false }' }

/** What a passkey of staff is worth, and what is asked for before one comes or goes. */
export const PASSKEY_CHECKS = {
  'a passkey signs on our own page': { file: SIGNATURE, ...ORIGIN },
  'a passkey signs for our own name': { file: SIGNATURE, ...NAME },
  'a passkey signs for its owner': { file: SIGNATURE, ...OWNER },
  'a signature is of the key that was kept': {
    file: SIGNATURE,
    text: 'verified ? authenticationInfo.newCounter : undefined',
    without: 'authenticationInfo.newCounter',
  },
  'a passkey signs in whom it names': { file: SIGNATURE, text: 'response.userHandle === handleAsKept(handle)', without: 'true' },
  'a passkey alone names somebody': {
    file: 'lib/server/staff/passkeys/passkey-sign-in.ts',
    text: 'answer.response.userHandle === undefined',
    without: 'false',
  },
  'a counter does not go back': { file: SIGNATURE, text: 'hasCounterGoneBack(passkey.before, counter)', without: 'false' },
  'a passkey of a closed account is worth nothing': {
    file: 'lib/server/staff/sign-in/lock-account.ts',
    text: 'AND m.disabled_at IS NULL',
    without: '',
    statement: 'lock-staff-account',
  },
  'a challenge is answered in the browser that was given it': {
    file: CHALLENGE,
    text: 'c.bound_to = $1',
    without: '$1::bytea IS NOT NULL',
    statement: 'use-challenge',
  },
  'a challenge is of one purpose': { file: CHALLENGE, text: 'c.purpose = $2', without: '$2::text IS NOT NULL', statement: 'use-challenge' },
  'a challenge is answered once': { file: CHALLENGE, text: 'AND c.used_at IS NULL', without: '', statement: 'use-challenge' },
  'a challenge lapses': { file: CHALLENGE, text: 'AND c.expires_at > now()', without: '', statement: 'use-challenge' },
  'a passkey is made on our own page': { file: MADE, ...ORIGIN },
  'a passkey is made for our own name': { file: MADE, ...NAME },
  'a passkey is made by its owner': { file: MADE, ...OWNER },
  'a passkey is added after a fresh code': { file: FRESH, text: '(await useCode(client, staffId, proved.code))', without: 'true' },
  'one proves oneself by an own passkey': { file: FRESH, text: 'passkey?.staffId === staffId', without: 'true' },
  'who proves oneself is signed in': {
    file: 'lib/server/staff/passkeys/passkey-challenge.ts',
    text: 'member && staffSidHash(cookies)',
    without: 'staffSidHash(cookies)',
  },
  'a password alone does not open an account with a passkey': {
    file: 'lib/server/staff/sign-in/staff-password.ts',
    text: 'has_second_factor(m) AS',
    without: 'false AS',
    statement: 'staff-by-password',
  },
  'own passkeys are removed': {
    file: OWN,
    text: 'WHERE passkey_id = $2 AND staff_id = $1',
    without: 'WHERE passkey_id = $2 AND $1::int IS NOT NULL',
    statement: 'remove-passkey',
  },
  'the last second factor stays, a passkey': { file: OWN, text: '!hasApp && passkeys === 1', without: 'false' },
  'the last second factor stays, the app': {
    file: 'lib/server/staff/own-factors/second-factor.ts',
    text: 'passkeys === 0',
    without: 'false',
  },
} as const satisfies Checks
