import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { staffFromTerminal } from '#lib/server/staff/cli.ts'
import { actOnPerson } from '#lib/server/staff/people/manage-people.ts'
import { staffFor } from '#lib/server/staff/people/people.ts'
import {
  beginPasskey,
  begunPasskey,
  confirmPasskey,
  leavePasskey,
  ownPasskeys,
  removePasskey,
} from '#lib/server/staff/own-factors/own-passkeys.ts'
import { passkeyRequest } from '#lib/server/staff/passkeys/passkey-challenge.ts'
import { signInByPasskey } from '#lib/server/staff/passkeys/passkey-sign-in.ts'
import { relyingParty } from '#lib/server/staff/passkeys/relying-party.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { giveStaffCode } from '#lib/server/staff/sign-in/staff-code.ts'
import { signInStaff } from '#lib/server/staff/sign-in/staff-password.ts'
import { beginFactor, confirmFactor, ownFactor } from '#lib/server/staff/own-factors/second-factor.ts'
import { giveRecoveryCodes } from '#lib/server/staff/sign-in/totp.ts'
import { sweepStaff } from '#lib/server/staff/staff-sweep.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { addPasskey, aDevice, aPersonWithPasskey, challengeFor, staffBrowser } from '#tests/support/staff/passkeys.ts'
import type { PasskeyDevice } from '#tests/support/staff/passkey-device.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

const PASSWORD = 'nine wide doors open'
const NOTHING = { code: '', passkey: '', password: '' }
let hash: string

beforeAll(async () => {
  await freshDatabase()
  hash = await hashPassword(PASSWORD)
})

/** Somebody with a password and an open session. */
async function aPerson(): Promise<StaffPerson> {
  const person = await aStaffMember()
  await setPassword(person)
  return person
}

async function setPassword({ staffId }: StaffPerson): Promise<void> {
  await database().query('UPDATE staff SET password_hash = $2 WHERE staff_id = $1', [staffId, hash])
}

async function signIn(
  device: PasskeyDevice,
  said: Parameters<PasskeyDevice['sign']>[1] = {},
  caller: string | null = null,
): Promise<string> {
  const browser = staffBrowser('', caller)
  return codeOf(await signInByPasskey(browser, device.sign(await challengeFor(browser), said)))
}

