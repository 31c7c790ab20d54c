import { randomUUID } from 'node:crypto'
import { TOTP, Secret } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { staffFromTerminal } from '#lib/server/staff/cli.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { acceptInvitation, guestOf } from '#lib/server/staff/sign-in/accept-invitation.ts'
import { beginFactor, confirmFactor, endFactor, ownFactor } from '#lib/server/staff/own-factors/second-factor.ts'
import { giveStaffCode, waitsForCode } from '#lib/server/staff/sign-in/staff-code.ts'
import { signInStaff } from '#lib/server/staff/sign-in/staff-password.ts'
import { sweepStaffAudit } from '#lib/server/staff/staff-sweep.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { addPasskey } from '#tests/support/staff/passkeys.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

const PASSWORD = 'nine wide doors open'
const NOTHING = { code: '', passkey: '', password: '' }
let hash: string

beforeAll(async () => {
  await freshDatabase()
  hash = await hashPassword(PASSWORD)
})

/** A browser of staff: its cookies stay between calls. */
function aBrowser(caller: string | null = null, cookie = ''): StaffAsk {
  const request = new Request('http://127.0.0.1/PRES-live', { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } })
  return { request, cookies: cookiesOf({ cookie }), source: { caller, network: caller }, uuid: randomUUID() }
}

/** Somebody who has a password, and no session. */
async function aPerson(): Promise<StaffPerson> {
  const person = await aStaffMember()
  await database().query('UPDATE staff SET password_hash = $2 WHERE staff_id = $1', [person.staffId, hash])
  await database().query('DELETE FROM staff_session WHERE staff_id = $1', [person.staffId])
  return person
}

