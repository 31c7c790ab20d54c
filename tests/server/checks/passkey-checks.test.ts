import { generateKeyPairSync } from 'node:crypto'
import { beforeAll } from 'vitest'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { beginPasskey, begunPasskey, confirmPasskey, ownPasskeys, removePasskey } from '#lib/server/staff/own-factors/own-passkeys.ts'
import { giveChallenge } from '#lib/server/staff/passkeys/challenge.ts'
import { passkeyRequest } from '#lib/server/staff/passkeys/passkey-challenge.ts'
import { signInByPasskey } from '#lib/server/staff/passkeys/passkey-sign-in.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { endFactor } from '#lib/server/staff/own-factors/second-factor.ts'
import { signInStaff } from '#lib/server/staff/sign-in/staff-password.ts'
import { hashOfRecoveryCode, newTotpSecret } from '#lib/server/staff/sign-in/totp.ts'
import { PASSKEY_CHECKS } from '#tests/support/checks/passkey-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import type { PasskeyDevice } from '#tests/support/staff/passkey-device.ts'
import { aDevice, aPersonWithPasskey, challengeFor, staffBrowser, type PasskeyPerson } from '#tests/support/staff/passkeys.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'

const PASSWORD = 'nine wide doors open'
const NOTHING = { code: '', passkey: '', password: '' }
const ELSEWHERE = 'https://elsewhere.example'
let hash: string

beforeAll(async () => {
  await freshDatabase()
  hash = await hashPassword(PASSWORD)
})

type Said = Parameters<PasskeyDevice['sign']>[1]

/** Signs in by a passkey whose device says so. */
async function signsIn(said: Said, person?: PasskeyPerson): Promise<boolean> {
  const { device } = person ?? (await aPersonWithPasskey())
  const browser = staffBrowser()
  return (await signInByPasskey(browser, device.sign(await challengeFor(browser), said))).ok
}

/** Adds a passkey whose device says so. */
async function adds(said: Said): Promise<boolean> {
  const { staffId, cookie } = await aStaffMember()
  const ask = staffBrowser(cookie)
  await giveChallenge(database(), staffSidHash(ask.cookies) ?? Buffer.alloc(0), { purpose: 'add', name: 'טלפון' })
  const begun = await begunPasskey(ask, staffId)
  return begun !== undefined && (await confirmPasskey(ask, staffId, aDevice().make(begun.options, said))).ok
}

/** Proves somebody by a passkey and removes one. */
async function removes({ ask, staffId }: PasskeyPerson, device: PasskeyDevice, passkeyId: string): Promise<boolean> {
  const passkey = device.sign(await challengeFor(ask, 'prove'))
  return (await removePasskey(ask, staffId, { passkeyId, proof: { ...NOTHING, passkey } })).ok
}

async function firstPasskeyOf({ staffId }: PasskeyPerson): Promise<string> {
  return (await ownPasskeys(staffId))[0]?.passkeyId ?? ''
}

/** Sets the app up, with a recovery code. */
async function addApp({ staffId }: PasskeyPerson, recoveryCode = 'ABCDE-12345'): Promise<void> {
  await database().query('UPDATE staff SET totp_secret = $2, totp_step = 1, recovery_hashes = ARRAY[$3::bytea] WHERE staff_id = $1', [
    staffId,
    encryptText(newTotpSecret()),
    hashOfRecoveryCode(recoveryCode),
  ])
}

testChecks(PASSKEY_CHECKS, {
  'a passkey signs on our own page': () => signsIn({ origin: ELSEWHERE }),
  'a passkey signs for our own name': () => signsIn({ rpId: 'elsewhere.example' }),
  'a passkey signs for its owner': () => signsIn({ isVerified: false }),
  'a signature is of the key that was kept': () => signsIn({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
  'a passkey signs in whom it names': async () => signsIn({ userHandle: (await aPersonWithPasskey()).device.userHandle }),
  'a passkey alone names somebody': () => signsIn({ userHandle: null }),
  'a counter does not go back': async () => {
    const person = await aPersonWithPasskey()
    await signsIn({ counter: 9 }, person)
    return signsIn({ counter: 9 }, person)
  },
  'a passkey of a closed account is worth nothing': async () => {
    const person = await aPersonWithPasskey()
    await database().query('UPDATE staff SET disabled_at = now() WHERE staff_id = $1', [person.staffId])
    return signsIn({}, person)
  },
  'a challenge is answered in the browser that was given it': async () => {
    const { device } = await aPersonWithPasskey()
    return (await signInByPasskey(staffBrowser(), device.sign(await challengeFor(staffBrowser())))).ok
  },
  'a challenge is of one purpose': async () => {
    const { ask, staffId, device } = await aPersonWithPasskey()
    const making = { ...(await challengeFor(ask, 'prove')), user: { id: device.userHandle } }
    return (await confirmPasskey(ask, staffId, aDevice().make(making))).ok
  },
  'a challenge is answered once': async () => {
    const { device } = await aPersonWithPasskey()
    const browser = staffBrowser()
    const challenge = await challengeFor(browser)
    await signInByPasskey(browser, device.sign(challenge))
    return (await signInByPasskey(browser, device.sign(challenge))).ok
  },
  'a challenge lapses': async () => {
    const { device } = await aPersonWithPasskey()
    const browser = staffBrowser()
    const challenge = await challengeFor(browser)
    await database().query(`UPDATE staff_challenge SET expires_at = now() - interval '1 second' WHERE bound_to = $1`, [browser.browser])
    return (await signInByPasskey(browser, device.sign(challenge))).ok
  },
  'a passkey is made on our own page': () => adds({ origin: ELSEWHERE }),
  'a passkey is made for our own name': () => adds({ rpId: 'elsewhere.example' }),
  'a passkey is made by its owner': () => adds({ isVerified: false }),
  'a passkey is added after a fresh code': async () => {
    const { ask, staffId } = await aPersonWithPasskey()
    return (await beginPasskey(ask, staffId, { typedName: 'טלפון', proof: { ...NOTHING, code: '000000' } })).ok
  },
  'one proves oneself by an own passkey': async () => {
    const [mine, other] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
    await addApp(mine)
    return removes(mine, other.device, await firstPasskeyOf(mine))
  },
  'who proves oneself is signed in': async () => {
    const { cookie } = await aStaffMember({ isOpen: false })
    return (await passkeyRequest(staffBrowser(cookie), 'prove')).ok
  },
  'a password alone does not open an account with a passkey': async () => {
    const { staffId, email } = await aPersonWithPasskey()
    await database().query('UPDATE staff SET password_hash = $2 WHERE staff_id = $1', [staffId, hash])
    const done = await signInStaff(staffBrowser(), email, PASSWORD)
    return done.ok && done.value === 'open'
  },
  'own passkeys are removed': async () => {
    const [mine, other] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
    await addApp(mine)
    return removes(mine, mine.device, await firstPasskeyOf(other))
  },
  'the last second factor stays, a passkey': async () => {
    const person = await aPersonWithPasskey()
    return removes(person, person.device, await firstPasskeyOf(person))
  },
  'the last second factor stays, the app': async () => {
    const person = await aPersonWithPasskey()
    await addApp(person)
    await removes(person, person.device, await firstPasskeyOf(person))
    return (await endFactor(person.ask, person.staffId, { ...NOTHING, code: 'ABCDE-12345' })).ok
  },
})