const codeOf = (result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  result.ok ? 'ok' : (result.refusal?.code ?? '')

const actsOf = async ({ staffId }: StaffPerson): Promise<readonly string[]> => {
  const { rows } = await database().query<{ action: string }>('SELECT action FROM staff_audit WHERE subject = $1 ORDER BY audit_id', [
    String(staffId),
  ])
  return rows.map(({ action }) => action)
}

describe('staff sign in by a passkey', () => {
  it('alone, for both factors: each sign-in has a secret of its own, is in the log, and says when the passkey was used', async () => {
    const person = await aPersonWithPasskey()
    expect((await ownPasskeys(person.staffId)).map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([['הטלפון שלי', null]])
    const browser = staffBrowser(person.cookie)
    expect(codeOf(await signInByPasskey(browser, person.device.sign(await challengeFor(browser))))).toBe('ok')
    expect(browser.cookies.get(cookieNames().staff)?.value).not.toBe(person.sid)
    expect(await staffOf(browser.cookies)).toMatchObject({ staffId: person.staffId })
    expect(await staffOf(cookiesOf({ cookie: person.cookie }))).toBeUndefined()
    expect((await ownPasskeys(person.staffId))[0]?.lastUsedAt).toBeInstanceOf(Date)
    expect(await actsOf(person)).toEqual(['passkey added', 'passkey accepted', 'sign in'])
  })

  it('one answer opens one session, also of five at the same moment', async () => {
    const { device } = await aPersonWithPasskey()
    const browser = staffBrowser()
    const answer = device.sign(await challengeFor(browser))
    const done = await Promise.all(Array.from({ length: 5 }, () => signInByPasskey(browser, answer)))
    expect(done.map(codeOf).toSorted()).toEqual([...Array.from({ length: 4 }, () => 'PASSKEY_EXPIRED'), 'ok'])
  })

  it('what a page asks says nothing of anybody, and is new each time', async () => {
    await aPersonWithPasskey()
    const browser = staffBrowser()
    const [one, other] = [await passkeyRequest(browser, 'sign in'), await passkeyRequest(browser, 'sign in')]
    const asked = { rpId: 'localhost', userVerification: 'required', timeout: 300_000, challenge: expect.stringMatching(/^[\w-]{43}$/) }
    expect(one).toEqual({ ok: true, value: expect.objectContaining(asked) })
    expect(one.ok && one.value.allowCredentials).toBeFalsy()
    expect(one).not.toEqual(other)
    expect(codeOf(await passkeyRequest({ ...browser, browser: undefined }, 'sign in'))).toBe('NOT_SIGNED_IN')
  })

  it('a counter that goes back is refused and noted; a device that does not count is not', async () => {
    const [person, shared] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
    expect([await signIn(person.device, { counter: 7 }), await signIn(person.device, { counter: 6 })]).toEqual(['ok', 'PASSKEY_COPIED'])
    expect(await signIn(person.device, { counter: 8 })).toBe('ok')
    expect((await actsOf(person)).filter((act) => act === 'passkey counter back')).toHaveLength(1)
    await database().query('UPDATE staff_passkey SET sign_count = 0 WHERE staff_id = $1', [shared.staffId])
    expect([await signIn(shared.device, { counter: 0 }), await signIn(shared.device, { counter: 0 })]).toEqual(['ok', 'ok'])
  })

  it('refuses a removed passkey, an unknown one and one of a closed account alike; a reopened account has its passkey again', async () => {
    const [person, closed] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
    const spare = await addPasskey(person.ask, person.staffId)
    const [first] = await ownPasskeys(person.staffId)
    const passkey = spare.sign(await challengeFor(person.ask, 'prove'))
    expect(
      codeOf(await removePasskey(person.ask, person.staffId, { passkeyId: first?.passkeyId ?? '', proof: { ...NOTHING, passkey } })),
    ).toBe('ok')
    await database().query('UPDATE staff SET disabled_at = now() WHERE staff_id = $1', [closed.staffId])
    const stranger = Object.assign(aDevice(), { userHandle: person.device.userHandle })
    const refused = [await signIn(person.device), await signIn(stranger), await signIn(closed.device)]
    expect(refused).toEqual(['PASSKEY_REFUSED', 'PASSKEY_REFUSED', 'PASSKEY_REFUSED'])
    expect((await actsOf(person)).at(-1)).toBe('passkey removed')
    expect((await actsOf(closed)).at(-1)).toBe('passkey refused')
    await database().query('UPDATE staff SET disabled_at = NULL WHERE staff_id = $1', [closed.staffId])
    expect([await signIn(spare), await signIn(closed.device)]).toEqual(['ok', 'ok'])
  })

  it('five refused signatures lock the account, from wherever they come, and twenty a source', async () => {
    const { device } = await aPersonWithPasskey()
    const tries = []
    for (let n = 0; n < 6; n++) tries.push(await signIn(device, { isVerified: false }, `10.5.5.${String(n)}`))
    expect(tries).toEqual([...Array.from({ length: 5 }, () => 'PASSKEY_REFUSED'), 'TOO_MANY_REQUESTS'])
    const strangers = []
    for (let n = 0; n < 21; n++) strangers.push(await signIn(Object.assign(aDevice(), { userHandle: 'AAAA' }), {}, '10.6.6.6'))
    expect([strangers.at(-2), strangers.at(-1)]).toEqual(['PASSKEY_REFUSED', 'TOO_MANY_REQUESTS'])
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"id":"a"}',
    '{"id":"_","rawId":"_","type":"public-key","response":{"clientDataJSON":"_","authenticatorData":"_","signature":"_"}}',
  ])('what is no answer of a passkey is refused: %s', async (text) => {
    const { ask, staffId } = await aPersonWithPasskey()
    expect(['PASSKEY_REFUSED', 'PASSKEY_EXPIRED']).toContain(codeOf(await signInByPasskey(staffBrowser(), text)))
    expect(['PASSKEY_REFUSED', 'PASSKEY_EXPIRED']).toContain(codeOf(await confirmPasskey(ask, staffId, text)))
    expect(codeOf(await beginPasskey(ask, staffId, { typedName: 'טלפון', proof: { ...NOTHING, passkey: text } }))).toMatch(
      /^(PASSKEY_REFUSED|STAFF_CODE_WRONG)$/,
    )
  })
})

describe('passkeys of the own account', () => {
  it('the first is begun by the password and a name, gives recovery codes, and is the second factor from then on', async () => {
    const person = await aPerson()
    const [ask, device] = [staffBrowser(person.cookie), aDevice()]
    const begin = (name: string, password: string) =>
      beginPasskey(ask, person.staffId, { typedName: name, proof: { ...NOTHING, password } })
    expect([codeOf(await begin(' ', PASSWORD)), codeOf(await begin('טלפון', 'a wrong one'))]).toEqual(['FORM_INVALID', 'LOGIN_FAILED'])
    expect(await begunPasskey(ask, person.staffId)).toBeUndefined()
    expect(codeOf(await begin('  הטלפון   שלי ', PASSWORD))).toBe('ok')
    const begun = await begunPasskey(ask, person.staffId)
    expect(begun).toMatchObject({
      name: 'הטלפון שלי',
      options: {
        rp: { id: 'localhost' },
        user: { name: person.email, displayName: 'דנה לביא' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    if (!begun) return
    const elsewhere = await aStaffMember()
    await database().query('UPDATE staff_session SET staff_id = $2 WHERE staff_id = $1', [elsewhere.staffId, person.staffId])
    const added = await confirmPasskey(ask, person.staffId, device.make(begun.options))
    expect(added.ok && added.value).toHaveLength(10)
    expect(await staffOf(cookiesOf({ cookie: elsewhere.cookie }))).toBeUndefined()
    expect(await staffOf(ask.cookies)).toMatchObject({ staffId: person.staffId })
    const browser = staffBrowser()
    expect(await signInStaff(browser, person.email, PASSWORD)).toEqual({ ok: true, value: 'code' })
    expect(codeOf(await giveStaffCode(browser, added.ok ? (added.value[0] ?? '') : ''))).toBe('ok')
    expect(await ownFactor(person.staffId)).toMatchObject({ state: 'none', recoveryCodesLeft: 9 })
    expect(await signIn(device)).toBe('ok')
  })

  it.each([15, 1_024])('one whose name has %i bytes is none', async (bytes) => {
    const { ask, staffId } = await aPersonWithPasskey()
    await expect(addPasskey(ask, staffId, Object.assign(aDevice(), { id: randomBytes(bytes) }))).rejects.toThrow(/^PASSKEY_REFUSED$/)
    expect(await ownPasskeys(staffId)).toHaveLength(1)
  })

  it('another is begun by a fresh passkey or code, once each, never by the password; it gives no new codes', async () => {
    const person = await aPersonWithPasskey()
    const { ask, staffId, device } = person
    await setPassword(person)
    const begin = async (proof: Partial<typeof NOTHING>) =>
      codeOf(await beginPasskey(ask, staffId, { typedName: 'מפתח', proof: { ...NOTHING, ...proof } }))
    expect([await begin({ password: PASSWORD }), await begin({})]).toEqual(['STAFF_CODE_WRONG', 'STAFF_CODE_WRONG'])
    const passkey = device.sign(await challengeFor(ask, 'prove'))
    expect([await begin({ passkey }), await begin({ passkey })]).toEqual(['ok', 'PASSKEY_EXPIRED'])
    const begun = await begunPasskey(ask, staffId)
    expect(begun?.options.excludeCredentials?.map(({ id }) => id)).toEqual([device.id.toString('base64url')])
    const added = await confirmPasskey(ask, staffId, begun ? aDevice().make(begun.options) : '')
    expect(added).toEqual({ ok: true, value: [] })
    expect(await ownPasskeys(staffId)).toHaveLength(2)
  })

  it('an app beside a passkey is begun by a fresh factor too, and a code of an app that is not confirmed is worth nothing', async () => {
    const person = await aPersonWithPasskey()
    const { ask, staffId, device } = person
    await setPassword(person)
    expect(codeOf(await beginFactor(ask, staffId, { ...NOTHING, password: PASSWORD }))).toBe('STAFF_CODE_WRONG')
    expect(codeOf(await beginFactor(ask, staffId, { ...NOTHING, passkey: device.sign(await challengeFor(ask, 'prove')) }))).toBe('ok')
    const { secret = '' } = await ownFactor(staffId)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect(codeOf(await beginPasskey(ask, staffId, { typedName: 'מפתח', proof: { ...NOTHING, code } }))).toBe('STAFF_CODE_WRONG')
    const [recoveryCode = ''] = await giveRecoveryCodes(database(), staffId)
    expect(codeOf(await confirmFactor(ask, staffId, recoveryCode))).toBe('STAFF_CODE_WRONG')
    expect(await ownFactor(staffId)).toMatchObject({ state: 'begun' })
    expect(codeOf(await confirmFactor(ask, staffId, code))).toBe('ok')
  })

  it('a begun one lapses, is left, and is of its own session; one device is added once, and none with a certificate', async () => {
    const { ask, staffId, device } = await aPersonWithPasskey()
    const begin = async () => {
      await beginPasskey(ask, staffId, { typedName: 'מפתח', proof: { ...NOTHING, passkey: device.sign(await challengeFor(ask, 'prove')) } })
      return begunPasskey(ask, staffId)
    }
    const first = await begin()
    if (!first) throw new Error('No passkey was begun.')
    expect(codeOf(await confirmPasskey(staffBrowser((await aStaffMember()).cookie), staffId, aDevice().make(first.options)))).toBe(
      'PASSKEY_EXPIRED',
    )
    await database().query(`UPDATE staff_challenge SET expires_at = now() WHERE purpose = 'add'`)
    expect(await begunPasskey(ask, staffId)).toBeUndefined()
    expect(codeOf(await confirmPasskey(ask, staffId, aDevice().make(first.options)))).toBe('PASSKEY_EXPIRED')
    const second = await begin()
    await leavePasskey(ask)
    expect(codeOf(await confirmPasskey(ask, staffId, second ? aDevice().make(second.options) : ''))).toBe('PASSKEY_EXPIRED')
    const third = await begin()
    expect(codeOf(await confirmPasskey(ask, staffId, third ? device.make(third.options) : ''))).toBe('PASSKEY_REFUSED')
    const fourth = await begin()
    expect(codeOf(await confirmPasskey(ask, staffId, fourth ? aDevice().make(fourth.options, { format: 'apple' }) : ''))).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await ownPasskeys(staffId)).toHaveLength(1)
  })

  it('an account has at most ten', async () => {
    const { ask, staffId, device } = await aPersonWithPasskey()
    for (let n = 1; n < 10; n++) await addPasskey(ask, staffId)
    const passkey = device.sign(await challengeFor(ask, 'prove'))
    expect(await beginPasskey(ask, staffId, { typedName: 'מפתח', proof: { ...NOTHING, passkey } })).toEqual({
      ok: false,
      refusal: { code: 'PASSKEY_LIMIT', facts: { max: 10 } },
    })
    await expect(addPasskey(ask, staffId)).rejects.toThrow('PASSKEY_LIMIT')
  })

  it('two removals at the same moment leave one', async () => {
    const { ask, staffId } = await aPersonWithPasskey()
    await addPasskey(ask, staffId)
    const codes = await giveRecoveryCodes(database(), staffId)
    const listed = await ownPasskeys(staffId)
    const done = await Promise.all(
      listed.map(({ passkeyId }, at) => removePasskey(ask, staffId, { passkeyId, proof: { ...NOTHING, code: codes[at] ?? '' } })),
    )
    expect(done.map(codeOf).toSorted()).toEqual(['LAST_SECOND_FACTOR', 'ok'])
  })

  it('an owner sees who has one, and takes lost ones away', async () => {
    const [owner, person] = [await aStaffMember({ role: 'owner', businessIds: null }), await aPersonWithPasskey()]
    const member = await staffOf(cookiesOf({ cookie: owner.cookie }))
    if (!member) throw new Error('The owner is not let in.')
    const listed = async () => (await staffFor(member)).find(({ staffId }) => staffId === person.staffId)
    expect(await listed()).toMatchObject({ hasSecondFactor: true, hasApp: false, passkeys: 1 })
    const ask = { ...staffBrowser(owner.cookie), owner: member, locale: 'he' } as const
    expect(codeOf(await actOnPerson(ask, 'resetFactor', person.staffId))).toBe('ok')
    expect(await listed()).toMatchObject({ hasSecondFactor: false, passkeys: 0 })
    expect([await signIn(person.device), await staffOf(person.ask.cookies)]).toEqual(['PASSKEY_REFUSED', undefined])
  })

  it('at the terminal the app, passkeys and recovery codes of one account are taken away, its sessions end, and the password lets in', async () => {
    const [person, other] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
    const codes = await giveRecoveryCodes(database(), person.staffId)
    await setPassword(person)
    const app = encryptText(new Secret().base32)
    await database().query('UPDATE staff SET totp_secret = $2, totp_step = 1 WHERE staff_id = $1', [person.staffId, app])
    const said: string[] = []
    const terminal = { say: (line: string) => void said.push(line), complain: (line: string) => void said.push(line) }
    const run = (...args: string[]) => staffFromTerminal(args, terminal)
    const signInByPassword = () => signInStaff(staffBrowser(), person.email, PASSWORD)
    expect([codes.length, await signInByPassword()]).toEqual([10, { ok: true, value: 'code' }])
    expect(await run('reset-factor', ` ${person.email.toUpperCase()}`)).toBe(0)
    expect(said.join()).not.toContain(codes[0])
    expect(await cellOf('SELECT count(*)::int FROM staff_session WHERE staff_id = $1', [person.staffId])).toBe(0)
    expect(await signInByPassword()).toEqual({ ok: true, value: 'open' })
    expect(await ownFactor(person.staffId)).toMatchObject({ state: 'none', recoveryCodesLeft: 0 })
    expect([await signIn(person.device), await staffOf(person.ask.cookies)]).toEqual(['PASSKEY_REFUSED', undefined])
    expect(await signIn(other.device)).toBe('ok')
    const line = `SELECT count(*)::int FROM staff_audit WHERE staff_id IS NULL AND action = 'reset second factor' AND device = 'terminal' AND subject = $1`
    expect(await cellOf(line, [String(person.staffId)])).toBe(1)
    expect([
      await run('reset-factor', 'nobody@house.example'),
      await run('reset-factor'),
      await run('reset-factor', person.email, '--role', 'gate'),
    ]).toEqual([1, 2, 2])
  })

  it('challenges are deleted a day after they have lapsed', async () => {
    const browser = staffBrowser()
    await challengeFor(browser)
    const count = () => cellOf('SELECT count(*)::int FROM staff_challenge WHERE bound_to = $1', [browser.browser])
    await sweepStaff()
    expect(await count()).toBe(1)
    await database().query(`UPDATE staff_challenge SET expires_at = now() - interval '25 hours' WHERE bound_to = $1`, [browser.browser])
    await sweepStaff()
    expect(await count()).toBe(0)
  })

  it('the page keeps the name that was typed, refuses another’s passkey as none, and shows recovery codes once', async () => {
    const [person, other] = [await aPerson(), await aPersonWithPasskey()]
    const open = await ofPages<(asked: object) => Promise<Record<string, unknown>>>('PRES-live/_account.ts', 'openAccount')
    const send = async (form: Readonly<Record<string, string>>) => {
      const ask = staffBrowser(person.cookie)
      const sent = new FormData()
      for (const [name, value] of Object.entries(form)) sent.set(name, value)
      return open({ ask, member: await staffOf(ask.cookies), sent, locale: 'he' })
    }
    expect(await send({ act: 'beginPasskey', name: 'הטלפון', password: 'wrong' })).toMatchObject({ typedName: 'הטלפון', status: 409 })
    expect(await send({ act: 'beginPasskey', name: 'הטלפון', password: PASSWORD })).toEqual({ goTo: '/PRES-live/account' })
    const begun = await begunPasskey(staffBrowser(person.cookie), person.staffId)
    const device = aDevice()
    expect(await send({ act: 'addPasskey', passkey: begun ? device.make(begun.options) : '' })).toMatchObject({
      codes: expect.objectContaining({ length: 10 }),
      status: 200,
    })
    const passkeyId = (await ownPasskeys(other.staffId))[0]?.passkeyId ?? ''
    const passkey = device.sign(await challengeFor(staffBrowser(person.cookie), 'prove'))
    expect(await send({ act: 'removePasskey', passkeyId, passkey })).toMatchObject({ status: 404 })
    expect(await send({ act: 'removePasskey', passkeyId: 'none', passkey })).toMatchObject({ status: 404 })
    expect(await ownPasskeys(other.staffId)).toHaveLength(1)
  })

  it('the door takes a passkey by its form, in the browser that asked', async () => {
    const { device } = await aPersonWithPasskey()
    const open = await ofPages<(context: object) => Promise<object>>('PRES-live/_door.ts', 'openDoor')
    const browser = staffBrowser()
    const passkey = device.sign(await challengeFor(browser))
    const context = pageContext({ cookie: '' }, '/PRES-live', { act: 'passkey', passkey }) as { locals: { visitor: object } }
    expect(await open({ ...context, locals: { ...context.locals, visitor: { uuid: browser.uuid, sidHash: browser.browser } } })).toEqual({
      goTo: '/PRES-live',
    })
  })
})

describe('for whom passkeys are made', () => {
  it.each([
    ['https://tickets.example.co.il', { id: 'tickets.example.co.il', origin: 'https://tickets.example.co.il' }],
    ['https://tickets.example.co.il:8443', { id: 'tickets.example.co.il', origin: 'https://tickets.example.co.il:8443' }],
    ['http://127.0.0.1:4321', { id: 'localhost', origin: 'http://localhost:4321' }],
    ['http://localhost', { id: 'localhost', origin: 'http://localhost' }],
    ['http://tickets.example.co.il', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::1]', undefined],
  ])('follows from PUBLIC_ORIGIN alone: %s', (publicOrigin, party) => {
    expect(relyingParty(publicOrigin)).toEqual(party)
  })
})