/** The code of the present step of somebody's app, or of a later one. */
async function codeOf({ staffId }: StaffPerson, steps = 0): Promise<string> {
  const sealed = await cellOf('SELECT totp_secret FROM staff WHERE staff_id = $1', [staffId])
  const secret = Secret.fromBase32(decryptText(sealed as Buffer))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Somebody with a second factor that was confirmed a step ago. @returns recovery codes too */
async function aPersonWithFactor(): Promise<StaffPerson & { readonly codes: readonly string[] }> {
  const person = await aPerson()
  const browser = aBrowser()
  await signInStaff(browser, person.email, PASSWORD)
  await beginFactor(browser, person.staffId, { ...NOTHING, password: PASSWORD })
  const confirmed = await confirmFactor(browser, person.staffId, await codeOf(person, -1))
  if (!confirmed.ok) throw new Error(confirmed.refusal.code)
  return { ...person, codes: confirmed.value }
}

const codesOf = (results: readonly { readonly ok: boolean; readonly refusal?: { readonly code: string } }[]) =>
  results.map((result) => (result.ok ? 'ok' : result.refusal?.code))

describe('staff sign in', () => {
  it('by address and password, and each sign-in has a secret of its own: the one before is worthless', async () => {
    const person = await aPerson()
    const planted = (await aStaffMember({ isOpen: false })).cookie
    const browser = aBrowser(null, planted)
    expect(await signInStaff(browser, person.email.toUpperCase(), PASSWORD)).toEqual({ ok: true, value: 'open' })
    const first = browser.cookies.get(cookieNames().staff)?.value ?? ''
    expect(planted).not.toContain(first)
    expect(await waitsForCode({ cookies: cookiesOf({ cookie: planted }) })).toBeUndefined()
    await signInStaff(browser, person.email, PASSWORD)
    expect(await staffOf(cookiesOf({ cookie: `${cookieNames().staff}=${first}` }))).toBeUndefined()
    expect(await staffOf(browser.cookies)).toMatchObject({ staffId: person.staffId, firstName: 'דנה', businessIds: [1] })
  })

  it('answers an unknown address, a wrong password and a closed account alike', async () => {
    const [person, closed] = [await aPerson(), await aPerson()]
    await database().query('UPDATE staff SET disabled_at = now() WHERE staff_id = $1', [closed.staffId])
    const tries = [
      await signInStaff(aBrowser(), 'nobody@house.example', PASSWORD),
      await signInStaff(aBrowser(), person.email, 'another one'),
      await signInStaff(aBrowser(), closed.email, PASSWORD),
    ]
    expect(codesOf(tries)).toEqual(['LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN_FAILED'])
  })

  it('locks a source and an account out after five wrong passwords, and no other source', async () => {
    const person = await aPerson()
    for (let n = 0; n < 5; n++) await signInStaff(aBrowser('10.1.1.1'), person.email, 'a wrong one')
    expect(codesOf([await signInStaff(aBrowser('10.1.1.1'), person.email, PASSWORD)])).toEqual(['TOO_MANY_REQUESTS'])
    expect(codesOf([await signInStaff(aBrowser('10.2.2.2'), person.email, PASSWORD)])).toEqual(['ok'])
  })

  it('who, what and from where is in the audit, and stays there for 24 months', async () => {
    const person = await aPerson()
    await signInStaff(aBrowser('10.3.3.3'), person.email, PASSWORD)
    const lines = 'SELECT array_agg(action || $2 || address || $2 || device) FROM staff_audit WHERE staff_id = $1'
    expect(await cellOf(lines, [person.staffId, ' ; '])).toEqual(['sign in ; 10.3.3.3 ; Firefox · Windows'])
    await database().query(`UPDATE staff_audit SET at = now() - interval '23 months' WHERE staff_id = $1`, [person.staffId])
    await sweepStaffAudit()
    expect(await cellOf('SELECT count(*)::int FROM staff_audit WHERE staff_id = $1', [person.staffId])).toBe(1)
    await database().query(`UPDATE staff_audit SET at = now() - interval '25 months' WHERE staff_id = $1`, [person.staffId])
    await sweepStaffAudit()
    expect(await cellOf('SELECT count(*)::int FROM staff_audit WHERE staff_id = $1', [person.staffId])).toBe(0)
  })
})

describe('the second factor', () => {
  it('is asked for after the password, by a code that opens one session, also of ten at the same moment', async () => {
    const person = await aPersonWithFactor()
    const browsers = Array.from({ length: 3 }, () => aBrowser())
    for (const browser of browsers) expect(await signInStaff(browser, person.email, PASSWORD)).toEqual({ ok: true, value: 'code' })
    for (const browser of browsers) expect(await staffOf(browser.cookies)).toBeUndefined()
    const code = await codeOf(person)
    const before = browsers.map(({ cookies }) => cookies.get(cookieNames().staff)?.value)
    const given = await Promise.all(browsers.map((browser) => giveStaffCode(browser, code)))
    expect(codesOf(given).toSorted()).toEqual(['STAFF_CODE_WRONG', 'STAFF_CODE_WRONG', 'ok'])
    const winner = browsers[given.findIndex(({ ok }) => ok)]
    expect(await staffOf(winner?.cookies ?? cookiesOf())).toMatchObject({ staffId: person.staffId })
    expect(before).not.toContain(winner?.cookies.get(cookieNames().staff)?.value)
    expect(codesOf([await giveStaffCode(aBrowser(), code)])).toEqual(['NOT_SIGNED_IN'])
  })

  it('a recovery code opens once, however it is typed', async () => {
    const person = await aPersonWithFactor()
    const [first = ''] = person.codes
    expect(person.codes).toHaveLength(10)
    for (const expected of ['ok', 'STAFF_CODE_WRONG']) {
      const browser = aBrowser()
      await signInStaff(browser, person.email, PASSWORD)
      expect(codesOf([await giveStaffCode(browser, ` ${first.toLowerCase().replace('-', ' ')}`)])).toEqual([expected])
    }
    expect(await ownFactor(person.staffId)).toMatchObject({ state: 'on', recoveryCodesLeft: 9 })
  })

  it('five wrong codes lock the account, from wherever they come', async () => {
    const person = await aPersonWithFactor()
    const tries = []
    for (let n = 0; n < 6; n++) {
      const browser = aBrowser(`10.4.4.${String(n)}`)
      await signInStaff(browser, person.email, PASSWORD)
      tries.push(await giveStaffCode(browser, '000 000'))
    }
    expect(codesOf(tries)).toEqual([...Array.from({ length: 5 }, () => 'STAFF_CODE_WRONG'), 'TOO_MANY_REQUESTS'])
  })

  it('is begun by the password, counts once a code of it was given, and is ended by a code while a passkey is left', async () => {
    const person = await aPerson()
    const browser = aBrowser()
    expect(codesOf([await beginFactor(browser, person.staffId, { ...NOTHING, password: 'a wrong one' })])).toEqual(['LOGIN_FAILED'])
    expect(codesOf([await beginFactor(browser, person.staffId, { ...NOTHING, password: PASSWORD })])).toEqual(['ok'])
    expect(await ownFactor(person.staffId)).toMatchObject({ state: 'begun', picture: expect.stringContaining('<svg') })
    expect(await signInStaff(browser, person.email, PASSWORD)).toEqual({ ok: true, value: 'open' })
    expect(codesOf([await confirmFactor(browser, person.staffId, '000000')])).toEqual(['STAFF_CODE_WRONG'])
    expect(codesOf([await confirmFactor(browser, person.staffId, await codeOf(person, -1))])).toEqual(['ok'])
    const end = async (code: string) => codesOf([await endFactor(browser, person.staffId, { ...NOTHING, code })])
    expect(await end(await codeOf(person))).toEqual(['LAST_SECOND_FACTOR'])
    await addPasskey(browser, person.staffId)
    expect(await end(await codeOf(person, -1))).toEqual(['STAFF_CODE_WRONG'])
    expect(await end(await codeOf(person))).toEqual(['ok'])
    expect(await ownFactor(person.staffId)).toMatchObject({ state: 'none', recoveryCodesLeft: 10 })
  })
})

describe('an invitation', () => {
  async function add(...more: readonly string[]): Promise<{ readonly exit: number; readonly said: string; readonly email: string }> {
    const email = `${randomUUID()}@house.example`
    const said: string[] = []
    const terminal = { say: (line: string) => said.push(line), complain: (line: string) => said.push(line) }
    return { exit: await staffFromTerminal(['add', email, ...more], terminal), said: said.join('\n'), email }
  }
  const tokenIn = (said: string) => /\/PRES-live\/invitation\/([\w-]{43})$/m.exec(said)?.[1] ?? ''

  it('npm run staff adds the first owner and prints a link that sets the password once, also of five at the same moment', async () => {
    const { exit, said, email } = await add('--role', 'owner', '--first', 'תמר')
    const token = tokenIn(said)
    expect([exit, token.length]).toEqual([0, 43])
    expect(await guestOf(token)).toMatchObject({ email, firstName: 'תמר' })
    const browsers = Array.from({ length: 5 }, () => aBrowser())
    const set = await Promise.all(browsers.map((browser) => acceptInvitation(browser, token, PASSWORD)))
    expect(codesOf(set).filter((code) => code === 'ok')).toHaveLength(1)
    expect(await guestOf(token)).toBeUndefined()
    const owner = await staffOf(browsers[set.findIndex(({ ok }) => ok)]?.cookies ?? cookiesOf())
    expect([...(owner?.permissions ?? [])]).toEqual([266, 267, 268, 269, 270])
    expect(await signInStaff(aBrowser(), email, PASSWORD)).toMatchObject({ ok: true })
  })

  it('ends after three days, and takes no weak password', async () => {
    const { said } = await add('--role', 'producer', '--businesses', '1,2')
    const token = tokenIn(said)
    expect(codesOf([await acceptInvitation(aBrowser(), token, 'password12')])).toEqual(['PASSWORD_TOO_WEAK'])
    await database().query(`UPDATE staff_invitation SET expires_at = now() - interval '1 second' WHERE used_at IS NULL`)
    expect(codesOf([await acceptInvitation(aBrowser(), token, PASSWORD)])).toEqual(['INVITATION_ENDED'])
  })

  it.each([[['--role', ' ']], [['--role', 'owner', '--businesses', 'one']], [[]]])(
    'npm run staff add EMAIL %j says how it is used',
    async (more) => {
      const { exit, said } = await add(...more)
      expect([exit, said]).toEqual([2, expect.stringContaining('Usage: npm run staff')])
    },
  )
})
